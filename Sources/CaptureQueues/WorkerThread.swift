internal import CLinux
import Glibc

/// A named thread that runs one closure to its end and can be joined once.
public final class WorkerThread: Sendable {
    private let thread: pthread_t
    private let isJoined = Monitor(false)

    /// Starts a thread; `name`, at most 15 bytes, is what `top -H` and debuggers show.
    public init(name: String, _ body: @escaping @Sendable () -> Void) {
        precondition(name.utf8.count <= 15)
        let start = Unmanaged.passRetained(Start(name: name, body: body))
        var thread = pthread_t()
        let failure = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
                facecap_set_thread_name(start.name)
                start.body()
                return nil
            }, start.toOpaque())
        precondition(failure == 0, "The system has no room for another thread.")
        self.thread = thread
    }

    /// Waits until the closure has returned; later calls return at once.
    public func join() {
        let isFirst = isJoined.withLock { joined in
            defer { joined = true }
            return !joined
        }
        if isFirst { pthread_join(thread, nil) }
    }

    deinit {
        if !isJoined.withLock({ $0 }) { pthread_detach(thread) }
    }

    private final class Start {
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }
}
