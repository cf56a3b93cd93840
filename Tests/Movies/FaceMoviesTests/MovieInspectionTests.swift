// SPDX-License-Identifier: Apache-2.0
import FaceMovies
import FaceValues
import MovieBoxes
import MovieReading
import Testing
import TimedMetadata

@Suite("The inspection of a movie")
struct MovieInspectionTests {
    private var movie: TestMovie {
        var movie = TestMovie()
        movie.faceTracks = [
            [
                movie.frame(1, at: 3, ids: [1]), movie.frame(2, at: 4, ids: [1, 4, 4]),
                movie.frame(3, at: 5, ids: [4], outcome: .skipped(.lateData)),
                TestMovie.Faces(time: 6, bytes: [1]),
                TestMovie.Faces(time: 7, bytes: FaceSampleEncoder.gap),
            ]
        ]
        movie.markers = [(3, "first"), (5, "zwölf")]
        return movie
    }

    @Test("Frames, faces, gaps and markers are counted")
    func counts() throws {
        let inspection = MovieInspection(try movie.reader())
        let faces = try #require(inspection.faces.first)
        #expect(faces.frameCount == 4)
        #expect(faces.analysedCount == 2)
        #expect(faces.notAnalysedCounts == ["late_data": 1, "unknown": 1])
        #expect(faces.unreadableCount == 1)
        #expect(faces.wrongFaceCount == 1)
        #expect(
            faces.warning?.message.contains("1 unreadable frame and 1 damaged face") == true)
        #expect(faces.gapCount == 2)
        #expect(faces.gaps.map(\.start.value) == [0, 5])
        #expect(faces.gaps.first?.duration.value == 1)
        #expect(faces.maximumFaceCount == 2)
        #expect(faces.meanFaceCount == 1)
        #expect(faces.faces.map(\.id) == [1, 4])
        #expect(faces.faces.map(\.first.value) == [1, 2])
        #expect(faces.faces.map(\.last.value) == [2, 3])
        #expect(faces.faces.map(\.frameCount) == [2, 2])
        #expect(faces.faces.allSatisfy { abs($0.secondsInView - 2.0 / 30) < 1e-9 })
        #expect(inspection.markers.map(\.text) == ["first", "zwölf"])
        #expect(inspection.markers.map(\.time.value) == [1, 3])
        #expect(inspection.markers.allSatisfy { $0.key == ClientMetadataFormat.markerKey })
    }

    @Test("Tracks are told with what their samples add up to")
    func tracks() throws {
        let inspection = MovieInspection(try movie.reader())
        #expect(inspection.tracks.map(\.header.kind) == [.video, .metadata, .metadata])
        let video = try #require(inspection.tracks.first?.samples)
        #expect(video.sampleCount == 6)
        #expect(video.byteCount == 30)
        #expect(video.averageRate == 30)
        #expect(video.start == .zero)
        #expect(abs((inspection.seconds ?? 0) - 0.2) < 1e-3)
        #expect(!inspection.isQuickTime)
    }

    @Test func aDamagedTrackHidesNoValuesOfOtherTracks() throws {
        func item(_ text: String) -> TimedMetadataGroup.Item {
            .init(key: "org.example.text", value: .utf8(text))
        }
        var other = TestMovie()
        let tooLong = String(repeating: "a", count: 4 << 20 + 1)
        other.valueTracks = [
            [(2, [item("a")], 0), (3, [item(tooLong)], 0)], [(4, [item("b")], 0)],
        ]
        let inspection = MovieInspection(try other.reader())
        #expect(inspection.timedMetadata.map(\.items) == [[item("a")], [item("b")]])
        #expect(inspection.timedMetadataDamage?.code == .mediaDamaged)
    }

    @Test func aTextOfAnotherProgramIsToldOnce() throws {
        var other = TestMovie()
        other.markerKey = "com.other.note"
        other.markers = [(3, "first")]
        let inspection = MovieInspection(try other.reader())
        #expect(inspection.markers.isEmpty)
        #expect(
            inspection.timedMetadata.map(\.items)
                == [[.init(key: "com.other.note", value: .utf8("first"))]])
    }

    @Test("A recording that was broken off is told, faces and all")
    func tornMovie() throws {
        var long = movie
        long.images = Array(2..<92)
        long.faceTracks = [(2..<92).map { movie.frame($0, at: Int64($0), ids: [1]) }]
        let bytes = try long.bytes(isFinished: false)
        let inspection = MovieInspection(
            try MovieReader(MovieMemoryBytes(Array(bytes.dropLast(3)))))
        #expect(inspection.movie.isFragmented)
        #expect(inspection.movie.tornTail != nil)
        #expect(inspection.tracks.allSatisfy { $0.samples.damage == nil })
        #expect(inspection.faces.map(\.faces.first?.id) == [1])
        #expect((inspection.seconds ?? 0) > 0)
    }

    @Test(
        "Of samples that a movie names again and again, no more is read than the movie could hold")
    func repeatedSamples() throws {
        var long = movie
        long.faceTracks = []
        long.markers = [(3, "BEGIN" + String(repeating: "a", count: 100_000))]
        for (count, isDamaged) in [(100, false), (1000, true)] {
            let bytes = try repeatingLastSample(of: try long.bytes(), count)
            let inspection = MovieInspection(try MovieReader(MovieMemoryBytes(bytes)))
            let size = inspection.markers.reduce(0) { $0 + $1.text.utf8.count }
            #expect((100_000...(16 << 20) + bytes.count).contains(size))
            #expect((inspection.markers.count < count) == isDamaged)
            #expect((inspection.markerDamage?.code == .mediaDamaged) == isDamaged)
        }
    }

    /// The movie with a marker track in whose tables the marker that begins with "BEGIN" stands many times.
    private func repeatingLastSample(of bytes: [UInt8], _ count: Int) throws -> [UInt8] {
        let text = try #require(bytes.firstRange(of: Array("BEGIN".utf8))?.lowerBound)
        let size = UInt32(100_005 + 8)
        let count = UInt32(count)
        let tables: [FourCharacterCode: [UInt32]] = [
            "stsz": [0, size, count], "stts": [0, 1, count, 1], "stsc": [0, 1, 1, 1, 1],
            "stco": [0, count] + Array(repeating: UInt32(text - 8), count: Int(count)),
        ]
        let last = try #require(bytes.lastRange(of: "trak"))
        func copy(_ content: ArraySlice<UInt8>, to writer: inout BoxWriter) {
            var reader = BoxReader(content)
            while let box = reader.readBox() {
                let isLast = box.content.startIndex >= last
                if let words = tables[box.type], isLast {
                    writer.box(box.type) { writer in words.forEach { writer.append($0) } }
                } else if ["moov", "mdia", "minf", "stbl"].contains(box.type)
                    || box.type == "trak" && isLast
                {
                    writer.box(box.type) { writer in copy(box.content, to: &writer) }
                } else if box.type != "edts" || !isLast {
                    writer.append(contentsOf: box.sized)
                }
            }
        }
        var writer = BoxWriter()
        copy(bytes[...], to: &writer)
        return writer.bytes
    }

    @Test("Whatever byte of its movie box is wrong, its inspection ends")
    func hostileMovie() throws {
        let bytes = try movie.bytes()
        let start = try #require(bytes.lastRange(of: "moov"))
        var opened = 0
        for index in stride(from: start, to: bytes.count, by: 7) {
            for value: UInt8 in [0, 0xFF] {
                var changed = bytes
                changed[index] = value
                guard let reader = try? MovieReader(MovieMemoryBytes(changed)) else { continue }
                opened += 1
                let inspection = MovieInspection(reader)
                #expect(inspection.faces.allSatisfy { $0.frameCount < bytes.count })
            }
        }
        #expect(opened > 50)
    }
}
