// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
package import FaceValues

/// Holds samples back until their time has come: the first one sets the moment of all others.
package struct RealTimePacer {
    private var offset: Int64?

    /// Nothing has been handed out.
    package init() {}

    /// Waits until the sample with this time is due; not at all when it is late.
    package mutating func waitUntilDue(_ time: MediaTime, cancellation: Cancellation) {
        let nanoseconds = time.nanoseconds
        let offset = self.offset ?? MonotonicClock.nowNanoseconds - nanoseconds
        self.offset = offset
        cancellation.wait(untilNanoseconds: nanoseconds + offset)
    }
}
