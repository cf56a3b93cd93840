// SPDX-License-Identifier: Apache-2.0
package import CaptureSamples
package import FaceValues

/// Hands out the events of a source, in real time a frame not before its time has come: the first one sets the moment
/// of all others. After the end, an error or a cancellation there are no more.
package struct EventPacer {
    private var offset: Int64?
    private var isFinished = false

    /// Nothing has been handed out.
    package init() {}

    /// The next event that `read` gives; frames have the time of hand-out, which comes after waiting, unless they arrived at
    /// a time of their own.
    package mutating func next(
        isRealTime: Bool, cancellation: Cancellation,
        _ read: () throws(FacecapError) -> CaptureEvent?
    ) throws(FacecapError) -> CaptureEvent? {
        guard !isFinished else { return nil }
        isFinished = true
        guard !cancellation.isCancelled, let event = try read() else { return nil }
        guard case .video(let sample) = event else {
            isFinished = false
            return event
        }
        if isRealTime { waitUntilDue(sample.presentationTime, cancellation: cancellation) }
        if cancellation.isCancelled { return nil }
        isFinished = false
        let now = MonotonicClock.nowNanoseconds
        let arrival = sample.captureNanoseconds
        return isRealTime || !(1...now).contains(arrival)
            ? .video(sample.captured(atNanoseconds: now)) : event
    }

    /// Waits until the sample with this time is due; not at all when it is late.
    private mutating func waitUntilDue(_ time: MediaTime, cancellation: Cancellation) {
        let nanoseconds = time.nanoseconds
        let offset = self.offset ?? MonotonicClock.nowNanoseconds - nanoseconds
        self.offset = offset
        cancellation.wait(untilNanoseconds: nanoseconds + offset)
    }
}
