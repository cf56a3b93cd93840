// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieBoxes

/// ISO/IEC 14496-12 8.2.1, Movie (`moov`).
struct MovieDescription {
    let timescale: Int32
    /// Seconds since 1904, 0 when unknown.
    let creationTime: UInt64
    let duration: MediaTime?
    private(set) var tracks: [MovieTrack] = []
    let metadata: [MovieMetadataItem]
    /// Of each track what its fragments leave unsaid; `nil` when the movie has no `mvex`.
    let fragmentDefaults: [UInt32: SampleDefaults]?
    /// Whether everything else is compressed, as QuickTime once did.
    let isCompressed: Bool

    private static let trackLimit = 1024
    /// Edits of all tracks: each takes about two hundred bytes of memory.
    private static let editLimit = 1 << 20

    /// Reads the box, whose header has `headerSize` bytes.
    init(_ bytes: [UInt8], headerSize: Int) throws(BoxDamage) {
        let content = bytes.dropFirst(headerSize)
        let children = try BoxChildren(
            of: .moov, content: content, [.mvhd, .mvex, .meta, .udta, .cmov])
        isCompressed = children[.cmov] != nil
        guard !isCompressed else {
            (timescale, creationTime, duration, metadata, fragmentDefaults) = (1, 0, nil, [], nil)
            return
        }
        let header = try MovieHeaderBox(parsing: try children.required(.mvhd))
        let extends = try children[.mvex].map(MovieExtendsBox.init(parsing:))
        fragmentDefaults = extends.map { extends in
            Dictionary(
                extends.tracks.map { ($0.trackID, $0.defaults) }, uniquingKeysWith: { $1 })
        }
        metadata = try Self.metadata(children)
        timescale = header.timescale
        creationTime = header.times.creationTime
        // Before its fragments a movie may say 0 of itself.
        let ticks = extends == nil ? header.times.duration : extends?.duration
        duration = ticks.flatMap { Int64(exactly: $0) }
            .map { MediaTime(value: $0, timescale: header.timescale) }
        try readTracks(content)
    }

    /// QuickTime has its keys and values in `meta`, MP4 in `udta`, which holds anything else as well and
    /// may end in what is no box.
    private static func metadata(
        _ children: BoxChildren
    ) throws(BoxDamage) -> [MovieMetadataItem] {
        var items = try children[.meta].map(MovieMetadataBox.init(parsing:))?.items ?? []
        var userData = BoxReader(children[.udta]?.content ?? [])
        while let child = userData.readBox() {
            if child.type == .meta, !child.isCutShort {
                items += try MovieMetadataBox(parsing: child).items
            }
        }
        return items
    }

    private mutating func readTracks(_ content: ArraySlice<UInt8>) throws(BoxDamage) {
        var fields = BoxFields(.moov, content: content)
        var (identifiers, editCount): (Set<UInt32>, Int) = ([], 0)
        while let child = try fields.nextChild() {
            guard child.type == .trak else { continue }
            guard tracks.count < Self.trackLimit else {
                throw BoxDamage(.moov, "has more than \(Self.trackLimit) tracks")
            }
            let track = try MovieTrack(child, movieTimescale: timescale)
            editCount += track.edits.count
            guard editCount <= Self.editLimit else {
                throw BoxDamage(.moov, "has more than \(Self.editLimit) edits of its tracks")
            }
            guard identifiers.insert(track.id).inserted else {
                throw BoxDamage(
                    .tkhd, "has an identifier that another track has", trackID: track.id)
            }
            tracks.append(track)
        }
    }
}
