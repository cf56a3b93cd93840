// SPDX-License-Identifier: Apache-2.0
import Facecap
import Synchronization

/// The request to end a session, which may come before it runs and from any thread.
final class StopRequest: Sendable {
    /// Who requested it.
    enum Cause: String, Sendable {
        case signal
        /// A line on standard input.
        case request
        /// A limit that the user set.
        case limit
        /// Somebody who read what was written wants no more.
        case readerGone = "reader_gone"
        /// Something failed, which whoever noticed it tells.
        case error
    }

    private let session: CaptureSession
    private let firstCause = Mutex<Cause?>(nil)

    init(session: CaptureSession) { self.session = session }

    /// Who requested it first; `nil` while nobody did.
    var cause: Cause? { firstCause.withLock { $0 } }

    /// Stops the session soon.
    func make(_ cause: Cause = .signal) {
        firstCause.withLock { $0 = $0 ?? cause }
        Task { [session] in await session.stopRunning() }
    }

    /// Stops a session that has just started, where the request came earlier.
    func catchUp() async {
        if cause != nil { await session.stopRunning() }
    }
}
