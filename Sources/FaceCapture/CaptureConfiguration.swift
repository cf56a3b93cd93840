internal import CaptureSamples
internal import FaceValues

/// What a session is made of; a candidate is checked as a whole before it takes effect.
struct CaptureConfiguration {
    var preset = SessionPreset.inputPriority
    var inputs: [DeviceInput] = []
    var outputs: [any CaptureOutput] = []
    var routes: [CaptureLoop.Route] = []

    func contains(_ input: DeviceInput) -> Bool { inputs.contains { $0 === input } }

    func contains(_ output: any CaptureOutput) -> Bool { outputs.contains { $0 === output } }

    mutating func add(_ input: DeviceInput) throws(FacecapError) {
        guard !contains(input) else {
            throw FacecapError(
                .invalidState, "The input is part of the session already; add it once.")
        }
        inputs.append(input)
        connect()
    }

    mutating func remove(_ input: DeviceInput) {
        inputs.removeAll { $0 === input }
        routes.removeAll { $0.connection.input === input }
        connect()
    }

    mutating func add(_ output: any CaptureOutput) throws(FacecapError) {
        guard !contains(output) else {
            throw FacecapError(
                .invalidState, "The output is part of the session already; add it once.")
        }
        outputs.append(output)
        connect()
    }

    mutating func remove(_ output: any CaptureOutput) {
        outputs.removeAll { $0 === output }
        routes.removeAll { $0.output === output }
    }

    /// Feeds whatever an output has no connection for from the first input.
    private mutating func connect() {
        guard let input = inputs.first else { return }
        for output in outputs {
            for mediaType in MediaType.allCases where output.mediaTypes.contains(mediaType) {
                let isConnected = routes.contains {
                    $0.output === output && $0.connection.mediaType == mediaType
                }
                guard !isConnected else { continue }
                let connection = CaptureConnection(input: input, mediaType: mediaType)
                routes.append(CaptureLoop.Route(connection: connection, output: output))
            }
        }
    }

    func connections(to output: any CaptureOutput) -> [CaptureConnection] {
        routes.filter { $0.output === output }.map(\.connection)
    }

    func routes(from input: DeviceInput) -> [CaptureLoop.Route] {
        routes.filter { $0.connection.input === input }
    }

    func validate() throws(FacecapError) {
        for input in inputs where !input.device.supportedPresets.contains(preset) {
            let presets = input.device.supportedPresets.map(\.rawValue).sorted()
            throw FacecapError(
                .formatUnsupported,
                "\(input.device.localizedName) does not support the preset \(preset.rawValue); "
                    + "use one of \(presets.joined(separator: ", ")).")
        }
    }
}
