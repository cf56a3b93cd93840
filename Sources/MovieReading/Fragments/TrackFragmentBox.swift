internal import MovieBoxes

/// ISO/IEC 14496-12 8.8.6, Track Fragment (`traf`), with its header (`tfhd`), decode time (`tfdt`)
/// and runs (`trun`).
struct TrackFragmentBox {
    let trackID: UInt32
    /// When its first sample is decoded; `nil` when it follows the one before.
    let baseDecodeTime: Int64?
    /// In the order of decoding.
    private(set) var runs: [TrackRunBox] = []
    /// How many samples its runs have: fewer than 2^48.
    private(set) var sampleCount: Int64 = 0
    /// How long all of its samples last.
    private(set) var duration: Int64 = 0
    /// Where the bytes behind its last run's begin.
    private(set) var end: Int64

    /// A run takes about a hundred bytes of memory.
    private static let limit = 1 << 16

    /// Reads a track fragment of the `moof` at `moofOffset`; `previousEnd` is where the data of the
    /// track fragment before it ends, `nil` for the first one.
    init(
        _ box: BoxReader.Box, moofOffset: Int64, previousEnd: Int64?,
        defaults: [UInt32: SampleDefaults]
    ) throws(BoxDamage) {
        let children = try BoxChildren(of: box, [.tfhd, .tfdt])
        var header = BoxFields(try children.required(.tfhd))
        let flags = try header.nextVersionAndFlags().flags
        trackID = try header.next()
        var own = defaults[trackID] ?? SampleDefaults()
        var base = flags & 0x2_0000 != 0 ? moofOffset : previousEnd ?? moofOffset
        if flags & 0x1 != 0 {
            guard let offset = Int64(exactly: try header.next(UInt64.self)) else {
                throw BoxDamage(.tfhd, "points beyond what 63 bits hold", trackID: trackID)
            }
            base = offset
        }
        if flags & 0x2 != 0 { own.description = try header.next() }
        if flags & 0x8 != 0 { own.duration = try header.next() }
        if flags & 0x10 != 0 { own.byteCount = try header.next() }
        if flags & 0x20 != 0 { own.flags = try header.next() }
        baseDecodeTime = try children[.tfdt].map { box throws(BoxDamage) in
            try Self.decodeTime(box)
        }
        end = base
        var fields = BoxFields(box)
        while let child = try fields.nextChild() {
            guard child.type == .trun else { continue }
            guard runs.count < Self.limit else {
                throw BoxDamage(.traf, "has more than \(Self.limit) runs", trackID: trackID)
            }
            let run = try TrackRunBox(child, base: base, previousEnd: end, defaults: own)
            let (longer, overflow) = duration.addingReportingOverflow(run.duration)
            guard !overflow else {
                throw BoxDamage(.trun, "has times beyond what 64 bits hold", trackID: trackID)
            }
            runs.append(run)
            sampleCount += Int64(run.count)
            duration = longer
            end = run.end
        }
    }

    /// 8.8.12, Track Fragment Decode Time.
    private static func decodeTime(_ box: BoxReader.Box) throws(BoxDamage) -> Int64 {
        var fields = BoxFields(box)
        let version = try fields.nextVersionAndFlags().version
        if version == 0 { return Int64(try fields.next(UInt32.self)) }
        guard let time = Int64(exactly: try fields.next(UInt64.self)) else {
            throw BoxDamage(.tfdt, "has a time beyond what 63 bits hold")
        }
        return time
    }
}
