// SPDX-License-Identifier: Apache-2.0
import FaceMovies
import FaceValues
import Testing

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
}
