// SPDX-License-Identifier: Apache-2.0
import Facecap
import Synchronization

/// Lets a recording's audio be heard while it is made, and says when it cannot be.
final class AudioMonitor: CaptureAudioPreviewOutput.Delegate {
    private let output: CaptureAudioPreviewOutput
    private let say = Mutex<(@Sendable (String) -> Void)?>(nil)

    /// Adds an output to the session of a live input.
    init(
        device: String, hearing input: CaptureDeviceInput, in session: CaptureSession
    ) async throws(FacecapError) {
        guard input.isLive != false else {
            throw FacecapError(
                .invalidArgument,
                "\(input.device.localizedName) is read as fast as it goes and cannot be heard; add "
                    + "--realtime, or leave --monitor out.")
        }
        output = CaptureAudioPreviewOutput(outputDevice: device)
        try await session.addOutput(output, from: [input])
    }

    /// Says from now on when it cannot be heard.
    func begin(say: @escaping @Sendable (String) -> Void) {
        self.say.withLock { $0 = say }
        output.setDelegate(self)
    }

    func audioPreviewOutput(_ output: CaptureAudioPreviewOutput, didFailWith error: FacecapError) {
        say.withLock { $0 }?(error.message)
    }

    /// Lets go of the device; the output holds on to its delegate until then.
    func finish() { output.setDelegate(nil) }
}
