// SPDX-License-Identifier: Apache-2.0
import Glibc
internal import SystemSupport

/// How the threads of the process are scheduled, as it was before a library changed it.
///
/// As root SVT-AV1 makes the thread that opens it real-time, and all of its own: whoever waits for a frame busily, or
/// is started by that thread, would then keep everybody else from the processor. Source: sched(7).
struct ThreadScheduling {
    /// The policy of each thread.
    private let policies: [pid_t: CInt]

    /// How they are scheduled now.
    init() {
        policies = Dictionary(uniqueKeysWithValues: Self.threads.map { ($0, Self.policy(of: $0)) })
    }

    /// Schedules in the ordinary way what became real-time since.
    func restore() {
        for thread in Self.threads
        where Self.isRealTime(Self.policy(of: thread))
            && !Self.isRealTime(policies[thread] ?? SCHED_OTHER)
        {
            var parameters = sched_param()
            sched_setscheduler(thread, SCHED_OTHER, &parameters)
        }
    }

    private static var threads: [pid_t] {
        (try? Files.names(in: "/proc/self/task"))?.compactMap { pid_t($0) } ?? []
    }

    private static func policy(of thread: pid_t) -> CInt { sched_getscheduler(thread) }

    private static func isRealTime(_ policy: CInt) -> Bool {
        policy == SCHED_FIFO || policy == SCHED_RR
    }
}
