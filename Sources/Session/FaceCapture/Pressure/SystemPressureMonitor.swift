// SPDX-License-Identifier: Apache-2.0
package import FaceValues
internal import CaptureSamples
internal import SystemSupport

/// Watches the load and the heat of the machine on the thread `fc.pressure`, every two seconds.
package final class SystemPressureMonitor: Sendable {
    private let isStopped = Monitor(false)
    private let thread: WorkerThread

    /// Starts to watch; `didChange` is told of each change, on the thread. No pressure is assumed before
    /// the first reading, which comes at once.
    ///
    /// - Throws: `.systemFailed` when the system has no room for another thread.
    package convenience init(
        didChange: @escaping @Sendable (SystemPressureState) -> Void
    ) throws(FacecapError) {
        try self.init(gauge: SystemPressureGauge(), didChange: didChange)
    }

    init(
        gauge: SystemPressureGauge, intervalNanoseconds: Int64 = 2_000_000_000,
        didChange: @escaping @Sendable (SystemPressureState) -> Void
    ) throws(FacecapError) {
        let isStopped = isStopped
        thread = try WorkerThread(name: "fc.pressure") {
            var gauge = gauge
            var assessment = SystemPressureAssessment()
            repeat {
                if let state = assessment.enter(gauge.read()) { didChange(state) }
            } while isStopped.wait(
                untilNanoseconds: MonotonicClock.nowNanoseconds + intervalNanoseconds,
                { $0 ? true : nil }) == nil
        }
    }

    /// Ends the thread and waits for it; may be called again.
    package func stop() {
        isStopped.withLock { $0 = true }
        thread.join()
    }

    deinit { isStopped.withLock { $0 = true } }
}
