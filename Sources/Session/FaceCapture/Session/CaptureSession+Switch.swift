// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
public import FaceValues

extension CaptureSession {
    /// Puts another device behind an input, also while frames flow: what other frameworks call
    /// switching the camera.
    ///
    /// The input, its connections and the outputs stay; frame numbers, the session's time and a
    /// recording go on, with an interruption and a gap between both devices, across which no face id
    /// is used again. Frames of another size are fitted into those of a recording. The other device
    /// is opened before this one is closed, unless it is busy as long as this one is open.
    ///
    /// Throws why the other device cannot be opened or does not fit, and `invalidState` for an input
    /// that is not part of the session; then the device before goes on, opened again where it had to
    /// be closed.
    public func switchDevice(
        of input: CaptureDeviceInput, to device: CaptureDevice
    ) throws(FacecapError) {
        guard configuration.contains(input), candidate == nil else {
            throw FacecapError(
                .invalidState,
                "Only an input of the session can be switched, with its configuration committed.")
        }
        guard input.openSource != nil else {
            // What was lost comes back with the next start alone.
            if isRunning { throw .deviceHasEnded }
            return input.device = device
        }
        if isRunning { try watchPressure(of: [device]) }
        try fulfil(
            try makeRequest(
                of: input, device, isSameDevice: false,
                reason: "switched to \(device.localizedName)"),
            of: input)
    }

    /// Exchanges the source of an input that is open, on its capture thread where it runs.
    func fulfil(
        _ request: SourceExchange, of input: CaptureDeviceInput
    ) throws(FacecapError) {
        if let running = runningInputs.first(where: { $0.input === input }) {
            return try running.loop.exchangeSource(request)
        }
        do throws(FacecapError) {
            _ = try request.open()
        } catch {
            _ = try request.putBack()
            throw error
        }
    }

    /// The exchange of the source of an open input for that of another device, or for the same with another preset or
    /// frame rate.
    func makeRequest(
        of input: CaptureDeviceInput, _ device: CaptureDevice, isSameDevice: Bool,
        preset newPreset: Preset? = nil, reason: String
    ) throws(FacecapError) -> SourceExchange {
        let (old, oldPreset) = (input.device, configuration.preset)
        let preset = newPreset ?? oldPreset
        let requirements = ExchangeRequirements(
            input, connected: configuration.routes(from: input).map(\.connection.mediaType),
            isSameDevice: isSameDevice)
        let opened = try open(device, preset)
        if let opened { try requirements.check(opened, device) }
        return SourceExchange(
            reason: reason,
            open: { () throws(FacecapError) in
                input.openSource = nil
                let source: OpenSource
                if let opened {
                    source = opened
                } else {
                    source = try device.makeSource(preset: preset)
                    try requirements.check(source, device)
                }
                input.device = device
                input.openSource = source
                return source
            },
            putBack: { () throws(FacecapError) in
                do throws(FacecapError) {
                    let source = try old.makeSource(preset: oldPreset)
                    input.openSource = source
                    return source
                } catch {
                    input.lose()
                    throw error
                }
            })
    }

    /// The open device; `nil` when it is busy, perhaps because of the one it is to follow.
    private func open(
        _ device: CaptureDevice, _ preset: Preset
    ) throws(FacecapError) -> OpenSource? {
        do throws(FacecapError) {
            return try device.makeSource(preset: preset)
        } catch {
            guard error.code == .deviceBusy else { throw error }
            return nil
        }
    }
}

/// What a device must have in common with the one that it follows.
private struct ExchangeRequirements: Sendable {
    private let mediaTypes: Set<MediaType>
    private let encodedFormats: EncodedSample.Formats
    private let isLive: Bool
    private let isSameDevice: Bool

    init(_ input: CaptureDeviceInput, connected: [MediaType], isSameDevice: Bool) {
        self.isSameDevice = isSameDevice
        // What nobody takes, the other device need not have.
        mediaTypes = input.mediaTypes.intersection(connected)
        encodedFormats = input.encodedFormats
        isLive = input.isLive ?? false
    }

    func check(_ source: OpenSource, _ device: CaptureDevice) throws(FacecapError) {
        guard isSameDevice || isLive && source.isLive else {
            throw FacecapError(
                .invalidState,
                "Only live devices can take each other's place; \(device.localizedName) or the one"
                    + " in use is none.")
        }
        guard mediaTypes.isSubset(of: source.mediaTypes) else {
            throw FacecapError(
                .formatUnsupported,
                "\(device.localizedName) does not have all that the device in use has, such as audio;"
                    + " use them as two inputs.")
        }
        guard encodedFormats == source.encodedFormats else {
            throw FacecapError(
                .formatUnsupported,
                "The samples of \(device.localizedName) are encoded differently from those of the"
                    + " device in use; stop, then start with the other one.")
        }
    }
}
