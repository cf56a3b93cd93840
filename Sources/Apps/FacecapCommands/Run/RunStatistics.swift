// SPDX-License-Identifier: Apache-2.0
import Facecap
import Synchronization

/// Gathers what `--stats` says at the end, in bounded memory.
final class RunStatistics: Sendable {
    private struct State {
        /// Latencies of analyzed frames by tenth of a millisecond; the last one holds all above.
        var histogram = [Int](repeating: 0, count: 20_001)
        var count = 0
        var firstNanoseconds: Int64?
        var lastNanoseconds: Int64 = 0
        /// Frames all of which was looked at.
        var scanCount = 0
        /// How often the governor chose, and what at last.
        var choiceCount = 0
        var intervals: SystemPressureState.LookIntervals?
    }

    private let state = Mutex(State())

    /// Enters an observation as it is delivered.
    func record(_ observation: FaceObservation) {
        let now = MonotonicClock.nowNanoseconds
        state.withLock { state in
            state.firstNanoseconds = state.firstNanoseconds ?? now
            state.lastNanoseconds = now
            guard observation.outcome == .analysed else { return }
            if observation.scan?.isFull == true { state.scanCount += 1 }
            let tenths = Int((now - observation.captureNanoseconds) / 100_000)
            state.histogram[min(max(0, tenths), state.histogram.count - 1)] += 1
            state.count += 1
        }
    }

    /// Enters what was chosen so that limits hold.
    func record(_ pressure: SystemPressureState) {
        guard let intervals = pressure.lookIntervals else { return }
        state.withLock { state in
            state.choiceCount += 1
            state.intervals = intervals
        }
    }

    /// One line for people.
    func summary(ledger: FrameLedger) -> String {
        state.withLock { state in
            let span = Double(state.lastNanoseconds - (state.firstNanoseconds ?? 0)) / 1e9
            let rate = span > 0 ? Double(ledger.captured - 1) / span : 0
            let skipped = ledger.skippedCount
            let dropped = ledger.droppedCount
            return "\(ledger.captured.counted("frame")) at \((rate * 10).rounded() / 10) a second, "
                + "\(ledger.analysed) analyzed (\(state.scanCount) in full), \(skipped) skipped, \(dropped) dropped, "
                + "\(ledger.lost) lost; capture to line "
                + "p50 \(Self.percentile(0.5, of: state)) ms, "
                + "p99 \(Self.percentile(0.99, of: state)) ms"
                + Self.choices(of: state)
        }
    }

    private static func choices(of state: State) -> String {
        state.intervals.map {
            "; changed \(state.choiceCount.counted("time")) how much is looked at, at last all of every"
                + ($0.scan == 1 ? " frame," : " \($0.scan) frames,")
                + " of which 1 in \($0.analysis) is looked at"
        } ?? ""
    }

    private static func percentile(_ share: Double, of state: State) -> Double {
        var rest = Int((Double(state.count) * share).rounded(.up))
        for (tenths, count) in state.histogram.enumerated() {
            rest -= count
            if rest <= 0 { return Double(tenths) / 10 }
        }
        return 0
    }
}
