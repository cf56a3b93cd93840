// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import SystemSupport

/// Audio that waits to be played: a fifth of a second, of which the oldest gives way.
final class PreviewQueue: Sendable {
    private struct State {
        var waiting: [AudioSampleBuffer] = []
        var frameCount = 0
        var isClosed = false
    }

    /// Of a second, what may wait.
    private static var share: Int { 5 }

    private let state = Monitor(State())

    /// Whether nothing is taken any more.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Appends a stretch, never waiting; how many sample frames were discarded for it.
    func append(_ audio: AudioSampleBuffer) -> Int {
        state.withLock { state in
            guard !state.isClosed else { return 0 }
            state.waiting.append(audio)
            state.frameCount += audio.frameCount
            let before = state.frameCount
            while state.frameCount > audio.sampleRate / Self.share, state.waiting.count > 1 {
                state.frameCount -= state.waiting.removeFirst().frameCount
            }
            return before - state.frameCount
        }
    }

    /// Waits for the next stretch; `nil` once the queue is closed.
    func next() -> AudioSampleBuffer? {
        state.wait { state -> AudioSampleBuffer?? in
            if state.isClosed { return .some(nil) }
            guard !state.waiting.isEmpty else { return nil }
            let audio = state.waiting.removeFirst()
            state.frameCount -= audio.frameCount
            return audio
        }
    }

    /// Discards what waits, and takes nothing any more.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.waiting = []
            state.frameCount = 0
        }
    }
}
