import Facecap

/// Lets a recording's sound be heard while it is made, and says when it cannot be.
final class SoundMonitor: AudioPreviewOutputDelegate {
    private let output: AudioPreviewOutput
    private let say: @Sendable (String) -> Void

    /// Adds an output to the session of a live input.
    init(
        device: String, hearing input: DeviceInput, in session: CaptureSession,
        say: @escaping @Sendable (String) -> Void
    ) async throws(FacecapError) {
        guard input.isLive != false else {
            throw FacecapError(
                .invalidArgument,
                "\(input.device.localizedName) is read as fast as it goes and cannot be heard; add "
                    + "--realtime, or leave --monitor out.")
        }
        output = AudioPreviewOutput(outputDevice: device)
        self.say = say
        output.setDelegate(self)
        try await session.addOutput(output, from: [input])
    }

    func audioPreviewOutput(_ output: AudioPreviewOutput, didFailWith error: FacecapError) {
        say(error.message)
    }

    /// Lets go of the device; the output holds on to its delegate until then.
    func finish() { output.setDelegate(nil) }
}
