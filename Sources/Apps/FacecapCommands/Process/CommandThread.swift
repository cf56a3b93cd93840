// SPDX-License-Identifier: Apache-2.0
import Facecap
import SystemSupport

/// The thread `fc.command`, on which a command does what no actor does: it may wait there for devices, files
/// and slow readers without holding up the threads that all tasks share.
final class CommandThread: TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var isOver = false
    }

    private let state = Monitor(State())

    /// Does the asynchronous work of `body` on a thread of its own, from its first step to its last.
    ///
    /// - Throws: `.systemFailed` when the system has no room for another thread.
    static func run<Value: Sendable>(
        _ body: @Sendable () async throws(FacecapError) -> Value
    ) async throws(FacecapError) -> Value {
        let thread = CommandThread()
        _ = try WorkerThread(name: "fc.command") {
            while let job = thread.next() {
                job.runSynchronously(on: thread.asUnownedTaskExecutor())
            }
        }
        defer { thread.state.withLock { $0.isOver = true } }
        return try await withTaskExecutorPreference(thread) { () async throws(FacecapError) in
            try await body()
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
    }

    /// The next job; `nil` when there will be none.
    private func next() -> UnownedJob? {
        state.wait { state -> UnownedJob?? in
            if !state.jobs.isEmpty { return .some(state.jobs.removeFirst()) }
            return state.isOver ? .some(nil) : nil
        }
    }
}
