// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Turns signals, and lines on standard input, into requests for a recording of audio alone, for as long as
/// it exists.
final class AudioControl: Sendable {
    private let signals: SignalWatcher
    private let lines: RequestReader?

    /// - Parameters:
    ///   - readsLines: whether standard input is free for lines.
    ///   - showTyped: shows the line that is typed beside the progress; `nil` where there is none.
    ///   - endNow: ends the program with an exit code.
    ///   - say: tells the user what is wrong with a line.
    init(
        of file: CaptureAudioFileOutput, stopRequest: StopRequest, readsLines: Bool,
        showTyped: (@Sendable (String) -> Void)?,
        endNow: @escaping @Sendable (Int32) -> Void, say: @escaping @Sendable (String) -> Void
    ) throws(FacecapError) {
        signals = SignalWatcher(endNow: endNow, { _ in stopRequest.make() })
        lines =
            readsLines
            ? try RequestReader(showTyped: showTyped) { line in
                RecordingRequest.read(
                    line, among: ["stop", "q", "cancel"],
                    usage: " with audio alone; say stop (q) or cancel", say: say
                ) { request in
                    if request == .cancel { file.cancelRecording() }
                    stopRequest.make(.request)
                }
            } : nil
    }
}
