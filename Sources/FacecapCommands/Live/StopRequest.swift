import Facecap
import Synchronization

/// The wish to end a session, which may come before it runs and from any thread.
final class StopRequest: Sendable {
    private let session: CaptureSession
    private let made = Mutex(false)

    init(session: CaptureSession) { self.session = session }

    /// Stops the session soon.
    func make() {
        made.withLock { $0 = true }
        Task { [session] in await session.stopRunning() }
    }

    /// Stops a session that has just started, where the wish came earlier.
    func catchUp() async {
        if made.withLock({ $0 }) { await session.stopRunning() }
    }
}
