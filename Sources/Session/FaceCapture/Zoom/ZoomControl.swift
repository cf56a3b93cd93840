// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import Glibc
import Synchronization

/// How much the frames of an input, or of several together, are zoomed: any thread may change it, and the capture
/// threads ask what it is at the time of a frame.
final class ZoomControl: Sendable {
    private struct Ramp {
        let first: Double
        let last: Double
        /// Doublings a second, at least 0.
        let rate: Double
        /// The time of its first frame; `nil` before there was one.
        var start: MediaTime?

        func factor(at time: MediaTime) -> Double {
            let octaves = rate * (start.map { time.since($0).seconds } ?? 0)
            let way = log2(last / first)
            guard octaves < abs(way) else { return last }
            return first * exp2(way < 0 ? -octaves : octaves)
        }
    }

    private struct State {
        var factor = 1.0
        var ramp: Ramp?
        /// What the newest frame shows.
        var current = VideoZoom.none
    }

    private let state = Mutex(State())

    /// The factor of the newest frame, or the one that the next frame has.
    var factor: Double { state.withLock { $0.factor } }

    /// Whether the factor is on its way to another one.
    var isRamping: Bool { state.withLock { $0.ramp != nil } }

    /// Whether all frames come as they are.
    var isNone: Bool { state.withLock { $0.factor == 1 && $0.ramp == nil } }

    /// What the newest frame shows.
    var current: VideoZoom { state.withLock { $0.current } }

    /// Zooms from the next frame on.
    func set(_ factor: Double) {
        state.withLock { state in
            state.ramp = nil
            state.factor = factor
        }
    }

    /// Goes from the factor at the next frame to another one, by so many doublings a second.
    func ramp(to factor: Double, rate: Double) {
        state.withLock { $0.ramp = Ramp(first: $0.factor, last: factor, rate: rate) }
    }

    /// Stays at the factor of the newest frame.
    func stop() { state.withLock { $0.ramp = nil } }

    /// The factor of a frame, and the smallest of those that are on the way from it.
    func factor(at time: MediaTime) -> (now: Double, least: Double) {
        state.withLock { state in
            guard var ramp = state.ramp else { return (state.factor, state.factor) }
            // Of two inputs the frames come in any order, and another run begins at zero.
            ramp.start = ramp.start.map { min($0, time) } ?? time
            let factor = ramp.factor(at: time)
            state.ramp = factor == ramp.last ? nil : ramp
            state.factor = factor
            return (factor, min(factor, ramp.last))
        }
    }

    /// Notes what a frame shows.
    func note(_ zoom: VideoZoom) { state.withLock { $0.current = zoom } }
}
