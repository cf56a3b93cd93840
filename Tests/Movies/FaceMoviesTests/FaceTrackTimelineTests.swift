// SPDX-License-Identifier: Apache-2.0
import FaceMovies
import FaceValues
import MovieBoxes
import Testing
import TimedMetadata

@Suite("The faces of a movie, moment by moment")
struct FaceTrackTimelineTests {
    @Test("A moment has the faces of the last sample before it, until that is over")
    func lastSample() throws {
        var movie = TestMovie()
        movie.faceTracks = [
            [
                movie.frame(0, at: 2, ids: [1]), movie.frame(1, at: 3, ids: [2]),
                movie.frame(3, at: 5, ids: [3]),
            ]
        ]
        var timeline = FaceTrackReader.Timeline(try FaceTrackReader(movie.reader()))
        func ids(_ milliseconds: Int64) throws -> [Int]? {
            try timeline.observation(at: MediaTime(value: milliseconds, timescale: 1000))?
                .faces.map(\.faceID)
        }
        #expect(try ids(0) == [1])
        #expect(try ids(32) == [1])
        #expect(try ids(33) == [2])
        #expect(try ids(80) == [2])
        #expect(try ids(198) == [3])
        #expect(try ids(200) == nil)
        #expect(try ids(99_999) == nil)
        #expect(try ids(.max / 2) == nil)
    }

    @Test("Before the first sample nothing is known")
    func beforeTheFirst() throws {
        var movie = TestMovie()
        movie.faceTracks = [[movie.frame(0, at: 4, ids: [1])]]
        var timeline = FaceTrackReader.Timeline(try FaceTrackReader(movie.reader()))
        #expect(try timeline.observation(at: .zero) == nil)
        #expect(
            try timeline.observation(at: MediaTime(value: 2, timescale: 30))?.faces.count == 1)
    }

    @Test func aGapHoldsFromTheBeginningOfTheEditThatShowsItsEnd() throws {
        var movie = TestMovie()
        let gap = TestMovie.Faces(time: 2, bytes: FaceSampleEncoder.gap)
        movie.faceTracks = [[gap, movie.frame(3, at: 5, ids: [])]]
        let edit = MovieEdit(segmentDuration: 0, mediaTime: 2)
        var cursor = try FaceTrackReader(movie.reader(editing: [1], edit)).frames()
        let first = try cursor.next()
        #expect(first == .gap(start: .zero, duration: MediaTime(value: 1, timescale: 30)))
        #expect(try cursor.nextObservation()?.frame.number == 3)
    }

    @Test func aFrameThatBeginsBeforeTheEditIsLeftOut() throws {
        var movie = TestMovie()
        movie.faceTracks = [[movie.frame(0, at: 2, ids: []), movie.frame(3, at: 5, ids: [])]]
        let edit = MovieEdit(segmentDuration: 0, mediaTime: 2)
        var cursor = try FaceTrackReader(movie.reader(editing: [1], edit)).frames()
        #expect(try cursor.nextObservation()?.frame.number == 3)
    }

    @Test func nothingComesAfterAnError() throws {
        var movie = TestMovie()
        let tooLong = [UInt8](repeating: 0, count: 4 << 20 + 1)
        movie.faceTracks = [
            [TestMovie.Faces(time: 2, bytes: tooLong), movie.frame(1, at: 3, ids: [1])]
        ]
        var cursor = try FaceTrackReader(movie.reader()).frames()
        #expect(throws: FacecapError.self) { try cursor.next() }
        #expect(try cursor.next() == nil)
    }

    /// Readers of frames count from the first one that is shown.
    @Test(arguments: [true, false])
    func framesHaveTheirFacesWhereAnEditBeginsBetweenTwo(facesAreEditedToo: Bool) throws {
        var movie = TestMovie()
        movie.timescale = 250
        movie.images = [0, 10, 20, 30, 40]
        movie.faceTracks = [(0..<5).map { movie.frame($0, at: Int64($0) * 10, ids: [$0 + 1]) }]
        let reader = try FaceTrackReader(
            movie.reader(
                editing: facesAreEditedToo ? [0, 1] : [0],
                MovieEdit(segmentDuration: 0, mediaTime: 5)))
        var timeline = FaceTrackReader.Timeline(reader)
        let first = facesAreEditedToo ? 2 : 1
        for frame in 0..<3 {
            let time = MediaTime(value: Int64(frame) * 10, timescale: 250)
            #expect(try timeline.observation(at: time)?.faces.map(\.faceID) == [first + frame])
        }
        var (cursor, indices) = (reader.frames(), [Int]())
        while case .frame(let frame)? = try cursor.next() { indices.append(frame.frameIndex) }
        #expect(indices.prefix(3) == [0, 1, 2])
    }

    @Test("Frames of a thousandth of a second are told apart", arguments: [1000, 2000] as [Int32])
    func fastFrames(rate: Int32) throws {
        var movie = TestMovie()
        movie.timescale = rate
        movie.images = [0, 1, 2, 3, 4, 5]
        movie.faceTracks = [(0..<6).map { movie.frame($0, at: Int64($0), ids: [$0 + 1]) }]
        let reader = try FaceTrackReader(movie.reader())
        var timeline = FaceTrackReader.Timeline(reader)
        for frame in 0..<6 {
            let time = MediaTime(value: Int64(frame), timescale: rate)
            #expect(try timeline.observation(at: time)?.faces.map(\.faceID) == [frame + 1])
        }
        var cursor = reader.frames()
        var indices: [Int?] = []
        while case .frame(let frame)? = try cursor.next() { indices.append(frame.frameIndex) }
        #expect(indices == [0, 1, 2, 3, 4, 5])
    }
}
