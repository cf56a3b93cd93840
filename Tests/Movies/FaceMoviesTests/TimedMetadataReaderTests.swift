// SPDX-License-Identifier: Apache-2.0
import FaceMovies
import FaceValues
import Testing

@Suite("The timed metadata of a movie")
struct TimedMetadataReaderTests {
    private func item(_ number: UInt8) -> TimedMetadataGroup.Item {
        .init(key: "org.example.number", value: .uint8(number))
    }

    private func groups(of movie: TestMovie) throws -> [TimedMetadataGroup] {
        var reader = TimedMetadataReader(try movie.reader())
        var groups: [TimedMetadataGroup] = []
        while let group = try reader.next() { groups.append(group) }
        return groups
    }

    @Test(
        "Values that go on are given once, equal ones each for itself, in the order in which they begin"
    )
    func valuesThatGoOn() throws {
        var movie = TestMovie()
        movie.values = [
            (2, [item(1), item(2), item(2)], 0), (3, [item(2), item(1), item(3)], 2),
            (4, [item(3), item(2), item(4)], 3), (5, [item(2)], 1), (6, [], 0), (7, [item(2)], 1),
        ]
        let groups = try groups(of: movie)
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
        movie.values = [(2, (0..<count).map { item(UInt8($0 % 256)) }, count)]
        #expect(try groups(of: movie).count == count)
    }
}
