// SPDX-License-Identifier: Apache-2.0
import FaceMovies
import FaceValues
import MovieBoxes
import MovieReading
import Testing

@Suite("The timed metadata of a movie")
struct TimedMetadataReaderTests {
    private func item(_ number: UInt8) -> TimedMetadataGroup.Item {
        .init(key: "org.example.number", value: .uint8(number))
    }

    private func groups(of movie: MovieReader) throws -> [TimedMetadataGroup] {
        var reader = TimedMetadataReader(movie)
        var groups: [TimedMetadataGroup] = []
        while let group = try reader.next() { groups.append(group) }
        return groups
    }

    @Test(
        "Values that go on are given once, equal ones each for itself, in the order in which they begin"
    )
    func valuesThatGoOn() throws {
        var movie = TestMovie()
        movie.valueTracks = [
            [
                (2, [item(1), item(2), item(2)], 0), (3, [item(2), item(1), item(3)], 2),
                (4, [item(3), item(2), item(4)], 3), (5, [item(2)], 1), (6, [], 0),
                (7, [item(2)], 1),
            ]
        ]
        let groups = try groups(of: movie.reader())
        #expect(groups.map { $0.items } == [1, 2, 2, 3, 4, 2].map { [item($0)] })
        #expect(groups.map { $0.start?.seconds } == [0, 0, 0, 1, 2, 5].map { Double($0) / 30 })
        #expect(groups.map { $0.duration?.seconds } == [2, 4, 1, 2, 1, 1].map { Double($0) / 30 })
    }

    @Test(
        "A sample with very many values that go on takes no time that grows with their square",
        .timeLimit(.minutes(1)))
    func manyValues() throws {
        var movie = TestMovie()
        let count = 200_000
        movie.valueTracks = [[(2, (0..<count).map { item(UInt8($0 % 256)) }, count)]]
        #expect(try groups(of: movie.reader()).count == count)
    }

    @Test func valuesOfSeveralTracksComeInTheOrderInWhichTheyBegin() throws {
        var movie = TestMovie()
        movie.valueTracks = [
            [(2, [item(1)], 0), (4, [item(3)], 0)], [(3, [item(2)], 0), (5, [item(4)], 0)],
        ]
        let groups = try groups(of: movie.reader())
        #expect(groups.map(\.items) == [1, 2, 3, 4].map { [item($0)] })
        #expect(groups.map { $0.start?.seconds } == [0, 1, 2, 3].map { Double($0) / 30 })
    }

    @Test func valuesHoldFromTheBeginningOfTheirEditToItsEnd() throws {
        var movie = TestMovie()
        movie.valueTracks = [[(2, [item(1)], 0), (5, [item(2)], 0)]]
        let whole = try movie.reader()
        let half = try #require(whole.tracks.last?.edits.first).segmentDuration / 2
        let edited = try movie.reader(
            editing: [1], MovieEdit(segmentDuration: half, mediaTime: 2))
        let groups = try groups(of: edited)
        #expect(groups.map(\.items) == [[item(1)], [item(2)]])
        #expect(groups.map { $0.start?.seconds } == [0, 1].map { Double($0) / 30 })
        #expect(groups.map { $0.duration?.seconds } == [1, 2].map { Double($0) / 30 })
    }
}
