// SPDX-License-Identifier: Apache-2.0
internal import FaceAnalysis
package import FaceValues
package import IsolatedInput
internal import MediaInput

/// Cuts videos into segments.
package struct ArchivePlanner {
    /// Frames that depend on each other.
    static let groupLength = ScanRhythm.groupLength

    private let plan: ArchivePlan
    /// Seconds that a segment takes at least; `nil` where videos are not cut.
    private let length: Double?
    private let isolation: IsolatedFileInput.Isolation?

    /// A planner that cuts at the first group that begins after `length` seconds of a segment; `nil` cuts nothing.
    package init(
        _ plan: ArchivePlan, length: Double?, isolation: IsolatedFileInput.Isolation?
    ) {
        self.plan = plan
        self.length = length
        self.isolation = isolation
    }

    /// The segments of a video in their order. One that cannot be read is one segment, whose look will fail.
    ///
    /// - Throws: what ``VideoFingerprint/init(path:)`` throws; `systemFailed` where the system refuses a process.
    package func segments(of path: String) throws(FacecapError) -> [ArchiveSegment] {
        let video = try VideoFingerprint(path: path)
        guard let length, let index = try index(of: path), index.frameCount > Self.groupLength
        else { return [ArchiveSegment(whole: video, of: plan)] }
        let starts = Array(stride(from: 0, to: index.frameCount, by: Self.groupLength))
        var segments: [ArchiveSegment] = []
        var (first, begin) = (0, index.start.seconds)
        for (start, time) in zip(starts, index.times(of: starts)).dropFirst()
        where time.seconds - begin >= length {
            segments.append(ArchiveSegment(first..<start, of: video, index, plan: plan))
            (first, begin) = (start, time.seconds)
        }
        segments.append(ArchiveSegment(first..<index.frameCount, of: video, index, plan: plan))
        return segments
    }

    private func index(of path: String) throws(FacecapError) -> FrameIndex? {
        do throws(FacecapError) {
            return try FrameIndex.of(path: path, isolation: isolation)
        } catch {
            switch error.code {
            case .mediaUnreadable, .mediaDamaged, .decoderCrashed, .decoderStalled,
                .formatUnsupported:
                return nil
            default: throw error
            }
        }
    }
}
