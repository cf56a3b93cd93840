// SPDX-License-Identifier: Apache-2.0
public import FaceValues
public import MovieBoxes
internal import Synchronization

/// Reads movies in the ISO base media file format (ISO/IEC 14496-12) and in QuickTime's, whole or in
/// fragments, finished or cut off by a crash.
///
/// Nothing a file says is believed: memory is taken for bytes that are there, sizes and counts are
/// held against them, nothing recurses, and the work is bounded by the size of the file. Of a movie
/// only the `moov` box stays in memory, and where its fragments lie.
///
/// A reader never changes and may be used from any thread. It keeps its file open as long as it lives.
public final class MovieReader: Sendable {
    /// The brand of `ftyp`; `nil` in old QuickTime movies, which have none.
    public let majorBrand: FourCharacterCode?
    /// The other brands of `ftyp`.
    public let compatibleBrands: [FourCharacterCode]
    /// The boxes at the top of the file, in its order, up to ``tornTail``.
    public let topLevelBoxes: [BoxLocation]
    /// From which byte on the file is not made of whole boxes, because it was cut short or ends in
    /// garbage or zeros; `nil` when all is well. The last of ``topLevelBoxes`` may begin here.
    public let tornTail: Int64?
    /// The whole `moov` box, with its header.
    public let moov: [UInt8]
    /// Whether samples may also lie in fragments (`moov` has an `mvex` box).
    public let isFragmented: Bool
    /// Ticks a second of ``duration`` and of the edits' durations.
    public let timescale: Int32
    /// How long the movie is; `nil` when the file does not say.
    public let duration: MediaTime?
    /// The tracks in the order of the file, at most 1,024.
    public let tracks: [MovieTrack]
    /// The movie's own metadata with keys of the namespace `mdta`, such as
    /// `com.apple.quicktime.make`, in `meta` or in `udta`.
    public let metadata: [MovieMetadataItem]

    /// When the movie says that it was recorded, in seconds since 1904; 0 where it does not.
    package let creationTime: UInt64

    let bytes: any MovieBytes
    let fragmentDefaults: [UInt32: SampleDefaults]
    let fragmentIndex: Mutex<FragmentIndex>
    /// The most samples of a track: as many as the file has bytes, from 32 tracks on a part of that. Tables can
    /// describe the same few bytes, or none, four billion times, and those of a thousand tracks can.
    var sampleLimit: Int64 { bytes.byteCount / Int64(max(1, tracks.count / 16)) }
    /// Where ``moov`` lies in the file.
    let moovLocation: BoxLocation

    /// The largest `moov` and `moof` that are read: 1 GiB.
    private static let boxLimit: Int64 = 1 << 30

    /// Opens a movie file and reads its structure.
    ///
    /// - Throws: `.sourceNotFound`, `.permissionDenied`,
    ///   `.mediaUnreadable` for what is no movie or has no movie header,
    ///   `.mediaDamaged` naming the box that is wrong, or
    ///   `.systemFailed`.
    public convenience init(path: String) throws(FacecapError) {
        try self.init(try MovieFileBytes(path: path))
    }

    /// Reads the structure of a movie that is in memory.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - name: what the movie is called in messages, on one line.
    /// - Throws: `.mediaUnreadable` for what is no movie or has no movie header, or `.mediaDamaged` naming
    ///   the box that is wrong.
    public convenience init(
        bytes: [UInt8], name: String = "The movie in memory"
    ) throws(FacecapError) {
        try self.init(MovieMemoryBytes(bytes, name: name))
    }

    /// Reads the structure of a movie that lies in `bytes`.
    ///
    /// - Throws: `.mediaUnreadable` for what is no movie or has no movie header,
    ///   `.mediaDamaged` naming the box that is wrong, or what `bytes` throws.
    package init(_ bytes: any MovieBytes) throws(FacecapError) {
        let top = try TopLevelBoxes(bytes)
        let fileType = try top.boxes.first { $0.type == .ftyp }
            .flatMap { box throws(FacecapError) in try Self.fileType(box, of: bytes) }
        guard bytes.byteCount > 0 else {
            throw FacecapError(
                .mediaUnreadable, "\(bytes.name) is empty; was it copied or recorded to the end?")
        }
        guard let location = top.boxes.first(where: { $0.type == .moov }) else {
            throw FacecapError(
                .mediaUnreadable,
                fileType == nil
                    ? "\(bytes.name) is not a video in MP4 or QuickTime; check it with `ffprobe`."
                    : "\(bytes.name) has no moov box: it was cut short or never finished.")
        }
        guard !location.isCutShort else {
            throw FacecapError(
                .mediaDamaged, "\(bytes.name) ends within its moov box; it was cut short.")
        }
        moov = try Self.box(location, of: bytes)
        let movie: MovieDescription
        do throws(BoxDamage) {
            movie = try MovieDescription(moov, headerSize: location.headerSize)
        } catch {
            throw error.error(in: bytes.name)
        }
        guard !movie.isCompressed else {
            throw FacecapError(
                .mediaUnreadable,
                "\(bytes.name) has a compressed moov box (cmov); remux it with `ffmpeg -c copy`.")
        }
        self.bytes = bytes
        majorBrand = fileType?.majorBrand
        compatibleBrands = fileType?.compatibleBrands ?? []
        topLevelBoxes = top.boxes
        tornTail = top.tornTail
        moovLocation = location
        isFragmented = movie.fragmentDefaults != nil
        fragmentDefaults = movie.fragmentDefaults ?? [:]
        fragmentIndex = Mutex(FragmentIndex(movie.tracks))
        timescale = movie.timescale
        creationTime = movie.creationTime
        duration = movie.duration
        tracks = movie.tracks
        metadata = movie.metadata
    }

    /// Walks the samples of one of ``tracks``, in the order of decoding.
    public func samples(of track: MovieTrack) -> MovieSample.Cursor {
        samples(of: track, inFragments: .max)
    }

    /// Walks the samples that one of ``tracks`` has in the movie box and in the first so many fragments.
    package func samples(of track: MovieTrack, inFragments count: Int) -> MovieSample.Cursor {
        MovieSample.Cursor(of: track, in: self, fragmentLimit: isFragmented ? count : 0)
    }

    /// Walks the fragments that are whole, in the order of the file; none in a movie that is not
    /// fragmented.
    public func fragments() -> Fragments { Fragments(of: self) }

    /// The bytes of a sample that came from this reader, at most `limit`.
    ///
    /// - Throws: `.mediaDamaged` when the sample is larger, or the file was cut
    ///   since it was opened; `.systemFailed`.
    public func readBytes(of sample: MovieSample, limit: Int = 64 << 20) throws(FacecapError)
        -> [UInt8]
    {
        guard sample.byteCount <= limit else {
            throw FacecapError(
                .mediaDamaged,
                "\(bytes.name) has a sample of \(sample.byteCount) bytes at \(sample.offset); "
                    + "the limit is \(limit).")
        }
        return try bytes.bytes(at: sample.offset, count: sample.byteCount)
    }

    /// So many bytes of the file.
    ///
    /// - Throws: `.mediaDamaged` when they do not all lie in the file;
    ///   `.systemFailed`.
    public func readBytes(at offset: Int64, count: Int) throws(FacecapError) -> [UInt8] {
        try bytes.bytes(at: offset, count: count)
    }

    /// Reads a `moof` box that is one of ``topLevelBoxes``.
    func movieFragment(at location: BoxLocation) throws(FacecapError) -> FragmentDescription {
        let box = try Self.box(location, of: bytes)
        do throws(BoxDamage) {
            return try FragmentDescription(
                box.dropFirst(location.headerSize), at: location.offset)
        } catch {
            throw error.error(in: bytes.name)
        }
    }

    /// The `ftyp` box; `nil` when it has no content.
    private static func fileType(
        _ location: BoxLocation, of bytes: any MovieBytes
    ) throws(FacecapError) -> FileTypeBox? {
        let head = Int64(location.headerSize)
        let content = try bytes.bytes(
            at: location.offset + head,
            count: Int(min(location.size - head, Int64(FileTypeBox.limit))))
        return try? FileTypeBox(location.type, content: content[...])
    }

    private static func box(_ location: BoxLocation, of bytes: any MovieBytes)
        throws(FacecapError) -> [UInt8]
    {
        guard location.size <= boxLimit else {
            throw FacecapError(
                .mediaUnreadable,
                "\(bytes.name) has a \(location.type) box of \(location.size) bytes; "
                    + "the limit is \(boxLimit).")
        }
        return try bytes.bytes(at: location.offset, count: Int(location.size))
    }
}
