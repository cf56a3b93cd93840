// SPDX-License-Identifier: Apache-2.0
import Facecap

/// How many frames a second come, and how old they are then: of the last ones.
struct RateMeter: Sendable {
    private static var capacity: Int { 32 }

    private var arrivals: [Int64] = []
    /// Milliseconds from the capture of the newest frame that was analyzed until it was shown.
    private(set) var latency: Double?

    /// Takes a frame that is shown at a moment of the monotonic clock.
    mutating func add(_ observation: FaceObservation, at nanoseconds: Int64) {
        arrivals.append(nanoseconds)
        if arrivals.count > Self.capacity { arrivals.removeFirst() }
        guard observation.outcome == .analysed else { return }
        latency = Double(nanoseconds - observation.captureNanoseconds) / 1e6
    }

    /// Frames a second; `nil` before the second frame.
    var framesPerSecond: Double? {
        guard let first = arrivals.first, let last = arrivals.last, last > first else { return nil }
        return Double(arrivals.count - 1) * 1e9 / Double(last - first)
    }
}
