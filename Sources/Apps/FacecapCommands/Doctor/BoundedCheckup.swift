// SPDX-License-Identifier: Apache-2.0
import Facecap
import SystemSupport

/// One part of the doctor's work, which is given up where a device or the network does not answer.
struct BoundedCheckup {
    /// What is looked at, as people call it.
    let thing: String
    /// Looks; on a thread of its own.
    let look: @Sendable () -> [DoctorCheck]

    /// What was found, within some seconds.
    func checks(within seconds: Int64 = 15) throws(FacecapError) -> [DoctorCheck] {
        let found = Monitor<[DoctorCheck]?>(nil)
        _ = try WorkerThread(name: "fc.doctor") { [look] in
            let checks = look()
            found.withLock { $0 = checks }
        }
        let deadline = MonotonicClock.nowNanoseconds + seconds * 1_000_000_000
        return found.wait(untilNanoseconds: deadline) { $0 }
            ?? [
                DoctorCheck(
                    status: .problem, thing: thing, detail: "no answer within \(seconds) s",
                    remedy: "unplug what does not answer, or see: sudo dmesg")
            ]
    }
}
