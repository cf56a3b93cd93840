// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Foundation
import MovieBoxes
import MovieReading
import TestSupport
import Testing
import TimedMetadata

@testable import MovieEditing

@Suite(.enabled(if: Programs.areAvailable, "ffmpeg or exiftool is not installed"))
struct EditorTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    /// A finished movie with frames, audio and faces.
    private func makeMovie(_ name: String = "in.mp4") async throws -> String {
        let finished = try #require(try await Video.short.value.recordingHistory().last)
        return try folder.write(finished, to: name)
    }

    private func addition() -> FaceTrackAddition {
        var encoder = FaceSampleEncoder(format: Video.faces)
        return FaceTrackAddition(
            sampleEntry: Video.faces.sampleEntry, timescale: 25,
            samples: (2..<90).map { index in
                (Int64(index), encoder.encode(.test(number: index, hasFace: true)))
            })
    }

    @Test(arguments: [false, true], ["out.mp4", "out.mov"])
    func aCopyHasTheSamePackets(isFastStart: Bool, name: String) async throws {
        let source = try await makeMovie()
        let summary = try MovieEditor(path: source)
            .write(to: path(name), isFastStart: isFastStart)
        #expect(summary.trackCount == 3)
        #expect(
            try await Programs.packets(of: path(name)) == Programs.packets(of: source))
        #expect(
            try await Programs.faceTimes(of: path(name)) == Programs.faceTimes(of: source))
        let boxes = try MovieReader(path: path(name)).topLevelBoxes.map(\.type)
        #expect(boxes == (isFastStart ? ["ftyp", "moov", "mdat"] : ["ftyp", "mdat", "moov"]))
        try await Programs.expectToBeValid(path(name))
    }

    @Test(arguments: [false, true])
    func aCopyWithoutDescriptionSaysNothingOfItself(isFastStart: Bool) async throws {
        let source = try await makeMovie()
        var editor = try MovieEditor(path: source)
        #expect(editor.reader.metadata.isEmpty == false)
        editor.removeDescription()
        try editor.write(to: path("out.mp4"), isFastStart: isFastStart)
        let copy = try MovieReader(path: path("out.mp4"))
        #expect(copy.metadata.isEmpty)
        #expect(copy.moov.firstRange(of: Array("P07".utf8)) == nil)
        #expect(try await Programs.packets(of: path("out.mp4")) == Programs.packets(of: source))
        try await Programs.expectToBeValid(path("out.mp4"))
    }

    @Test(arguments: ["mov", "mp4"])
    func aCopyWithoutDescriptionHasNoChapters(kind: String) async throws {
        try folder.write(
            Array(";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/10\nSTART=0\nEND=9\ntitle=SECRET1\n".utf8),
            to: "chapters.txt")
        let source = path("named." + kind)
        try await Programs.make(
            source,
            "-i \(try await makeMovie()) -f ffmetadata -i \(path("chapters.txt")) -map 0:v -map 0:a"
                + " -map_chapters 1 -c copy")
        #expect(holds("SECRET1", source))
        var editor = try MovieEditor(path: source)
        #expect(editor.tracks.count == 3)
        editor.removeDescription()
        try editor.write(to: path("out." + kind))
        #expect(!holds("SECRET", path("out." + kind)))
        #expect(try MovieReader(path: path("out." + kind)).tracks.map(\.kind) == [.video, .audio])
        try await Programs.expectToBeValid(path("out." + kind))
    }

    @Test(arguments: ["", "-movflags frag_keyframe"])
    func aCopyWithoutDescriptionHasNoTextOfAnyBox(fragmentation: String) async throws {
        let source = path("named.mov")
        try await Programs.make(
            source,
            "-i \(try await makeMovie()) -map 0:v -map 0:a -c copy -timecode 10:11:12:00 "
                + "-metadata:s:v handler_name=SECRET1 -metadata:s:v encoder=SECRET2 "
                + "-metadata:s:a handler_name=SECRET3 -metadata title=SECRET4 \(fragmentation)")
        let texts = ["SECRET1", "SECRET2", "SECRET3", "SECRET4"]
        #expect(texts.allSatisfy { holds($0, source) })
        let movie = fragmentation.isEmpty ? try addingTexts(to: source) : source
        #expect(fragmentation.isEmpty == holds("SECRET5", movie))
        var editor = try MovieEditor(path: movie)
        #expect(editor.tracks.contains { $0.handler == "tmcd" })
        editor.removeDescription()
        try editor.write(to: path("out.mov"))
        #expect(!holds("SECRET", path("out.mov")))
        #expect(editor.tracks.map(\.kind) == [.video, .audio])
        let (old, new) = try await (
            Programs.packets(of: source), Programs.packets(of: path("out.mov"))
        )
        #expect(new["video"] == old["video"] && new["audio"] == old["audio"])
        try await Programs.expectToBeValid(path("out.mov"))
    }

    private func holds(_ text: String, _ path: String) -> Bool {
        let bytes = FileManager.default.contents(atPath: path) ?? Data()
        return bytes.firstRange(of: Data(text.utf8)) != nil
    }

    /// A movie whose last box is `moov`, with a text in each box that holds others.
    private func addingTexts(to source: String) throws -> String {
        let bytes = Array(FileManager.default.contents(atPath: source) ?? Data())
        let containers: Set<FourCharacterCode> = ["moov", "trak", "mdia", "minf", "stbl"]
        func copy(_ content: ArraySlice<UInt8>, to writer: inout BoxWriter) {
            var reader = BoxReader(content)
            while let box = reader.readBox() {
                guard containers.contains(box.type) else {
                    writer.append(contentsOf: box.sized)
                    continue
                }
                writer.box(box.type) { writer in
                    copy(box.content, to: &writer)
                    for type in ["uuid", "free", "XMP_"] as [FourCharacterCode] {
                        writer.box(type) { $0.append(contentsOf: Array("SECRET5 0123456789".utf8)) }
                    }
                }
            }
        }
        var writer = BoxWriter()
        copy(bytes[...], to: &writer)
        try Data(writer.bytes).write(to: URL(filePath: path("texts.mov")))
        return path("texts.mov")
    }

    @Test func aCopyWithoutDescriptionDoesNotSayWhenItWasMade() async throws {
        let source = path("dated.mp4")
        try await Programs.make(
            source,
            "-i \(try await makeMovie()) -map 0:v -map 0:a -c copy "
                + "-metadata creation_time=2020-01-01T00:00:00Z")
        #expect(try dates(in: source).count == 10 && dates(in: source).allSatisfy { $0 > 0 })
        var editor = try MovieEditor(path: source)
        editor.removeDescription()
        try editor.write(to: path("out.mp4"))
        #expect(try dates(in: path("out.mp4")).allSatisfy { $0 == 0 })
    }

    /// When a movie, its tracks and their media were made and changed.
    private func dates(in path: String) throws -> [UInt64] {
        let reader = try MovieReader(path: path)
        let movie = try #require(BoxReader(reader.moov).firstBox("moov", "mvhd"))
        var times = [try MovieHeaderBox(parsing: movie).times]
        for track in reader.tracks {
            let trak = BoxReader(reader.moov[track.box])
            let header = try #require(trak.firstBox("trak", "tkhd"))
            let media = try #require(trak.firstBox("trak", "mdia", "mdhd"))
            times.append(try TrackHeaderBox(parsing: header).times)
            times.append(try MediaHeaderBox(parsing: media).times)
        }
        return times.flatMap { [$0.creationTime, $0.modificationTime] }
    }

    @Test func aCopyToAnotherKindAndBackKeepsItsDescription() async throws {
        let source = try await makeMovie()
        try MovieEditor(path: source).write(to: path("a.mov"))
        try MovieEditor(path: path("a.mov")).write(to: path("b.mp4"))
        try MovieEditor(path: source).write(to: path("c.mp4"))
        #expect(try MovieReader(path: path("b.mp4")).moov.count > 0)
        #expect(
            try await Programs.packets(of: path("b.mp4")) == Programs.packets(of: source))
        try await Programs.expectToBeValid(path("b.mp4"))
    }

    @Test func fragmentsBecomeAPlainCopy() async throws {
        let history = try await Video.short.value.recordingHistory()
        let source = try folder.write(history[history.count - 4], to: "in.mp4")
        try MovieEditor(path: source).write(to: path("out.mp4"), isFastStart: true)
        let finished = try folder.write(try #require(history.last), to: "finished.mp4")
        #expect(
            try await Programs.packets(of: path("out.mp4")) == Programs.packets(of: finished))
        try await Programs.expectToBeValid(path("out.mp4"))
    }

    /// Of a handler that no program writes, too: what is to be left out is known by what it says.
    @Test(arguments: ["data", "vide", "text"])
    func facesAndMarkersAreLeftOutWhateverHandlerTheirTrackNames(handler: String) async throws {
        let source = try await makeMovie()
        let reader = try MovieReader(path: source)
        let track = try #require(reader.tracks.first { $0.hasFaces })
        var bytes = try #require(FileManager.default.contents(atPath: source))
        let trak = try #require(bytes.firstRange(of: Data(reader.moov[track.box])))
        let hdlr = try #require(bytes[trak].firstRange(of: Data("hdlr".utf8)))
        bytes.replaceSubrange(hdlr.upperBound + 8..<hdlr.upperBound + 12, with: handler.utf8)
        try folder.write(Array(bytes), to: "other.mp4")
        var editor = try MovieEditor(path: path("other.mp4"))
        #expect(editor.tracks.contains { $0.handler.description == handler && $0.hasTimedMetadata })
        #expect(editor.removeTracks(where: \.hasFaces) == 1)
    }

    @Test func aStrippedMovieHasNoFaces() async throws {
        let source = try await makeMovie()
        var editor = try MovieEditor(path: source)
        #expect(editor.removeTracks(where: \.hasFaces) == 1)
        let summary = try editor.write(to: path("out.mp4"))
        #expect(summary.removedTrackCount == 1)
        let before = try await Programs.packets(of: source)
        let after = try await Programs.packets(of: path("out.mp4"))
        #expect(after == before.filter { $0.key != "data" })
        let bytes = try #require(FileManager.default.contents(atPath: path("out.mp4")))
        #expect(bytes.firstRange(of: Data("mebx".utf8)) == nil)
        #expect(bytes.firstRange(of: Data("crec".utf8)) == nil)
        try await Programs.expectToBeValid(path("out.mp4"))
    }

    @Test(arguments: ["libx264 -bf 2", "mpeg4"], ["a.mp4", "a.mov"])
    func addedFacesBeginAndEndWithTheVideo(codec: String, name: String) async throws {
        try await Programs.make(
            path(name),
            "-f lavfi -i testsrc=s=96x64:r=25:d=3 -f lavfi -i sine=d=3 -c:v \(codec) -c:a aac")
        let before = try await Programs.packets(of: path(name))
        var editor = try MovieEditor(path: path(name))
        try editor.addFaceTrack(addition())
        // The source itself takes the result.
        try editor.write(to: path(name), overwriting: true)
        let after = try await Programs.packets(of: path(name))
        #expect(after["video"] == before["video"])
        #expect(after["audio"] == before["audio"])
        try await Programs.expectToBeValid(path(name))
        let reader = try MovieReader(path: path(name))
        let track = try #require(reader.tracks.last)
        let video = try #require(reader.tracks.first { $0.kind == .video })
        #expect(track.references["cdsc"] == [video.id])
        #expect(track.mediaDuration == 75)
        var cursor = reader.samples(of: track)
        let first = try #require(try cursor.next())
        #expect(try reader.readBytes(of: first) == FaceSampleEncoder.gap)
        var count = 0
        for sample in addition().samples.prefix(73) {
            let found = try #require(try cursor.next())
            #expect(found.decodeTime == sample.ticks)
            #expect(try reader.readBytes(of: found) == sample.bytes)
            count += 1
        }
        #expect(count == 73)
        #expect(try cursor.next() == nil)
        #expect(try await Programs.faceTimes(of: path(name)).count == 74)
        #expect(folder.contents == [name])
    }

    /// The last frame is decoded before the one that is shown before it, and a gap follows in the order of decoding.
    @Test func addedFacesEndWithAVideoWhoseLastFrameIsDecodedEarly() async throws {
        try await Programs.make(
            path("a.mp4"),
            "-f lavfi -i testsrc=s=96x64:r=1:d=3 -vf setpts=(N+18*gte(N\\,2))/TB -vsync vfr"
                + " -c:v libx264")
        try #require(try MovieReader(path: path("a.mp4")).duration?.seconds == 21)
        var editor = try MovieEditor(path: path("a.mp4"))
        try editor.addFaceTrack(addition())
        try editor.write(to: path("out.mp4"))
        let copy = try MovieReader(path: path("out.mp4"))
        #expect(copy.duration?.seconds == 21)
        #expect(copy.tracks.last?.mediaDuration == 525)
    }

    /// As QuickTime wrote them before there was `ftyp`.
    @Test func theBoxesThatAMovieWithoutAFileTypeGetsAreQuickTimes() async throws {
        try await Programs.make(
            path("a.mov"), "-f lavfi -i testsrc=s=96x64:r=25:d=1 -c:v libx264")
        var bytes = Array(try #require(FileManager.default.contents(atPath: path("a.mov"))))
        bytes.replaceSubrange(4..<8, with: "wide".utf8)
        let reader = try MovieReader(bytes: bytes)
        #expect(reader.majorBrand == nil)
        var editor = MovieEditor(reader)
        try editor.addFaceTrack(addition())
        try editor.write(to: path("out.mov"))
        let copy = try MovieReader(path: path("out.mov"))
        #expect(copy.majorBrand == "qt  ")
        let track = BoxReader(copy.moov[try #require(copy.tracks.last).box])
        #expect(track.firstBox("trak", "mdia", "minf", "gmhd") != nil)
        #expect(track.firstBox("trak", "mdia", "minf", "nmhd") == nil)
        try await Programs.expectToBeValid(path("out.mov"))
    }

    @Test func addingAndStrippingFacesKeepsThePackets() async throws {
        let source = try await makeMovie()
        var stripping = try MovieEditor(path: source)
        stripping.removeTracks(where: \.hasFaces)
        try stripping.write(to: path("plain.mp4"))
        var adding = try MovieEditor(path: path("plain.mp4"))
        try adding.addFaceTrack(addition())
        try adding.write(to: path("faces.mp4"))
        var again = try MovieEditor(path: path("faces.mp4"))
        #expect(again.removeTracks(where: \.hasFaces) == 1)
        try again.write(to: path("again.mp4"))
        #expect(
            FileManager.default.contents(atPath: path("again.mp4"))
                == FileManager.default.contents(atPath: path("plain.mp4")))
    }

    @Test func aMovieTakesOverWhatAnotherOneSays() async throws {
        let source = try await makeMovie()
        try await Programs.make(
            path("other.mp4"),
            "-i \(source) -map 0:v -c:v libx264 -bf 0 -metadata title=lost -metadata comment=lost")
        var editor = try MovieEditor(path: path("other.mp4"))
        try editor.takeMetadata(of: MovieReader(path: source))
        try editor.write(to: path("out.mp4"))
        let (before, after) = try (MovieReader(path: source), MovieReader(path: path("out.mp4")))
        #expect(after.metadata == before.metadata)
        #expect(after.tracks.map(\.kind) == [.video, .metadata])
        #expect(after.tracks.last?.handlerName == "Faces")
        #expect(after.duration?.seconds == 2)
        let (packets, expected) = try await (
            Programs.packets(of: path("out.mp4")), Programs.packets(of: source)
        )
        #expect(packets["data"] == expected["data"])
        let bytes = try #require(FileManager.default.contents(atPath: path("out.mp4")))
        #expect(bytes.firstRange(of: Data("lost".utf8)) == nil)
        try await Programs.expectToBeValid(path("out.mp4"))
    }

    @Test func facesThatEndBeforeTheFramesEndThereInACopy() async throws {
        let source = try await makeMovie()
        try await Programs.make(
            path("longer.mp4"), "-f lavfi -i testsrc=s=96x64:r=25:d=3 -c:v libx264 -bf 0")
        var editor = try MovieEditor(path: path("longer.mp4"))
        try editor.takeMetadata(of: MovieReader(path: source))
        try editor.write(to: path("out.mp4"))
        let movies = try [source, path("out.mp4")].map { try MovieReader(path: $0) }
        let samples = try movies.map { movie in
            var cursor = movie.samples(of: try #require(movie.tracks.last))
            var samples: [(duration: Int64, bytes: [UInt8])] = []
            while let sample = try cursor.next() {
                samples.append((sample.duration, try movie.readBytes(of: sample)))
            }
            return samples
        }
        #expect(samples[1].dropLast().elementsEqual(samples[0], by: ==))
        let last = try #require(samples[1].last)
        #expect(last.bytes == FaceSampleEncoder.gap)
        #expect(last.duration == Int64(movies[1].tracks.last?.timescale ?? 0))
    }

    @Test func aMovieTakesOverWhenAnotherOneWasRecorded() async throws {
        let video = "-f lavfi -i testsrc=s=96x64:r=25:d=1 -c:v libx264 -metadata creation_time="
        try await Programs.make(path("source.mp4"), video + "2019-03-04T05:06:07Z")
        try await Programs.make(path("other.mp4"), video + "2020-01-01T00:00:00Z")
        var editor = try MovieEditor(path: path("other.mp4"))
        try editor.takeMetadata(of: MovieReader(path: path("source.mp4")))
        try editor.write(to: path("out.mp4"))
        let result = try await CommandRunner.run(
            [
                "-s3", "-CreateDate", "-TrackCreateDate", "-MediaCreateDate", path("out.mp4"),
            ], of: "/usr/bin/exiftool")
        #expect(
            result.output.split(separator: "\n")
                == Array(repeating: "2019:03:04 05:06:07", count: 3))
    }

    /// A marker that was set when the last frame had been taken.
    @Test func whatIsSaidAfterTheLastImageIsKept() async throws {
        try await Programs.make(
            path("a.mp4"), "-f lavfi -i testsrc=s=96x64:r=25:d=1 -c:v libx264")
        let markers = ClientMetadataFormat()
        let samples = [(Int64(5), "begin"), (30, "end")].map { ticks, text in
            (ticks: ticks, bytes: markers.encode([(ClientMetadataFormat.markerKey, text)]))
        }
        let reader = try MovieReader(path: path("a.mp4"))
        let addition = MetadataTrackAddition(
            name: "Markers", sampleEntry: markers.sampleEntry, timescale: 25, samples: samples,
            end: MediaTime(value: 40, timescale: 25))
        let plan = MovieCopyPlan(reader: reader, tracks: reader.tracks, additions: [addition])
        let output = MemoryFile()
        _ = try plan.copy(
            head: MovieHead.bytes(of: reader, path: nil), isFastStart: false
        ).write(to: output)
        let marked = try folder.write(output.bytes, to: "marked.mp4")
        var editor = try MovieEditor(path: path("a.mp4"))
        try editor.takeMetadata(of: MovieReader(path: marked))
        try editor.write(to: path("out.mp4"))
        let copy = try MovieReader(path: path("out.mp4"))
        let track = try #require(copy.tracks.last)
        #expect(track.handlerName == "Markers" && track.mediaDuration == 40)
        var cursor = copy.samples(of: track)
        var found: [[UInt8]] = []
        while let sample = try cursor.next() { found.append(try copy.readBytes(of: sample)) }
        #expect(found == [FaceSampleEncoder.gap] + samples.map(\.bytes))
    }

    @Test func metadataWhoseTicksAreFramesEndsWithTheLastOneInACopy() async throws {
        try await Programs.make(
            path("a.mp4"), "-f lavfi -i testsrc=s=96x64:r=25:d=1 -c:v libx264")
        let format = ClientMetadataFormat(keys: ["org.example.a"])
        let reader = try MovieReader(path: path("a.mp4"))
        let addition = MetadataTrackAddition(
            name: "Metadata", sampleEntry: format.sampleEntry, timescale: 25,
            samples: [(ticks: 0, bytes: format.encode([("org.example.a", "all")]))],
            end: MediaTime(value: 25, timescale: 25))
        let plan = MovieCopyPlan(reader: reader, tracks: reader.tracks, additions: [addition])
        let output = MemoryFile()
        _ = try plan.copy(
            head: MovieHead.bytes(of: reader, path: nil), isFastStart: false
        ).write(to: output)
        let copy = try MovieReader(path: folder.write(output.bytes, to: "copy.mp4"))
        var cursor = copy.samples(of: try #require(copy.tracks.last))
        var durations: [Int64] = []
        while let sample = try cursor.next() { durations.append(sample.duration) }
        #expect(durations == [25])
    }

    /// The only sample begins before what is shown of its track, as in movies that were trimmed.
    @Test func metadataThatHoldsWhenAnEditBeginsIsKept() async throws {
        try await Programs.make(
            path("a.mp4"), "-f lavfi -i testsrc=s=96x64:r=25:d=1 -c:v libx264")
        let format = ClientMetadataFormat(keys: ["org.example.a"])
        let sample = format.encode([("org.example.a", "all")])
        let reader = try MovieReader(path: path("a.mp4"))
        let addition = MetadataTrackAddition(
            name: "Metadata", sampleEntry: format.sampleEntry, timescale: 25,
            samples: [(ticks: 0, bytes: sample)], end: nil)
        let plan = MovieCopyPlan(reader: reader, tracks: reader.tracks, additions: [addition])
        let output = MemoryFile()
        _ = try plan.copy(
            head: MovieHead.bytes(of: reader, path: nil), isFastStart: false
        ).write(to: output)
        var bytes = output.bytes
        // The media time of the only edit, behind its duration.
        let list = try #require(bytes.ranges(of: Array("elst".utf8)).last)
        bytes[list.upperBound + 15] = 10
        let trimmed = try folder.write(bytes, to: "trimmed.mp4")
        var editor = try MovieEditor(path: path("a.mp4"))
        try editor.takeMetadata(of: MovieReader(path: trimmed))
        try editor.write(to: path("edited.mp4"))
        _ = try MovieJoiner([trimmed]).write(to: path("joined.mp4"))
        for name in ["edited.mp4", "joined.mp4"] {
            let copy = try MovieReader(path: path(name))
            var cursor = copy.samples(of: try #require(copy.tracks.last))
            let first = try #require(try cursor.next())
            #expect(first.decodeTime == 0 && first.duration == 15, "\(name)")
            #expect(try copy.readBytes(of: first) == sample, "\(name)")
        }
    }

    @Test(arguments: [true, false])
    func newFacesReplaceThoseThatAreThere(replacing: Bool) async throws {
        let source = try await makeMovie()
        var editor = try MovieEditor(path: source)
        try editor.addFaceTrack(addition())
        if !replacing { try editor.takeTracks(of: MovieReader(path: source), where: \.hasFaces) }
        try editor.write(to: path("out.mp4"))
        let tracks = try MovieReader(path: path("out.mp4")).tracks
        #expect(tracks.count == (replacing ? 3 : 4))
        #expect(Set(tracks.map(\.id)).count == tracks.count)
        try await Programs.expectToBeValid(path("out.mp4"))
    }

    @Test func facesDescribeTheVideoTrackThatIsNamed() async throws {
        try await Programs.make(
            path("two.mp4"),
            "-f lavfi -i color=s=64x64:r=25:d=1 -f lavfi -i testsrc=s=96x64:r=25:d=2 -map 0 -map 1"
                + " -c:v libx264")
        let videos = try MovieReader(path: path("two.mp4")).tracks
        let names: [(UInt32?, UInt32)] = [
            (nil, videos[0].id), (videos[1].id, videos[1].id), (99, videos[0].id),
        ]
        for (name, id) in names {
            var editor = try MovieEditor(path: path("two.mp4"))
            try editor.addFaceTrack(addition(), describing: name)
            try editor.write(to: path("out.mp4"), overwriting: true)
            let track = try #require(MovieReader(path: path("out.mp4")).tracks.last)
            #expect(track.references["cdsc"] == [id])
            #expect(track.mediaDuration == (id == videos[0].id ? 25 : 50))
        }
    }

    /// A movie whose source begins at another time than 0.
    @Test(arguments: [-1000, 0, 1000])
    func whatIsAddedIsMovedByTheStartOfTheMovie(seconds: Int64) async throws {
        let source = try await makeMovie()
        let start = MediaTime(value: seconds, timescale: 1)
        var moved = addition()
        moved.samples = moved.samples.map { ($0.ticks + 25 * seconds, $0.bytes) }
        // Before the movie, of which the last holds when it begins.
        if seconds != 0 {
            let (first, last) = (moved.samples[0].bytes, moved.samples[1].bytes)
            moved.samples.insert((25 * seconds - 30, first), at: 0)
            moved.samples.insert((25 * seconds - 5, last), at: 1)
        }
        var editor = try MovieEditor(path: source)
        editor.start = start
        try editor.addFaceTrack(moved)
        try editor.write(to: path("out.mp4"))
        let reader = try MovieReader(path: path("out.mp4"))
        let track = try #require(reader.tracks.last)
        var cursor = reader.samples(of: track)
        let begin = try #require(try cursor.next())
        let expected = seconds == 0 ? FaceSampleEncoder.gap : addition().samples[1].bytes
        #expect(try reader.readBytes(of: begin) == expected)
        #expect(begin.decodeTime == 0)
        #expect(try cursor.next()?.decodeTime == 2)
    }

    /// As before a video at 90 kHz that begins with the time of day.
    @Test func timeBeforeTheFirstFaceThatIsTooLongForASampleIsSeveral() async throws {
        let video = try await Video(seconds: 3, size: "32x32", rate: 8, group: 2)
        let source = try folder.write(try #require(video.recordingHistory().last), to: "in.mp4")
        var late = addition()
        late.timescale = 2_000_000_000
        late.samples = [(4_300_000_000, late.samples[0].bytes)]
        var editor = try MovieEditor(path: source)
        try editor.addFaceTrack(late)
        try editor.write(to: path("out.mp4"))
        let reader = try MovieReader(path: path("out.mp4"))
        var cursor = reader.samples(of: try #require(reader.tracks.last))
        var times: [Int64] = []
        while let sample = try cursor.next() {
            let isGap = try reader.readBytes(of: sample) == FaceSampleEncoder.gap
            #expect(isGap == (times.count < 2))
            times.append(sample.decodeTime)
        }
        #expect(times == [0, Int64(UInt32.max), 4_300_000_000])
        try await Programs.expectToBeValid(path("out.mp4"))
    }

    @Test func aVideoOfMoreTicksThanCanBeCountedIsRefusedAtOnce() async throws {
        let source = path("late.mp4")
        try await Programs.make(
            source, "-itsoffset 3000000000 -i \(try await makeMovie()) -map 0:v -c copy")
        var late = addition()
        late.timescale = 2_000_000_000
        late.samples = [(6_000_000_000_000_000_000, late.samples[0].bytes)]
        var editor = try MovieEditor(path: source)
        try editor.addFaceTrack(late)
        let error = #expect(throws: FacecapError.self) { try editor.write(to: path("out.mp4")) }
        #expect(error?.code == .mediaUnreadable, "\(error?.message ?? "")")
        #expect(folder.contents == ["in.mp4", "late.mp4"])
    }

    @Test func samplesThatMakeNoTrackAreErrors() async throws {
        let movie = try await makeMovie()
        var editor = try MovieEditor(path: movie)
        let good = addition()
        var changes: [FaceTrackAddition] = [good, good, good, good]
        changes[0].timescale = 0
        changes[1].sampleEntry = [1, 2, 3]
        changes[2].samples.swapAt(0, 1)
        changes[3].samples[0].ticks = -1
        for change in changes {
            let error = #expect(throws: FacecapError.self) { try editor.addFaceTrack(change) }
            #expect(error?.code == .invalidArgument)
        }
        editor.removeTracks { $0.kind == .video }
        let missing = #expect(throws: FacecapError.self) { try editor.addFaceTrack(good) }
        #expect(missing?.code == .mediaUnreadable)
        #expect(missing?.message.contains("\(movie) has no video track") == true)
        editor.removeTracks { _ in true }
        let error = #expect(throws: FacecapError.self) {
            try editor.write(to: path("out.mp4"))
        }
        #expect(error?.code == .invalidArgument)
        #expect(folder.contents == ["in.mp4"])
    }

    @Test func aRecordingWithoutAFragmentIsDamaged() async throws {
        let start = try #require(try await Video.short.value.recordingHistory().first)
        let editor = try MovieEditor(path: folder.write(start, to: "start.mp4"))
        let error = #expect(throws: FacecapError.self) {
            try editor.write(to: path("out.mp4"))
        }
        #expect(error?.code == .mediaDamaged)
        #expect(error?.message.contains("start.mp4 has no complete fragment") == true)
        #expect(folder.contents == ["start.mp4"])
    }

    @Test func aFileThatExistsIsNotReplacedUnasked() async throws {
        let source = try await makeMovie()
        let before = FileManager.default.contents(atPath: source)
        let error = #expect(throws: FacecapError.self) {
            try MovieEditor(path: source).write(to: source)
        }
        #expect(error?.code == .outputFailed)
        #expect(FileManager.default.contents(atPath: source) == before)
        #expect(throws: FacecapError.self) {
            try MovieEditor(path: source).write(to: folder.path, overwriting: true)
        }
        #expect(folder.contents == ["in.mp4"])
    }

    @Test func whatReplacesAFileHasItsPermissionsAndKeepsLinks() async throws {
        let source = try await makeMovie()
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: source)
        try FileManager.default.createSymbolicLink(
            atPath: path("link.mp4"), withDestinationPath: source)
        try MovieEditor(path: source).write(to: path("link.mp4"), overwriting: true)
        let attributes = try FileManager.default.attributesOfItem(atPath: source)
        #expect(attributes[.posixPermissions] as? Int == 0o640)
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: path("link.mp4")) == source)
    }

    @Test func samplesInOtherFilesAreRefused() async throws {
        let source = try await makeMovie()
        var bytes = Array(try #require(FileManager.default.contents(atPath: source)))
        let entry = try #require(bytes.lastRange(of: Array("url ".utf8)))
        // The flag that says "in this file".
        bytes[entry.upperBound + 3] = 0
        let foreign = try folder.write(bytes, to: "foreign.mp4")
        let error = #expect(throws: FacecapError.self) {
            try MovieEditor(path: foreign).write(to: path("out.mp4"))
        }
        #expect(error?.code == .mediaUnreadable)
        #expect(folder.contents == ["foreign.mp4", "in.mp4"])
    }

    /// Keys and values go where a movie has some, or nothing of another kind: `ffmpeg` gives each MP4 a box for iTunes',
    /// whose titles it reads as before.
    @Test(arguments: [
        ("own.mp4", ""), ("titled.mp4", "-metadata title=Kept"),
        ("tagged.mp4", "-movflags use_metadata_tags -metadata org.example.tag=Kept"),
        ("bare.mp4", "-fflags +bitexact -map_metadata -1"),
        ("titled.mov", "-metadata title=Kept"),
        ("tagged.mov", "-movflags use_metadata_tags -metadata org.example.tag=Kept"),
    ])
    func itemsTakeThePlaceOfThoseUnderTheirKeys(
        name: String, options: String
    ) async throws {
        if name == "own.mp4" {
            _ = try await makeMovie(name)
        } else {
            try await Programs.make(
                path(name), "-f lavfi -i testsrc=s=96x64:d=0.2 -c:v libx264 \(options)")
        }
        var source = path(name)
        let before = try MovieReader(path: source)
        for value in ["first", "second"] {
            var editor = try MovieEditor(path: source)
            editor.replaceMetadata(
                of: ["org.example.key", "org.example.gone"],
                with: [MovieMetadataItem(key: "org.example.key", value: value)])
            source = path(value + "-" + name)
            try editor.write(to: source)
            let movie = try MovieReader(path: source)
            let others = movie.metadata.filter { $0.key != "org.example.key" }
            #expect(others == before.metadata)
            #expect(
                movie.metadata.filter { $0.key == "org.example.key" }.map(\.text) == [value])
            #expect(movie.moov.firstRange(of: Array("first".utf8)) == nil || value == "first")
            if options.contains("Kept") {
                #expect(movie.moov.firstRange(of: Array("Kept".utf8)) != nil)
            }
        }
        #expect(try await Programs.packets(of: source) == Programs.packets(of: path(name)))
        let tags = try await CommandRunner.run(
            ["-v", "error", "-show_entries", "format_tags", source], of: "/usr/bin/ffprobe"
        ).output
        #expect(tags.contains("org.example.key=second"), "\(tags)")
        if options.contains("Kept") { #expect(tags.contains("=Kept"), "\(tags)") }
        let keys = try await CommandRunner.run(
            ["-Keys:all", source], of: "/usr/bin/exiftool"
        ).output
        #expect(keys.contains(": second"), "\(keys)")
        try await Programs.expectToBeValid(source)
    }

    @Test func whatIsSaidIsFoundWhereZerosEndTheMovieBox() async throws {
        let source = try await makeMovie()
        var bytes = Array(try #require(FileManager.default.contents(atPath: source)))
        let moov = try #require(MovieReader(bytes: bytes).topLevelBoxes.last)
        try #require(moov.type == "moov")
        var size = BoxWriter()
        size.append(UInt32(moov.size + 4))
        bytes.replaceSubrange(Int(moov.offset)..<Int(moov.offset) + 4, with: size.bytes)
        bytes += [0, 0, 0, 0]
        let item = MovieMetadataItem(key: "org.example.key", value: "new")
        var editor = MovieEditor(try MovieReader(bytes: bytes))
        editor.replaceMetadata(of: [item.key], with: [item])
        try editor.write(to: path("out.mp4"))
        let texts = try MovieReader(path: path("out.mp4")).metadata.map(\.text)
        #expect(texts == editor.reader.metadata.map(\.text) + ["new"])
        try await Programs.expectToBeValid(path("out.mp4"))
    }

    @Test func damagedDescriptionsNeverTrap() async throws {
        let source = try await makeMovie()
        let bytes = Array(try #require(FileManager.default.contents(atPath: source)))
        let start = try #require(bytes.lastRange(of: Array("moov".utf8))).lowerBound
        var written = 0
        for index in stride(from: start, to: bytes.count, by: 11) {
            var damaged = bytes
            damaged[index] = index % 2 == 0 ? 0xFF : damaged[index] ^ 0x55
            let file = MemoryFile(damaged)
            guard let reader = try? MovieReader(file) else { continue }
            var editor = MovieEditor(reader)
            try? editor.addFaceTrack(addition())
            var samples = MetadataSampleReader(of: reader)
            let plan = MovieCopyPlan(
                reader: reader, tracks: editor.tracks,
                additions: [MetadataTrackAddition(addition())]
                    + reader.tracks.filter(\.isBoxedMetadata).compactMap {
                        try? MetadataTrackAddition(copying: $0, of: reader, &samples)
                    },
                description: DescriptionChange(
                    describer: reader,
                    metadata: MetadataChange(
                        keys: ["com.apple.quicktime.software"],
                        items: [MovieMetadataItem(key: "org.example.new", value: "new")])))
            guard let copy = try? plan.copy(head: [], isFastStart: index % 3 == 0) else { continue }
            let output = MemoryFile()
            if (try? copy.write(to: output)) != nil { written += 1 }
            #expect(output.bytes.count < 3 * bytes.count)
        }
        #expect(written > 0)
    }

    @Test func placesBeyondFourGigabytesTake64Bits() async throws {
        try await Programs.make(
            path("small.mp4"), "-f lavfi -i testsrc=s=96x64:r=25:d=1 -c:v libx264")
        let reader = try MovieReader(path: path("small.mp4"))
        let layout = MediaLayout([0..<100, (5 << 30)..<(5 << 30) + 50, 90..<120])
        #expect(layout.byteCount == 170)
        let sources: [Range<Int64>] = [0..<120, (5 << 30)..<(5 << 30) + 50]
        #expect(layout.sources == sources)
        #expect(layout.target(of: (5 << 30) + 7) == 127)
        let movie = EditedMovie(
            reader: reader, tracks: reader.tracks.map { .kept($0, MediaLayout([0..<(1 << 20)])) })
        let long = try movie.movieBytes(shift: 5 << 30, isLong: true)
        let short = try movie.movieBytes(shift: 0, isLong: false)
        #expect(long.firstRange(of: Array("stco".utf8)) == nil)
        let offsets = try #require(long.firstRange(of: Array("co64".utf8))).upperBound
        let first = long[(offsets + 8)..<(offsets + 16)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let place = try #require(short.firstRange(of: Array("stco".utf8))).upperBound
        let old = short[(place + 8)..<(place + 12)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        #expect(first == old + (5 << 30))
    }
}
