// SPDX-License-Identifier: Apache-2.0
package import FaceValues
internal import MediaInput
internal import SystemSupport

/// A stretch of a video that is looked at by itself: whole groups of frames that depend on each other alone, a line
/// of a plan.
///
/// Where the video's frames are not known without a look at them, it is all of the video.
package struct ArchiveSegment: Sendable, Hashable, Codable {
    /// The video's path, as it was named.
    package private(set) var file: String
    /// What tells the video from others; see ``VideoFingerprint``.
    package let content: String
    /// The video's length in bytes.
    package let size: Int64
    /// The number of the first frame, in the order in which frames are shown.
    package let a: Int
    /// The number of the frame after the last one; `nil` where it is not known.
    package let b: Int?
    /// Ticks a second of the times below; `nil` of a whole video.
    package let timescale: Int32?
    /// When the first frame is shown.
    package let start: Int64?
    /// When the frame after the last one is; `nil` where there is none.
    package let end: Int64?
    /// The last frame before that is looked at, where there is one.
    package let before: Lead?
    /// The first one of that one's group, needed where `before` shows nothing.
    package let group: Lead?
    /// Which part belongs to it: the SHA-256 in hex of all that the part depends on.
    package private(set) var key = ""

    /// A frame before the segment.
    package struct Lead: Sendable, Hashable, Codable {
        /// Its number.
        package let frame: Int
        /// When it is shown, in ticks.
        package let time: Int64
    }

    /// A video that is not cut.
    init(whole video: VideoFingerprint, of plan: ArchivePlan) {
        self.init(video, plan, frames: (0, nil), times: (nil, nil, nil), leads: (nil, nil))
    }

    /// Frames of a video.
    ///
    /// - Parameter index: when its frames are shown.
    init(
        _ frames: Range<Int>, of video: VideoFingerprint, _ index: FrameIndex, plan: ArchivePlan
    ) {
        let leads = Self.leads(of: frames.lowerBound, interval: plan.search.analysisInterval)
        let isLast = frames.upperBound == index.frameCount
        let numbers =
            (leads.map { [$0.group, $0.before] } ?? []) + [frames.lowerBound]
            + (isLast ? [] : [frames.upperBound])
        var times = index.times(of: numbers).map(\.value)[...]
        let group = leads.map { Lead(frame: $0.group, time: times.removeFirst()) }
        let before = leads.map { Lead(frame: $0.before, time: times.removeFirst()) }
        let start = times.removeFirst()
        self.init(
            video, plan, frames: (frames.lowerBound, frames.upperBound),
            times: (index.start.timescale, start, times.first), leads: (before, group))
    }

    private init(
        _ video: VideoFingerprint, _ plan: ArchivePlan, frames: (a: Int, b: Int?),
        times: (scale: Int32?, start: Int64?, end: Int64?), leads: (before: Lead?, group: Lead?)
    ) {
        file = video.path
        content = video.text
        size = video.size
        (a, b) = frames
        (timescale, start, end) = times
        (before, group) = leads
        key = makeKey(plan)
    }

    /// The last frame before a segment's first one that is looked at, and the first one of its group.
    private static func leads(of first: Int, interval: Int) -> (before: Int, group: Int)? {
        guard first > 0 else { return nil }
        let before = (first - 1) / interval * interval
        let group = before - before % ArchivePlanner.groupLength
        return (before, (group + interval - 1) / interval * interval)
    }

    private func makeKey(_ plan: ArchivePlan) -> String {
        var segment = self
        (segment.key, segment.file) = ("", "")
        let texts = [try? plan.lineOfParts(), try? segment.line()].compactMap(\.self)
        return SHA256.hex(of: Array(texts.joined().utf8))
    }

    /// Whether no segment of the plan is missing between another one, `nil` for none, and this one.
    package func follows(_ other: ArchiveSegment?) -> Bool {
        if let other, other.file == file { return other.b == a }
        return a == 0 && other?.isLast ?? true
    }

    /// Whether the video ends with it.
    package var isLast: Bool { end == nil }

    /// The segment's line, with its end.
    package func line() throws(FacecapError) -> String { try JSONLines.text(self) + "\n" }

    /// Whether the line is as the plan's own program wrote it.
    func isSound(in plan: ArchivePlan) -> Bool {
        let frames = 0..<Int.max / 2
        let ticks = [start, end, before?.time, group?.time].compactMap(\.self)
        return !file.utf8.contains(0) && frames.contains(a) && frames.contains(b ?? a + 1)
            && a < b ?? Int.max
            && size >= 0 && (timescale != nil) == (start != nil)
            && timescale.map { $0 > 0 } != false
            && ticks.allSatisfy { time($0)?.isBelievable != false }
            && before.map { frames.contains($0.frame) && $0.frame < a } != false
            && group.map { frames.contains($0.frame) && $0.frame <= before?.frame ?? -1 } != false
            && key == makeKey(plan)
    }

    /// A time in ticks as such.
    func time(_ ticks: Int64?) -> MediaTime? {
        guard let ticks, let timescale else { return nil }
        return MediaTime(value: ticks, timescale: timescale)
    }

    /// From when to when the segment's frames are shown; `nil` where that is not known.
    package var times: (start: MediaTime, end: MediaTime)? {
        guard let start = time(start), let end = time(end) else { return nil }
        return (start, end)
    }

    /// From when to when they are shown, where the segment is not all of the video: where nothing follows, as long as its
    /// frames are at the pace of those before. `nil` where that is not known.
    ///
    /// - Parameter first: when the video begins.
    package func times(since first: ArchiveSegment) -> (start: MediaTime, end: MediaTime)? {
        if let times { return times }
        guard let start = time(start), let begin = first.time(first.start), let b, a > 0 else {
            return nil
        }
        let pace = start.since(begin).seconds / Double(a)
        let length = MediaTime(
            seconds: pace * Double(b - a), preferredTimescale: start.timescale)
        return (start, start.advanced(by: length))
    }

    /// The segment as people read it.
    package var name: String {
        b.map { "\(file), frames \(a) to \($0 - 1)" } ?? file
    }
}
