// SPDX-License-Identifier: Apache-2.0
import FaceValues
import MovieBoxes
import MovieReading
import TestSupport
import Testing
import TimedMetadata

@testable import MovieEditing

@Suite(.enabled(if: Programs.areAvailable, "ffmpeg or exiftool is not installed"))
struct JoinerTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    private func makeMovie(_ name: String = "in.mp4") async throws -> String {
        let finished = try #require(try await Video.short.value.recordingHistory().last)
        return try folder.write(finished, to: name)
    }

    /// The face ids of a movie's samples.
    private func greatestID(_ path: String) throws -> UInt32 {
        let reader = try MovieReader(path: path)
        let track = try #require(reader.tracks.first { $0.hasFaces })
        var cursor = reader.samples(of: track)
        var greatest = FaceSampleNumbers.Greatest()
        while let sample = try cursor.next() {
            let entry = track.sampleEntries[sample.descriptionIndex]
            FaceSampleNumbers(sampleEntry: entry)?
                .find(&greatest, in: try reader.readBytes(of: sample))
        }
        return greatest.faceID
    }

    @Test func whatIsJoinedFollowsEachOtherAndNoIDIsShared() async throws {
        let source = try await makeMovie()
        let summary = try MovieJoiner([source, source, source]).write(to: path("out.mp4"))
        #expect(summary.movie.trackCount == 3 && summary.changesFaceIDs)
        try await Programs.expectToBeValid(path("out.mp4"))
        let (before, after) = (
            try MovieReader(path: source), try MovieReader(path: path("out.mp4"))
        )
        let times = { (reader: MovieReader, index: Int) throws -> [Double] in
            let track = reader.tracks[index]
            var (cursor, times) = (reader.samples(of: track), [Double]())
            while let sample = try cursor.next() {
                if let time = track.presentationTime(ofMediaTime: sample.presentationMediaTime) {
                    times.append(time.seconds)
                }
            }
            return times.sorted()
        }
        let frames = try times(before, 0)
        let joined = try times(after, 0)
        #expect(joined.count == 3 * frames.count)
        #expect(zip(joined, joined.dropFirst()).allSatisfy { abs($1 - $0 - 0.04) < 1e-6 })
        // Faces lie beside their frames.
        let faces = try times(after, 2)
        #expect(
            faces.count == joined.count && zip(faces, joined).allSatisfy { abs($0 - $1) < 1e-6 })
        // Audio has no gap of a packet, and none of it is heard twice.
        let audio = try times(after, 1)
        let steps = zip(audio, audio.dropFirst()).map { $1 - $0 }
        #expect(steps.allSatisfy { $0 > 0 && $0 < 1024 / 48000 + 1e-4 }, "\(steps.max() ?? 0)")
        #expect(try greatestID(path("out.mp4")) == 3 * greatestID(source))
    }

    /// Keys that stand in the second sample entry of a joined track are taken over with their samples.
    @Test func whatTheMetadataOfAJoinedMovieSaysStaysInAnEditedOne() async throws {
        let source = try await makeMovie()
        for (name, key) in [("a.mp4", "org.example.a"), ("b.mp4", "org.example.b")] {
            let format = ClientMetadataFormat(keys: [key])
            let samples = [(ticks: Int64(3), bytes: format.encode([(key, "of \(name)")]))]
            let reader = try MovieReader(path: source)
            let plan = MovieCopyPlan(
                reader: reader, tracks: reader.tracks,
                additions: [
                    MetadataTrackAddition(
                        name: "Metadata", sampleEntry: format.sampleEntry, timescale: 25,
                        samples: samples, end: nil)
                ])
            let output = MemoryFile()
            _ = try plan.copy(
                head: MovieHead.bytes(of: reader, path: nil), isFastStart: false
            ).write(to: output)
            try folder.write(output.bytes, to: name)
        }
        _ = try MovieJoiner([path("a.mp4"), path("b.mp4")]).write(to: path("joined.mp4"))
        // As render and redact do it.
        var editor = MovieEditor(try MovieReader(path: path("joined.mp4")))
        editor.removeTracks { $0.kind == .metadata }
        try editor.takeMetadata(of: MovieReader(path: path("joined.mp4")))
        try editor.write(to: path("out.mp4"))
        for name in ["joined.mp4", "out.mp4"] {
            let reader = try MovieReader(path: path(name))
            let track = try #require(reader.tracks.first { $0.handlerName == "Metadata" })
            #expect(track.sampleEntries.count == 2)
            var (cursor, texts) = (reader.samples(of: track), [String]())
            while let sample = try cursor.next() {
                let entry = BoxedMetadataEntry(
                    reading: track.sampleEntries[sample.descriptionIndex])
                texts += ClientMetadataFormat.decode(
                    try reader.readBytes(of: sample), entry: try #require(entry)
                ).map { "\($0.key) \($0.text)" }
            }
            #expect(texts == ["org.example.a of a.mp4", "org.example.b of b.mp4"], "\(name)")
        }
    }

    @Test func tracksOfMetadataWithOtherKeysHaveDescriptionsOfTheirOwn() async throws {
        let source = try await makeMovie()
        var editor = try MovieEditor(path: source)
        var encoder = FaceSampleEncoder(format: FaceTrackFormat(keys: .apple))
        try editor.addFaceTrack(
            FaceTrackAddition(
                sampleEntry: FaceTrackFormat(keys: .apple).sampleEntry, timescale: 25,
                samples: (0..<50).map {
                    (Int64($0), encoder.encode(.test(number: $0, hasFace: true)))
                }))
        try editor.write(to: path("apple.mp4"))
        _ = try MovieJoiner([source, path("apple.mp4"), source]).write(to: path("out.mp4"))
        let reader = try MovieReader(path: path("out.mp4"))
        let track = try #require(reader.tracks.first { $0.hasFaces })
        #expect(track.sampleEntries.count == 2)
        var (cursor, used) = (reader.samples(of: track), [Int]())
        while let sample = try cursor.next() {
            if used.last != sample.descriptionIndex { used.append(sample.descriptionIndex) }
        }
        #expect(used == [0, 1, 0])
        #expect(try greatestID(path("out.mp4")) == 21)
    }

    /// Both tracks of metadata have one name, and another order in the second movie.
    @Test func facesGoOnInTheTrackThatHoldsFaces() async throws {
        let reader = try MovieReader(path: try await makeMovie())
        let faces = try #require(reader.tracks.first { $0.hasFaces })
        let format = ClientMetadataFormat(keys: ["org.example.a"])
        var samples = MetadataSampleReader(of: reader)
        let additions = [
            try MetadataTrackAddition(copying: faces, of: reader, &samples),
            MetadataTrackAddition(
                name: "Faces", sampleEntry: format.sampleEntry, timescale: 25,
                samples: [(ticks: 0, bytes: format.encode([("org.example.a", "one")]))], end: nil),
        ]
        let movies: [(name: String, additions: [MetadataTrackAddition])] = [
            ("a.mp4", additions), ("b.mp4", additions.reversed()),
        ]
        for (name, additions) in movies {
            let plan = MovieCopyPlan(
                reader: reader, tracks: reader.tracks.filter { !$0.hasFaces },
                additions: additions)
            let output = MemoryFile()
            _ = try plan.copy(
                head: MovieHead.bytes(of: reader, path: nil), isFastStart: false
            ).write(to: output)
            try folder.write(output.bytes, to: name)
        }
        _ = try MovieJoiner([path("a.mp4"), path("b.mp4")]).write(to: path("out.mp4"))
        let joined = try MovieReader(path: path("out.mp4")).tracks
        #expect(joined.map(\.hasFaces) == [false, false, true, false])
        #expect(joined.map(\.sampleEntries.count) == [1, 1, 1, 1])
    }

    @Test func facesDescribeTheVideoTrackThatTheyDescribeInTheParts() async throws {
        try await Programs.make(
            path("two.mp4"),
            "-f lavfi -i color=s=64x64:r=25:d=1 -f lavfi -i testsrc=s=96x64:r=25:d=1 -map 0 -map 1"
                + " -c:v libx264")
        var editor = try MovieEditor(path: path("two.mp4"))
        let second = editor.tracks[1].id
        var encoder = FaceSampleEncoder(format: Video.faces)
        let sample = encoder.encode(.test(number: 0, hasFace: true))
        try editor.addFaceTrack(
            FaceTrackAddition(
                sampleEntry: Video.faces.sampleEntry, timescale: 25, samples: [(0, sample)]),
            describing: second)
        try editor.write(to: path("faces.mp4"))
        _ = try MovieJoiner([path("faces.mp4"), path("faces.mp4")]).write(to: path("out.mp4"))
        let tracks = try MovieReader(path: path("out.mp4")).tracks
        #expect(tracks.map(\.hasFaces) == [false, false, true])
        #expect(tracks.last?.references["cdsc"] == [tracks[1].id])
    }

    @Test func aSingleMovieAndOnesThatWereJoinedStayAsTheyAre() async throws {
        let source = try await makeMovie()
        _ = try MovieJoiner([source]).write(to: path("one.mp4"))
        #expect(try await Programs.packets(of: path("one.mp4")) == Programs.packets(of: source))
        _ = try MovieJoiner([source, source]).write(to: path("two.mp4"))
        _ = try MovieJoiner([path("two.mp4")]).write(to: path("again.mp4"), isFastStart: true)
        #expect(
            try await Programs.packets(of: path("again.mp4"))
                == Programs.packets(of: path("two.mp4")))
        #expect(
            try MovieReader(path: path("again.mp4")).topLevelBoxes.map(\.type)
                == ["ftyp", "moov", "mdat"])
    }

    @Test(arguments: ["mp4", "mov"])
    func whatTheFirstMovieSaysOfItselfIsKept(ending: String) async throws {
        try folder.write(
            Array(
                """
                ;FFMETADATA1
                title=One day
                artist=Somebody
                location=+48.1000+011.6000/
                [CHAPTER]
                TIMEBASE=1/1000
                START=0
                END=100
                title=Morning

                """.utf8), to: "meta.txt")
        let video = "-f lavfi -i testsrc=r=25:d=0.2:s=64x64 "
        try await Programs.make(
            path("a.\(ending)"),
            video + "-f ffmetadata -i \(path("meta.txt")) -map 0 -map_metadata 1 -map_chapters 1")
        try await Programs.make(path("b.\(ending)"), video + "-metadata title=Two")
        _ = try MovieJoiner([path("a.\(ending)"), path("b.\(ending)")])
            .write(to: path("all.\(ending)"))
        try await Programs.expectToBeValid(path("all.\(ending)"))
        let (before, after) = (
            try MovieReader(path: path("a.\(ending)")), try MovieReader(path: path("all.\(ending)"))
        )
        let descriptions = [before, after].map { reader in
            EditedMovie.descriptions(of: reader).map { Array($0.bytes) }
        }
        #expect(descriptions[0] == descriptions[1] && !descriptions[0].isEmpty)
        let tags = try await CommandRunner.run(
            ["-s3", "-Title", "-Artist", path("all.\(ending)")], of: "/usr/bin/exiftool")
        #expect(tags.output == "One day\nSomebody\n")
    }

    /// QuickTime says rates above 65,535 Hz in version 2 of its description of audio.
    @Test func audioOfAnotherRateIsToldInBothForms() async throws {
        for (name, rate) in [("a.mov", 48_000), ("b.mov", 96_000)] {
            try await Programs.make(
                path(name), "-f lavfi -i sine=d=0.2:r=\(rate) -ac 1 -c:a pcm_s16le")
        }
        let error = #expect(throws: FacecapError.self) {
            try MovieJoiner([path("a.mov"), path("b.mov")]).write(to: path("out.mov"))
        }
        let words = "are lpcm, 1 channel, 96000 Hz, there they are sowt, 1 channel, 48000 Hz;"
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }

    @Test func audioThatTheFirstMovieLacksIsComparedBetweenTheOthers() async throws {
        for (name, rates) in [
            ("a.mp4", [48_000]), ("b.mp4", [48_000, 48_000]), ("c.mp4", [48_000, 44_100]),
        ] {
            let inputs = rates.map { "-f lavfi -i sine=d=0.2:r=\($0) " }.joined()
            let maps = rates.indices.map { "-map \($0) " }.joined()
            try await Programs.make(path(name), inputs + maps + "-c:a aac")
        }
        let error = #expect(throws: FacecapError.self) {
            try MovieJoiner([path("a.mp4"), path("b.mp4"), path("c.mp4")])
        }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains("joined to \(path("b.mp4")): its audio") == true)
    }

    /// Of each an edit hides the priming.
    @Test func aThousandMoviesAreJoinedToOneThatCanBeReadAndTenThousandAreRefused() async throws {
        try await Programs.make(path("in.mp4"), "-f lavfi -i sine=d=0.02 -c:a aac")
        for (source, joined) in [("in.mp4", "some.mp4"), ("some.mp4", "out.mp4")] {
            _ = try MovieJoiner(Array(repeating: path(source), count: 33)).write(to: path(joined))
        }
        let track = try #require(try MovieReader(path: path("out.mp4")).tracks.first)
        #expect(track.edits.count == 33 * 33)
        let joiner = try MovieJoiner(Array(repeating: path("out.mp4"), count: 16))
        let error = #expect(throws: FacecapError.self) {
            try joiner.write(to: path("all.mp4"))
        }
        #expect(error?.message.contains("16384 pieces") == true, "\(error?.message ?? "")")
    }

    @Test func tracksThatAreNotPlayedByDefaultStaySo() async throws {
        try await Programs.make(
            path("in.mp4"),
            "-f lavfi -i testsrc=r=25:d=0.2:s=64x64 -f lavfi -i sine=d=0.2 -map 0 -map 1 -map 1"
                + " -c:v libx264 -c:a aac")
        _ = try MovieJoiner([path("in.mp4"), path("in.mp4")]).write(to: path("out.mp4"))
        for name in ["in.mp4", "out.mp4"] {
            let tracks = try MovieReader(path: path(name)).tracks
            #expect(tracks.map(\.isEnabled) == [true, true, false], "\(name)")
            #expect(tracks.map(\.alternateGroup) == [0, 1, 1], "\(name)")
        }
        try await Programs.expectToBeValid(path("out.mp4"))
    }

    /// As a sample entry may say of itself that is the last one: two of them are joined.
    @Test func sampleEntriesThatReachToTheEndAreJoined() async throws {
        let source = try await makeMovie()
        var bytes = try #require(try await Video.short.value.recordingHistory().last)
        let entry = try #require(bytes.ranges(of: Array("mebx".utf8)).last).lowerBound
        bytes.replaceSubrange(entry - 4..<entry, with: [0, 0, 0, 0])
        let other = try folder.write(bytes, to: "other.mp4")
        _ = try MovieJoiner([other, source]).write(to: path("out.mp4"))
        let reader = try MovieReader(path: path("out.mp4"))
        let faces = try #require(reader.tracks.first { $0.hasFaces })
        var (cursor, count) = (reader.samples(of: faces), 0)
        while try cursor.next() != nil { count += 1 }
        #expect(count == 100)
        try await Programs.expectToBeValid(path("out.mp4"))
    }

    @Test func whatCannotBeReadOfADescriptionDoesNotGetIntoAJoinedMovie() async throws {
        let source = try await makeMovie()
        var bytes = try #require(try await Video.short.value.recordingHistory().last)
        let meta = try #require(bytes.ranges(of: Array("udta".utf8)).last).upperBound
        try #require(bytes[(meta + 4)...].starts(with: Array("meta".utf8)))
        // It is longer than what is around it, and so is its first key.
        bytes[meta + 2] += 1
        let keys = try #require(bytes.ranges(of: Array("keys".utf8)).last).upperBound
        bytes[keys + 8] = 0x40
        let other = try folder.write(bytes, to: "other.mp4")
        try #require(try MovieReader(path: other).metadata.isEmpty)
        _ = try MovieJoiner([other, source]).write(to: path("out.mp4"))
        #expect(try MovieReader(path: path("out.mp4")).metadata.isEmpty)
        try await Programs.expectToBeValid(path("out.mp4"))
    }

    @Test func damagedMoviesAreRefusedOrJoinedToWhatCanBeRead() async throws {
        var random = SeededNumbers.fresh()
        let whole = try #require(try await Video.tiny.value.recordingHistory().last)
        let good = try folder.write(whole, to: "good.mp4")
        let reader = try MovieReader(path: good)
        let moov = try #require(reader.topLevelBoxes.first { $0.type == .moov })
        var joined = 0
        for _ in 0..<400 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                // Half of the changes hit the description.
                let range =
                    Bool.random(using: &random)
                    ? Int(moov.offset)..<Int(moov.end) : 0..<bytes.count
                let place = Int.random(in: range, using: &random)
                let value: UInt8 = [0, 0xFF, 0x7F, 0x80, 1].randomElement(using: &random) ?? 0
                for offset in 0..<Int.random(in: 1...4, using: &random)
                where bytes.indices.contains(place + offset) {
                    bytes[place + offset] =
                        Bool.random(using: &random)
                        ? value : UInt8.random(in: 0...255, using: &random)
                }
            }
            let bad = try folder.write(bytes, to: "bad.mp4")
            for parts in [[good, bad], [bad, good]] {
                do throws(FacecapError) {
                    _ = try MovieJoiner(parts).write(to: path("out.mp4"), overwriting: true)
                } catch {
                    #expect(!error.message.isEmpty)
                    continue
                }
                joined += 1
                let result = try MovieReader(path: path("out.mp4"))
                for track in result.tracks {
                    var cursor = result.samples(of: track)
                    while try cursor.next() != nil {}
                }
            }
        }
        #expect(joined > 0)
    }
}
