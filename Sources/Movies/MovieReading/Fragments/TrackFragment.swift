// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes

/// ISO/IEC 14496-12 8.8.6, Track Fragment (`traf`), with its header (`tfhd`), decode time (`tfdt`)
/// and runs (`trun`).
struct TrackFragment {
    let trackID: UInt32
    /// When its first sample is decoded; `nil` when it follows the one before.
    let baseDecodeTime: Int64?
    /// Those with samples, in the order of decoding.
    private(set) var runs: [TrackRun] = []
    /// How many samples its runs have: fewer than 2^48.
    private(set) var sampleCount: Int64 = 0
    /// How long all of its samples last.
    private(set) var duration: Int64 = 0
    /// Where the bytes behind its last run's begin.
    private(set) var end: Int64

    /// Runs of all track fragments that are read together: each takes about two hundred bytes of memory.
    static let runLimit = 1 << 16
    /// Where the data of a track fragment end that is damaged.
    static let unknownEnd: Int64 = -1

    /// What a track fragment says before its runs.
    struct Head {
        let box: BoxReader.Box
        fileprivate let header: TrackFragmentHeaderBox
        fileprivate let time: BoxReader.Box?

        init(_ box: BoxReader.Box) throws(BoxDamage) {
            self.box = box
            let children = try BoxChildren(of: box, [.tfhd, .tfdt])
            header = try TrackFragmentHeaderBox(parsing: try children.required(.tfhd))
            time = children[.tfdt]
        }

        var trackID: UInt32 { header.trackID }

        /// Whether its data begin where those of the track fragment before it end.
        var followsPrevious: Bool {
            !header.isBaseMovieFragment && header.baseDataOffset == nil
        }
    }

    /// Reads a track fragment whose offsets count from `base` unless it says from where: where its `moof` begins, or
    /// where the data of the track fragment before it end.
    ///
    /// Throws where it has more runs with samples than `runLimit`.
    init(
        _ head: Head, base: Int64, runLimit: Int, defaults: [UInt32: SampleDefaults]
    ) throws(BoxDamage) {
        let header = head.header
        trackID = header.trackID
        var base = base
        if let offset = header.baseDataOffset {
            guard let offset = Int64(exactly: offset) else {
                throw BoxDamage(.tfhd, "points beyond what 63 bits hold", trackID: trackID)
            }
            base = offset
        }
        guard base != Self.unknownEnd else {
            throw BoxDamage(.traf, "follows one that is damaged", trackID: trackID)
        }
        var own = defaults[trackID] ?? SampleDefaults()
        own.description = header.description ?? own.description
        own.duration = header.duration ?? own.duration
        own.byteCount = header.byteCount ?? own.byteCount
        own.flags = header.sampleFlags ?? own.flags
        baseDecodeTime = try head.time.map(Self.decodeTime)
        end = base
        var fields = BoxFields(head.box)
        while let child = try fields.nextChild() {
            guard child.type == .trun else { continue }
            let run = try TrackRun(
                TrackRunBox(parsing: child), base: base, previousEnd: end, defaults: own)
            end = run.end
            guard run.count > 0 else { continue }
            guard runs.count < runLimit else {
                throw BoxDamage(.moof, "has more runs of samples than are read", trackID: trackID)
            }
            let (longer, overflow) = duration.addingReportingOverflow(run.duration)
            guard !overflow else {
                throw BoxDamage(.trun, "has times beyond what 64 bits hold", trackID: trackID)
            }
            runs.append(run)
            sampleCount += Int64(run.count)
            duration = longer
        }
    }

    private static func decodeTime(_ box: BoxReader.Box) throws(BoxDamage) -> Int64 {
        let time = try TrackFragmentDecodeTimeBox(parsing: box).baseMediaDecodeTime
        guard let time = Int64(exactly: time) else {
            throw BoxDamage(.tfdt, "has a time beyond what 63 bits hold")
        }
        return time
    }
}
