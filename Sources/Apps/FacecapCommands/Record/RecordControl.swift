// SPDX-License-Identifier: Apache-2.0
import Facecap
import Glibc

/// Turns signals, and lines on standard input, into requests for recordings, for as long as it exists.
final class RecordControl: Sendable {
    private let ending: SignalWatcher?
    private let others: SignalSources
    private let lines: RequestReader?

    /// A signal stops the recordings; a later one, after a second, ends the program and leaves what is
    /// written. No signal removes a recording.
    ///
    /// - Parameters:
    ///   - interruption: the request that removes what was recorded, a copy of a file, in the place of signals,
    ///     which others watch; `nil` where it is none.
    ///   - readsLines: whether standard input is free for lines.
    ///   - showTyped: shows the line that is typed beside the progress; `nil` where there is none.
    ///   - endNow: ends the program with an exit code.
    ///   - say: tells the user what is wrong with a line.
    init(
        _ requests: RunRequests, stopRequest: StopRequest, interruption: Interruption?,
        readsLines: Bool, showTyped: (@Sendable (String) -> Void)?,
        endNow: @escaping @Sendable (Int32) -> Void, say: @escaping @Sendable (String) -> Void
    ) throws(FacecapError) {
        ending =
            interruption == nil
            ? SignalWatcher(endNow: endNow, { _ in stopRequest.make() }) : nil
        interruption?.begin { requests.fulfil(.cancel) }
        others = SignalSources([SIGUSR1, SIGUSR2]) { signal in
            requests.fulfil(signal == SIGUSR1 ? .togglePause : .still(path: nil))
        }
        lines =
            readsLines
            ? try RequestReader(showTyped: showTyped) { line in
                RecordingRequest.read(
                    line,
                    usage: "; say pause, resume, split, delete-last, still [FILE], marker TEXT,"
                        + " meta [TIME] KEY TYPE VALUE, camera [DEVICE], rate FPS,"
                        + " zoom FACTOR [TIME], stop (q) or cancel",
                    say: say, fulfil: requests.fulfil)
            } : nil
    }
}
