// SPDX-License-Identifier: Apache-2.0
import FaceValues
import MovieBoxes
import MovieReading
import Testing
import TimedMetadata

@testable import FaceMovies

@Suite("The face track of a movie")
struct FaceTrackReaderTests {
    private func observations(_ reader: FaceTrackReader) throws -> [FaceObservation] {
        var cursor = reader.frames()
        var all: [FaceObservation] = []
        while let observation = try cursor.nextObservation() { all.append(observation) }
        return all
    }

    private func elements(_ reader: FaceTrackReader) throws -> [FaceTrackReader.Element] {
        var cursor = reader.frames()
        var all: [FaceTrackReader.Element] = []
        while let element = try cursor.next() { all.append(element) }
        return all
    }

    @Test("Frames have their own numbers, times, outcomes and faces")
    func frames() throws {
        var movie = TestMovie()
        movie.faceTracks = [
            [
                movie.frame(7, at: 2, ids: [1]),
                movie.frame(8, at: 3, ids: [1], outcome: .skipped(.interval)),
                movie.frame(10, at: 5, ids: []),
            ]
        ]
        let seen = try observations(FaceTrackReader(movie.reader()))
        #expect(seen.map(\.frame.number) == [7, 8, 10])
        #expect(seen.map(\.presentationTime.value) == [0, 1, 3])
        #expect(seen.map(\.captureNanoseconds) == [0, 33_333_333, 100_000_000])
        #expect(seen.map(\.outcome) == [.analysed, .skipped(.interval), .analysed])
        #expect(seen.map(\.faces) == [[TestMovie.face(1)], [TestMovie.face(1)], []])
    }

    @Test("A face is found where its id is first, and lost once where it is missing")
    func foundAndLost() throws {
        var movie = TestMovie()
        let ids = [[2, 1], [1], [1, 3], [2], []]
        movie.faceTracks = [
            ids.enumerated().map { movie.frame($0, at: Int64($0) + 2, ids: $1) }
        ]
        let seen = try observations(FaceTrackReader(movie.reader()))
        #expect(seen.map { $0.faces.map(\.faceID) } == [[1, 2], [1], [1, 3], [2], []])
        #expect(seen.map(\.foundFaceIDs) == [[1, 2], [], [3], [], []])
        #expect(seen.map(\.lostFaceIDs) == [[], [2], [], [1, 3], [2]])
    }

    @Test("A face out of sight is not lost, and one that never was in sight is not known")
    func outOfSight() throws {
        var movie = TestMovie()
        let frames: [(ids: [Int], hidden: [Int])] = [
            ([1], [8]), ([], [1, 8]), ([1, 2], [8]), ([2], [1]), ([2], []), ([], [2]), ([], []),
        ]
        movie.faceTracks = [
            frames.enumerated().map {
                movie.frame($0, at: Int64($0) + 2, ids: $1.ids, hidden: $1.hidden)
            }
        ]
        let seen = try observations(FaceTrackReader(movie.reader()))
        #expect(seen.map(\.foundFaceIDs) == [[1], [], [2], [], [], [], []])
        #expect(seen.map(\.lostFaceIDs) == [[], [], [], [], [1], [], [2]])
        #expect(seen.map(\.hiddenFaceIDs) == [[], [1], [], [1], [], [2], []])
    }

    @Test("An id that a sample has twice counts once")
    func doubleIDs() throws {
        var movie = TestMovie()
        movie.faceTracks = [[movie.frame(0, at: 2, ids: [5, 5])]]
        let seen = try observations(FaceTrackReader(movie.reader()))
        #expect(seen.map { $0.faces.map(\.faceID) } == [[5]])
        #expect(seen.map(\.foundFaceIDs) == [[5]])
    }

    @Test("A stretch of which nothing is known is a gap and no frame")
    func gaps() throws {
        var movie = TestMovie()
        movie.faceTracks = [[movie.frame(2, at: 4, ids: []), movie.frame(3, at: 5, ids: [])]]
        let reader = try FaceTrackReader(movie.reader())
        let first = try elements(reader).first
        #expect(
            first
                == .gap(
                    start: MediaTime(value: 0, timescale: 30),
                    duration: MediaTime(value: 2, timescale: 30)))
        #expect(try observations(reader).map(\.frame.number) == [2, 3])
    }

    @Test("Samples that say nothing are one gap where they touch, and no frame is lost behind it")
    func touchingGaps() throws {
        var movie = TestMovie()
        let nothing = { TestMovie.Faces(time: $0, bytes: FaceSampleEncoder.gap) }
        movie.faceTracks = [
            [
                movie.frame(0, at: 2, ids: [1]), nothing(3), nothing(4),
                movie.frame(3, at: 5, ids: [1]), nothing(6), nothing(7),
            ]
        ]
        let gaps = try elements(FaceTrackReader(movie.reader())).map { element -> [Int64] in
            guard case .gap(let start, let duration) = element else { return [] }
            return [start.value, duration.value]
        }
        #expect(gaps == [[], [1, 2], [], [4, 2]])
    }

    @Test("Without numbers of its own a track has those of the frames as they are shown")
    func applesTrack() throws {
        var movie = TestMovie(format: FaceTrackFormat(keys: .apple))
        // Reordered, at an uneven rate: shown at 2, 3, 4, 7, 9, 12.
        movie.images = [2, 7, 3, 4, 12, 9]
        movie.faceTracks = [
            [2, 4, 9, 12].map { movie.frame(0, at: $0, ids: $0 == 4 ? [] : [1]) }
        ]
        let seen = try observations(FaceTrackReader(movie.reader()))
        #expect(seen.map(\.frame.number) == [0, 2, 4, 5])
        #expect(seen.allSatisfy { $0.outcome == .analysed })
        #expect(seen.map(\.faces.count) == [1, 0, 1, 1])
        // Apple's keys have none for it.
        #expect(seen.flatMap(\.faces).allSatisfy { $0.confidence == nil })
    }

    @Test("The place in the movie is told beside the number of the session")
    func imageIndices() throws {
        var movie = TestMovie()
        movie.images = [2, 4, 3, 5]
        movie.faceTracks = [
            [movie.frame(40, at: 2, ids: []), movie.frame(43, at: 4, ids: [])]
        ]
        let frames = try elements(FaceTrackReader(movie.reader())).compactMap { element in
            if case .frame(let frame) = element { frame } else { nil }
        }
        #expect(frames.map(\.frameIndex) == [0, 2])
        #expect(frames.map(\.duration.value).first == 2)
    }

    @Test(
        "Frames that are shown before the one that is decoded first, and before the movie begins, have no place in it"
    )
    func framesThatCannotBeDecoded() throws {
        var movie = TestMovie()
        movie.images = [2, 0, 1, 3, 4]
        movie.faceTracks = [[2, 3, 4].map { movie.frame(Int($0), at: $0, ids: [1]) }]
        let frames = try elements(FaceTrackReader(movie.reader())).compactMap { element in
            if case .frame(let frame) = element { frame } else { nil }
        }
        #expect(frames.map(\.frameIndex) == [0, 1, 2])
    }

    @Test("Frames can be further apart than 64 bits of ticks")
    func framesFarApart() throws {
        var movie = TestMovie()
        movie.images = Array(0..<90)
        let recording = try movie.bytes(isFinished: false)
        let boxes = try MovieReader(bytes: recording).topLevelBoxes
        let moov = try #require(boxes.first { $0.type == "moov" })
        var head = Array(recording[..<Int(moov.end)])
        for edits in head.ranges(of: Array("edts".utf8)) {
            head.replaceSubrange(edits, with: "free".utf8)
        }
        let reader = try MovieReader(
            bytes: head + fragment(at: 0, offset: .min) + fragment(at: .max, offset: 0))
        let video = try #require(reader.tracks.first)
        var (cursor, times) = (reader.samples(of: video), [Int64]())
        while let sample = try cursor.next() { times.append(sample.presentationMediaTime) }
        #expect(times == [Int64(Int32.min), .max])
        var order = FrameOrder(of: video, in: reader)
        #expect(order.index(at: .zero) == 0)
    }

    /// A fragment with a frame of no bytes in the first track.
    private func fragment(at decodeTime: Int64, offset: Int32) -> [UInt8] {
        var writer = BoxWriter()
        writer.box("moof") { writer in
            writer.box("traf") { writer in
                writer.box("tfhd", version: 0, flags: 0x2_0000) { $0.append(UInt32(1)) }
                writer.box("tfdt", version: 1) { $0.append(decodeTime) }
                writer.box("trun", version: 1, flags: 0x800) { writer in
                    writer.append(UInt32(1))
                    writer.append(offset)
                }
            }
        }
        return writer.bytes
    }

    @Test("A sample that makes no sense is a frame that was not analysed, and loses nobody")
    func unreadableSample() throws {
        var movie = TestMovie()
        movie.faceTracks = [
            [
                movie.frame(0, at: 2, ids: [1]),
                TestMovie.Faces(time: 3, bytes: [0, 0, 0, 99, 1, 2, 3]),
                movie.frame(2, at: 4, ids: [1]),
            ]
        ]
        let seen = try observations(FaceTrackReader(movie.reader()))
        #expect(seen.map(\.outcome) == [.analysed, .skipped(.unknown), .analysed])
        #expect(seen.map(\.frame.number) == [0, 1, 2])
        #expect(seen.allSatisfy { $0.lostFaceIDs.isEmpty })
        #expect(seen.flatMap(\.foundFaceIDs) == [1])
    }

    @Test("Faces with the id of another one, or the id 0, are wrong")
    func wrongIDs() throws {
        var movie = TestMovie()
        movie.faceTracks = [
            [[1, 2], [1, 2, 2, 2], [0, 1], []].enumerated().map { index, ids in
                movie.frame(index, at: 2 + Int64(index), ids: ids)
            }
        ]
        let frames = try elements(FaceTrackReader(movie.reader())).compactMap { element in
            if case .frame(let frame) = element { frame } else { nil }
        }
        #expect(frames.map(\.wrongFaceCount) == [0, 2, 1, 0])
        #expect(frames.map(\.observation.faces.count) == [2, 2, 2, 0])
    }

    @Test(
        "Frames that are turned have faces of the stored frame",
        arguments: VideoOrientation.allCases)
    func orientation(_ orientation: VideoOrientation) throws {
        var movie = TestMovie()
        movie.orientation = orientation
        movie.faceTracks = [[movie.frame(0, at: 2, ids: [1])]]
        let reader = try FaceTrackReader(movie.reader())
        #expect(reader.orientation == orientation)
        let isUpright = !orientation.exchangesSides
        #expect(
            reader.video?.displayedSize
                == Size(width: isUpright ? 64 : 48, height: isUpright ? 48 : 64))
        let seen = try observations(reader)
        #expect(seen.map(\.orientation) == [orientation])
        #expect(seen[0].faces == [TestMovie.face(1)])
    }

    @Test(
        "A matrix that mirrors is a turn and a mirroring",
        arguments: [
            ([-1, 0, 0, 1], VideoOrientation.upright, 0.5), ([1, 0, 0, -1], .halfTurn, 0.25),
            ([0, 1, 1, 0], .quarterTurn, 0.25), ([0, -1, -1, 0], .threeQuarterTurn, 0.25),
        ])
    func mirroring(
        _ matrix: [Int32], _ orientation: VideoOrientation, _ displayedX: Double
    ) throws {
        var movie = TestMovie()
        movie.faceTracks = [[movie.frame(0, at: 2, ids: [1])]]
        var bytes = try movie.bytes()
        let identity = Bytes.matrix([1, 0, 0, 1])
        let place = try #require(bytes.firstRange(of: identity, afterLast: "moov", "tkhd"))
        bytes.replaceSubrange(place..<place + identity.count, with: Bytes.matrix(matrix))
        let reader = try FaceTrackReader(MovieReader(MovieMemoryBytes(bytes)))
        #expect(reader.orientation == orientation.followed(by: .mirrored))
        let bounds = reader.displayedFromStored().apply(TestMovie.face(1)).bounds
        #expect(bounds.x == displayedX)
        let once = reader.displayedFromStored(mirroring: true)
        #expect(!once.isMirrored)
    }

    @Test("The time of a frame goes through the edits of the track")
    func edits() throws {
        var movie = TestMovie()
        movie.faceTracks = [
            (0..<4).map { movie.frame($0, at: Int64($0) + 2, ids: []) }
        ]
        var bytes = try movie.bytes()
        // The one edit of the face track then begins two ticks later in its media.
        let list = try #require(bytes.lastRange(of: "elst"))
        bytes.replaceSubrange(list + 16..<list + 20, with: [0, 0, 0, 2])
        let seen = try observations(FaceTrackReader(MovieReader(MovieMemoryBytes(bytes))))
        #expect(seen.map(\.frame.number) == [2, 3])
        #expect(seen.map(\.presentationTime.value) == [0, 1])
    }

    @Test("Of several face tracks each is found by its index, and one that is not there is named")
    func severalTracks() throws {
        var movie = TestMovie()
        movie.faceTracks = [[movie.frame(0, at: 2, ids: [1])], [movie.frame(0, at: 2, ids: [2])]]
        let reader = try movie.reader()
        #expect(FaceTrackReader.tracks(of: reader).map(\.id) == [2, 3])
        let second = try observations(FaceTrackReader(reader, index: 1))
        #expect(second.map { $0.faces.map(\.faceID) } == [[2]])
        for (index, message) in [
            (2, "no face track 3, only 2"), (.max, "no face track 9223372036854775808, only 2"),
            (-1, "no face track with the index -1"), (.min, "the first one has 0"),
        ] {
            let error = #expect(throws: FacecapError.self) {
                try FaceTrackReader(reader, index: index)
            }
            #expect(error?.code == .mediaUnreadable)
            #expect(error?.message.contains(message) == true, "\(index): \(error?.message ?? "")")
        }
    }

    @Test("A movie without faces says what makes one")
    func noFaceTrack() throws {
        var movie = TestMovie()
        movie.markers = [(2, "hello")]
        let reader = try movie.reader()
        #expect {
            try FaceTrackReader(reader)
        } throws: {
            ($0 as? FacecapError)?.message.contains("record it with a metadata output") == true
        }
    }
}
