// SPDX-License-Identifier: Apache-2.0
/// A face track to be added to a movie.
package struct FaceTrackAddition: Sendable {
    /// The whole `mebx` box, such as `FaceTrackFormat.sampleEntry`.
    package var sampleEntry: [UInt8]
    /// Ticks a second of the samples' times, greater than 0.
    package var timescale: Int32
    /// What is known from which moment on, in ascending order. A moment counts from the movie's start,
    /// 0 or more; a sample lasts until the next one begins, which may be no time, the last one to the
    /// end of the video.
    ///
    /// The bytes are those of `FaceSampleEncoder`; none at all stand for nothing known.
    package var samples: [(ticks: Int64, bytes: [UInt8])]

    /// A face track to be added to a movie.
    package init(
        sampleEntry: [UInt8], timescale: Int32, samples: [(ticks: Int64, bytes: [UInt8])]
    ) {
        self.sampleEntry = sampleEntry
        self.timescale = timescale
        self.samples = samples
    }
}
