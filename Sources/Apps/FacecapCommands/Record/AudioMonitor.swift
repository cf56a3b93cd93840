// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Lets a recording's audio be heard while it is made, and says when it cannot be.
final class AudioMonitor: CaptureAudioPreviewOutput.Delegate {
    private let output: CaptureAudioPreviewOutput
    private let say: @Sendable (String) -> Void

    /// Adds an output to the session of a live input.
    init(
        device: String, hearing input: CaptureDeviceInput, in session: CaptureSession,
        say: @escaping @Sendable (String) -> Void
    ) async throws(FacecapError) {
        guard input.isLive != false else {
            throw FacecapError(
                .invalidArgument,
                "\(input.device.localizedName) is read as fast as it goes and cannot be heard; add "
                    + "--realtime, or leave --monitor out.")
        }
        output = CaptureAudioPreviewOutput(outputDevice: device)
        self.say = say
        output.setDelegate(self)
        try await session.addOutput(output, from: [input])
    }

    func audioPreviewOutput(_ output: CaptureAudioPreviewOutput, didFailWith error: FacecapError) {
        say(error.message)
    }

    /// Lets go of the device; the output holds on to its delegate until then.
    func finish() { output.setDelegate(nil) }
}
