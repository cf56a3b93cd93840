// SPDX-License-Identifier: Apache-2.0
import Dispatch

/// Runs an actor's work on a named serial dispatch queue, where it may block without holding up the
/// threads that all other tasks share.
package final class QueueExecutor: SerialExecutor {
    private let queue: DispatchQueue

    /// An executor with a queue of its own.
    package init(label: String) { queue = DispatchQueue(label: label) }

    /// Appends a job to the queue.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Appends work to the queue.
    package func enqueue(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }
}
