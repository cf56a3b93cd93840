// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues
import Glibc
import Synchronization
internal import SystemSupport

/// The one pace at which the live streams of a session that have the same limits are looked at: they share the
/// processors, so that what one of them left out, another one would take.
final class ScanPace: Sendable {
    private struct State {
        var governor: ScanGovernor
        var streams = 0
    }

    private let state: Mutex<State>

    /// A pace of its own, which begins with everything.
    init(limits: CaptureMetadataOutput.Limits) {
        state = Mutex(State(governor: ScanGovernor(limits: limits)))
    }

    /// Counts one stream more; returns its number, from 0, by which streams look at different moments.
    func join() -> Int {
        state.withLock { state in
            defer { state.streams += 1 }
            return state.streams
        }
    }

    /// Notes a frame of any stream; returns what is chosen.
    fileprivate func note(
        captureNanoseconds: Int64, latencyNanoseconds: Int64?, cpuNanoseconds: Int64
    ) -> ScanGovernor.Mode {
        state.withLock { state in
            state.governor.note(
                captureNanoseconds: captureNanoseconds, latencyNanoseconds: latencyNanoseconds,
                cpuNanoseconds: cpuNanoseconds)
            return state.governor.mode
        }
    }
}

/// The paces of a session's live streams, one for each set of limits.
final class ScanPaces: Sendable {
    private struct Weak {
        weak var pace: ScanPace?
    }

    private let all = Mutex<[CaptureMetadataOutput.Limits: Weak]>([:])

    /// The pace of those that keep these limits now; a new one where nobody does.
    func pace(by limits: CaptureMetadataOutput.Limits) -> ScanPace {
        all.withLock { all in
            if let pace = all[limits]?.pace { return pace }
            let pace = ScanPace(limits: limits)
            all = all.filter { $0.value.pace != nil }
            all[limits] = Weak(pace: pace)
            return pace
        }
    }
}

/// A live stream at a pace.
///
/// It is measured after two looks: the first one loads the detector, the second one waited for that.
struct PacedStream {
    private let pace: ScanPace
    private var unmeasuredLooks = 2
    private var mode = ScanGovernor.modes[0]

    init(pace: ScanPace) { self.pace = pace }

    /// Notes a frame; returns what is chosen, where that is new to this stream.
    ///
    /// - Parameters:
    ///   - captureNanoseconds: when the frame was captured.
    ///   - latencyNanoseconds: from capture to what is told of it; `nil` of one that came too late to be
    ///     looked at.
    ///   - cpuNanoseconds: the CPU time of the process so far.
    ///   - isLook: whether it was looked at.
    mutating func note(
        captureNanoseconds: Int64, latencyNanoseconds: Int64?, cpuNanoseconds: Int64, isLook: Bool
    ) -> ScanGovernor.Mode? {
        guard unmeasuredLooks == 0 else {
            unmeasuredLooks -= isLook ? 1 : 0
            return nil
        }
        let chosen = pace.note(
            captureNanoseconds: captureNanoseconds, latencyNanoseconds: latencyNanoseconds,
            cpuNanoseconds: cpuNanoseconds)
        guard chosen != mode else { return nil }
        mode = chosen
        return chosen
    }

    /// Notes at this moment what became of a frame; returns what is chosen, where that is new to this stream.
    mutating func note(
        _ frame: CapturedFrame.Header, _ outcome: FrameLedger.Outcome
    ) -> ScanGovernor.Mode? {
        let latency = MonotonicClock.nowNanoseconds - frame.captureNanoseconds
        return note(
            captureNanoseconds: frame.captureNanoseconds,
            latencyNanoseconds: outcome == .skipped(.lateData) ? nil : latency,
            cpuNanoseconds: SystemClock.nanoseconds(of: CLOCK_PROCESS_CPUTIME_ID),
            isLook: outcome == .analysed)
    }
}
