// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import SystemSupport

/// Hands out events when a test says so.
final class SteppedSource: CaptureSource, CaptureSourceControl {
    private struct State {
        var events: [CaptureEvent] = []
        var isOver = false
        var isAsked = false
    }

    let videoFormat: VideoFormat?
    let audioFormat: AudioFormat?
    let timebase: CaptureEvent.Timebase
    let estimatedFrameCount: Int? = nil
    let isLive: Bool
    private let state = Monitor(State())

    /// - Parameter isMicrophone: whether it has audio with times of `CLOCK_MONOTONIC` instead of frames.
    init(isLive: Bool = false, isMicrophone: Bool = false) {
        self.isLive = isLive
        videoFormat = isMicrophone ? nil : VideoFormat(width: 4, height: 2, frameRate: 10)
        audioFormat = isMicrophone ? AudioFormat(sampleRate: 10, channelCount: 1) : nil
        timebase = isMicrophone ? .host : .stream
    }

    /// Hands out events and waits until the next one is asked for: all of them are delivered.
    func show(_ events: [CaptureEvent]) {
        state.withLock { $0.events += events }
        state.wait { $0.events.isEmpty && $0.isAsked || $0.isOver ? () : nil }
    }

    /// Ends the stream.
    func end() { state.withLock { $0.isOver = true } }

    func nextEvent() throws(FacecapError) -> CaptureEvent? {
        state.withLock { $0.isAsked = true }
        return state.wait { state -> CaptureEvent?? in
            if state.events.isEmpty { return state.isOver ? .some(nil) : nil }
            state.isAsked = false
            return state.events.removeFirst()
        }
    }

    func cancel() { end() }
}
