// SPDX-License-Identifier: Apache-2.0
internal import FaceAnalysis
internal import FaceValues
import Glibc

/// Chooses how much of a live source's frames is looked at, so that limits of latency and CPU time hold and no
/// frame is late.
///
/// It measures for a second at a time. What exceeds a limit costs a step at once; a step back is taken when
/// there was room for it for a while, and for twice as long each time it turns out to be too much.
struct ScanGovernor {
    /// How much is looked at.
    struct Mode: Sendable, Hashable {
        /// N, where every Nth frame is searched as a whole.
        let scanInterval: Int
        /// N, where every Nth frame is looked at.
        let analysisStride: Int

        /// How often a frame is searched as a whole, where that was asked for; `nil` for what is best in this mode.
        func interval(_ frames: Int?) -> ScanInterval {
            frames.map(ScanInterval.every) ?? .automatic(least: scanInterval)
        }
    }

    /// From all to hardly anything.
    static let modes = [
        Mode(scanInterval: 1, analysisStride: 1), Mode(scanInterval: 2, analysisStride: 1),
        Mode(scanInterval: 4, analysisStride: 1), Mode(scanInterval: 10, analysisStride: 1),
        Mode(scanInterval: 20, analysisStride: 2), Mode(scanInterval: 30, analysisStride: 3),
        Mode(scanInterval: 30, analysisStride: 6), Mode(scanInterval: 60, analysisStride: 15),
    ]
    /// How long is measured, in nanoseconds of capture.
    private static let windowNanoseconds: Int64 = 1_000_000_000
    /// One frame of so many may be late.
    private static let framesForLateOne = 10
    /// There is room for a step back when this share of the limits is used.
    private static let roomShare = 0.5
    /// Windows with room before a step back, at first and at most.
    private static let (timeout, mostPatience) = (4, 64)
    /// A step back that has to be taken again within so many windows was too much.
    private static let trial = 8

    private struct Window {
        var start: Int64
        var cpuStart: Int64
        var frames = 0
        var late = 0
        var worstLatency: Int64 = 0
    }

    /// What may not be exceeded.
    let limits: CaptureMetadataOutput.Limits
    private var index = 0
    var mode: Mode { Self.modes[index] }
    private var window: Window?
    private var windowsWithRoom = 0
    private var windowsSinceStepBack: Int?
    private var timeout = ScanGovernor.timeout

    /// A governor that begins with everything.
    init(limits: CaptureMetadataOutput.Limits) { self.limits = limits }

    /// Notes a frame, and chooses again where a second is over.
    ///
    /// - Parameters:
    ///   - captureNanoseconds: when the frame was captured.
    ///   - latencyNanoseconds: from capture to what is told of it; `nil` of one that came too late to be
    ///     looked at.
    ///   - cpuNanoseconds: the CPU time of the process so far.
    mutating func note(
        captureNanoseconds: Int64, latencyNanoseconds: Int64?, cpuNanoseconds: Int64
    ) {
        var current =
            window ?? Window(start: captureNanoseconds, cpuStart: cpuNanoseconds)
        current.frames += 1
        if let latencyNanoseconds {
            current.worstLatency = max(current.worstLatency, latencyNanoseconds)
        } else {
            current.late += 1
        }
        let elapsed = captureNanoseconds - current.start
        guard elapsed >= Self.windowNanoseconds else {
            window = current
            return
        }
        window = Window(start: captureNanoseconds, cpuStart: cpuNanoseconds)
        let share = Double(cpuNanoseconds - current.cpuStart) / Double(elapsed)
        choose(used(current, cpuShare: share))
    }

    /// The greatest part of a limit that was used; above 1 it was exceeded.
    private func used(_ window: Window, cpuShare: Double) -> Double {
        var used = Double(window.late * Self.framesForLateOne) / Double(window.frames)
        if let limit = limits.maximumLatencyNanoseconds {
            used = max(used, Double(window.worstLatency) / Double(limit))
        }
        if let limit = limits.maximumCPUShare { used = max(used, cpuShare / limit) }
        return used
    }

    private mutating func choose(_ used: Double) {
        windowsSinceStepBack = windowsSinceStepBack.map { $0 + 1 }
        if used > 1 {
            windowsWithRoom = 0
            guard index < Self.modes.count - 1 else { return }
            if let since = windowsSinceStepBack, since <= Self.trial {
                timeout = min(2 * timeout, Self.mostPatience)
            }
            windowsSinceStepBack = nil
            index += used > 2 && index < Self.modes.count - 2 ? 2 : 1
            return
        }
        windowsWithRoom = used < Self.roomShare ? windowsWithRoom + 1 : 0
        guard windowsWithRoom >= timeout, index > 0 else { return }
        windowsWithRoom = 0
        windowsSinceStepBack = 0
        index -= 1
    }
}
