// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceAnalysis
internal import FaceValues

/// Tells when an image has changed much and come to rest, as when a camera is turned to something else; brighter or
/// darker light is no change. Used by one thread.
struct SubjectAreaMonitor {
    /// From one look to the next.
    private static let lookNanoseconds: Int64 = 200_000_000
    /// A cell has changed when its luma differs by more, of 255, beside what all cells changed.
    private static let leastChange = 16
    /// So many of a hundred cells change at least; at rest at most so many do from look to look.
    private static let (muchChanged, restChanged) = (30, 8)

    private var thumbnail = FrameThumbnail()
    /// What the image was like when it was watched first, or last told of, and at the last look.
    private var reference: [UInt8] = []
    private var last: [UInt8] = []
    private var lastTime: MediaTime?

    /// Looks at a frame, where a look is due; whether the image has changed.
    mutating func sees(changeIn sample: VideoSampleBuffer) -> Bool {
        let time = sample.presentationTime
        if let lastTime, time >= lastTime,
            time.nanoseconds - lastTime.nanoseconds < Self.lookNanoseconds
        {
            return false
        }
        guard thumbnail.take(sample.pixelBuffer) else { return false }
        lastTime = time
        defer { last = thumbnail.luma }
        guard !reference.isEmpty else {
            reference = thumbnail.luma
            return false
        }
        guard Self.changed(last, thumbnail.luma) <= Self.restChanged,
            Self.changed(reference, thumbnail.luma) >= Self.muchChanged
        else { return false }
        reference = thumbnail.luma
        return true
    }

    /// How many of a hundred cells changed.
    private static func changed(_ before: [UInt8], _ after: [UInt8]) -> Int {
        let shift = (sum(after) - sum(before)) / before.count
        let count = zip(before, after).count {
            abs(Int($1) - Int($0) - shift) > leastChange
        }
        return 100 * count / before.count
    }

    private static func sum(_ luma: [UInt8]) -> Int { luma.reduce(0) { $0 + Int($1) } }
}
