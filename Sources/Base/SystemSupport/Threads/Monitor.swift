// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A value that threads share and wait on: a mutex and a condition around it.
///
/// Waiting blocks the calling thread: it is for named threads, never for tasks or actors.
package final class Monitor<State>: @unchecked Sendable {
    private var state: State
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    /// A monitor around a first value.
    package init(_ state: State) {
        self.state = state
        mutex = .allocate(capacity: 1)
        condition = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Reads or changes the value, then wakes whoever waits.
    package func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        locked { body(&state) }
    }

    /// Waits until `body` returns a value, looking again after every change.
    package func wait<Result>(_ body: (inout State) -> Result?) -> Result {
        locked {
            while true {
                if let result = body(&state) { return result }
                pthread_cond_wait(condition, mutex)
            }
        }
    }

    /// Waits until `body` returns a value or the monotonic clock reaches `deadlineNanoseconds`;
    /// `nil` when the time is over.
    package func wait<Result>(
        untilNanoseconds deadlineNanoseconds: Int64, _ body: (inout State) -> Result?
    ) -> Result? {
        // A time below zero is none to pthread, which would not wait and not say that it is over.
        let end = max(0, deadlineNanoseconds)
        var deadline = timespec(
            tv_sec: Int(end / 1_000_000_000), tv_nsec: Int(end % 1_000_000_000))
        return locked {
            while true {
                if let result = body(&state) { return result }
                if pthread_cond_timedwait(condition, mutex, &deadline) == ETIMEDOUT {
                    return body(&state)
                }
            }
        }
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
        }
        return body()
    }
}
