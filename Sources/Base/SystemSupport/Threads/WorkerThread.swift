// SPDX-License-Identifier: Apache-2.0
internal import CLinux
package import FaceValues
import Glibc

/// A named thread that runs one closure to its end and can be joined once.
package final class WorkerThread: Sendable {
    private let thread: pthread_t
    private let isJoined = Monitor(false)

    /// Starts a thread; `name`, at most 15 bytes, is what `top -H` and debuggers show.
    ///
    /// - Throws: `.systemFailed` when the system has no room for another thread.
    package convenience init(
        name: String, _ body: @escaping @Sendable () -> Void
    ) throws(FacecapError) {
        try self.init(name: name, stackByteCount: nil, body)
    }

    /// - Parameter stackByteCount: room for the thread's calls; `nil` for what the system gives.
    init(
        name: String, stackByteCount: Int?, _ body: @escaping @Sendable () -> Void
    ) throws(FacecapError) {
        precondition(name.utf8.count <= 15)
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        if let stackByteCount { pthread_attr_setstacksize(&attributes, stackByteCount) }
        let start = Unmanaged.passRetained(Start(name: name, body: body))
        var thread = pthread_t()
        let failure = pthread_create(
            &thread, &attributes,
            { argument in
                guard let argument else { return nil }
                let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
                facecap_set_thread_name(start.name)
                start.body()
                return nil
            }, start.toOpaque())
        guard failure == 0 else {
            start.release()
            throw FacecapError(
                .systemFailed,
                "The system has no room for the thread \(name): end other programs or raise the"
                    + " limits (ulimit -u, ulimit -v).", errno: failure)
        }
        self.thread = thread
    }

    /// Why so many threads do not start now, beside those that there are; `nil` where they do. Libraries fail to start
    /// their own and do not say so, or wait until they start.
    package static func shortage(of count: Int = 1) -> FacecapError? {
        let isOver = Monitor(false)
        var threads: [WorkerThread] = []
        defer {
            isOver.withLock { $0 = true }
            for thread in threads { thread.join() }
        }
        do throws(FacecapError) {
            while threads.count < count {
                threads.append(
                    try WorkerThread(name: "fc.probe") { isOver.wait { $0 ? () : nil } })
            }
            return nil
        } catch {
            return error
        }
    }

    /// Waits until the closure has returned; later calls return at once.
    package func join() {
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
