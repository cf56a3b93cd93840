// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples

/// What a microphone does with a device that captures; it runs from when it is made.
protocol CapturePCM: AnyObject {
    /// What the audio is like.
    var format: AudioFormat { get }
    /// Waits for audio, for `descriptor` to be readable, or so many milliseconds.
    func wait(orFor descriptor: Int32, milliseconds: Int32) throws(PCMFailure) -> PCMReadiness
    /// How many sample frames wait to be read, and at which moment of `CLOCK_MONOTONIC` it was so.
    func stamp() throws(PCMFailure) -> (waitingFrameCount: Int, nanoseconds: Int64)
    /// Reads at most `limit` sample frames as interleaved floats; none when none are there.
    func read(atMost limit: Int) throws(PCMFailure) -> [Float]
    /// Starts again after an overrun; what was not read is lost.
    func restart() throws(PCMFailure)
}
