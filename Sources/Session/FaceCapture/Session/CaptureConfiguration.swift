// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues

/// What a session is made of; a candidate is checked as a whole before it takes effect.
struct CaptureConfiguration {
    var preset = CaptureSession.Preset.inputPriority
    var inputs: [CaptureDeviceInput] = []
    var outputs: [any CaptureOutput] = []
    var routes: [CaptureLoop.Route] = []
    var metadataRoutes: [MetadataRoute] = []
    /// The inputs that feed an output, where it is not fed by whichever comes first.
    private var sources: [ObjectIdentifier: [CaptureDeviceInput]] = [:]

    func contains(_ input: CaptureDeviceInput) -> Bool { inputs.contains { $0 === input } }

    func contains(_ output: any CaptureOutput) -> Bool { outputs.contains { $0 === output } }

    /// The inputs and outputs.
    var members: [AnyObject] { inputs.map { $0 as AnyObject } + outputs.map { $0 as AnyObject } }

    func contains(_ route: MetadataRoute) -> Bool {
        metadataRoutes.contains { $0.connection === route.connection }
    }

    mutating func add(_ input: CaptureDeviceInput) throws(FacecapError) {
        guard !contains(input) else {
            throw FacecapError(
                .invalidState, "The input is part of the session already; add it once.")
        }
        inputs.append(input)
        connect()
    }

    mutating func remove(_ input: CaptureDeviceInput) {
        inputs.removeAll { $0 === input }
        routes.removeAll { $0.connection.input === input }
        metadataRoutes.removeAll { $0.connection.input === input }
        connect()
    }

    mutating func add(
        _ output: any CaptureOutput, from inputs: [CaptureDeviceInput]?
    ) throws(FacecapError) {
        guard !contains(output) else {
            throw FacecapError(
                .invalidState, "The output is part of the session already; add it once.")
        }
        if let stranger = inputs?.first(where: { !contains($0) }) {
            throw FacecapError(
                .invalidState,
                "\(stranger.device.localizedName) is no input of the session; add it first.")
        }
        sources[ObjectIdentifier(output)] = inputs
        outputs.append(output)
        connect()
    }

    mutating func remove(_ output: any CaptureOutput) {
        outputs.removeAll { $0 === output }
        sources[ObjectIdentifier(output)] = nil
        routes.removeAll { $0.output === output }
        metadataRoutes.removeAll { $0.output === output || $0.source === output }
        connect()
    }

    /// Feeds whatever an output has no connection for from the first of its inputs that may have it, or from
    /// each of them.
    private mutating func connect() {
        for output in outputs {
            for mediaType in MediaType.allCases
            where mediaType != .metadata && output.mediaTypes.contains(mediaType) {
                for input in inputs(of: output) where input.device.mediaTypes.contains(mediaType) {
                    let isConnected = routes.contains {
                        $0.output === output && $0.connection.mediaType == mediaType
                            && (!output.joinsInputs || $0.connection.input === input)
                    }
                    if isConnected { continue }
                    let connection = CaptureConnection(input: input, mediaType: mediaType)
                    routes.append(CaptureLoop.Route(connection: connection, output: output))
                }
            }
        }
        for output in outputs where output.mediaTypes.contains(.metadata) {
            connectMetadata(to: output)
        }
    }

    /// Hands an output what is found in its own frames, or where it takes none in those of the first of its
    /// inputs that somebody looks at.
    private mutating func connectMetadata(to output: any CaptureOutput) {
        let takesFrames = output.mediaTypes.contains(.video)
        for input in takesFrames ? videoInputs(of: output) : inputs(of: output) {
            let isConnected = metadataRoutes.contains {
                $0.output === output && (!takesFrames || $0.connection.input === input)
            }
            guard !isConnected,
                let source = metadataOutputs.first(where: { videoInputs(of: $0).first === input })
            else { continue }
            metadataRoutes.append(
                MetadataRoute(
                    source: source,
                    connection: CaptureConnection(
                        input: input, mediaType: .metadata, finder: source),
                    output: output,
                    carriesNotices: !routes.contains { $0.output === output }))
        }
    }

    /// Those that may feed an output, in the order in which they are asked.
    private func inputs(of output: any CaptureOutput) -> [CaptureDeviceInput] {
        (sources[ObjectIdentifier(output)] ?? inputs).filter(contains)
    }

    private func videoInputs(of output: any CaptureOutput) -> [CaptureDeviceInput] {
        routes.filter { $0.output === output && $0.connection.mediaType == .video }
            .map(\.connection.input)
    }

    /// The connections that feed an output, those with frames first.
    func connections(to output: any CaptureOutput) -> [CaptureConnection] {
        let connections = routes.filter { $0.output === output }.map(\.connection)
        return [MediaType.video, .depth, .audio].flatMap { mediaType in
            connections.filter { $0.mediaType == mediaType }
        } + metadataRoutes.filter { $0.output === output }.map(\.connection)
    }

    func metadataRoutes(from source: CaptureMetadataOutput) -> [MetadataRoute] {
        metadataRoutes.filter { $0.source === source }
    }

    /// The outputs that others get metadata from.
    var metadataOutputs: [CaptureMetadataOutput] {
        outputs.compactMap { $0 as? CaptureMetadataOutput }
    }

    /// The outputs in the order in which they finish: what they deliver to others comes before its receivers.
    var finishingOutputs: [any CaptureOutput] {
        metadataOutputs + outputs.filter { !($0 is CaptureMetadataOutput) }
    }

    func routes(from input: CaptureDeviceInput) -> [CaptureLoop.Route] {
        routes.filter { $0.connection.input === input }
    }

    /// The first device with frames that does not support the preset.
    var inputWithoutPreset: CaptureDeviceInput? {
        inputs.first { input in
            !input.device.mediaTypes.isDisjoint(with: [.video, .depth])
                && !input.device.supportedPresets.contains(preset)
        }
    }

    func validate() throws(FacecapError) {
        guard let input = inputWithoutPreset else { return }
        // What is not there has no presets either, and is another failure.
        if input.openSource == nil { _ = try input.device.makeSource(preset: .inputPriority) }
        let presets = input.device.supportedPresets.map(\.rawValue).sorted()
        throw FacecapError(
            .formatUnsupported,
            "\(input.device.localizedName) does not support the preset \(preset.rawValue); "
                + "use one of \(presets.joined(separator: ", ")).")
    }
}
