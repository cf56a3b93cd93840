// SPDX-License-Identifier: Apache-2.0
import FaceValues
import MovieBoxes
import MovieReading
import MovieTestSupport
import Testing

/// Movies with hundreds of tracks are read in time that is linear to their size.
@Suite struct ManyTracksTests {
    /// A movie with 200 tracks more, which are like the one that it has in `bytes`.
    private func addingTracks(to movie: TestMovie, in bytes: [UInt8]) throws -> TestMovie {
        let box = try #require(BoxReader(bytes).firstBox("moov", "trak"))
        // In `tkhd` behind its size, type, version and two times.
        let header = try #require(BoxReader(box.content).firstBox("tkhd")?.content)
        let (one, id) = (Array(box.bytes), header.startIndex - box.bytes.startIndex + 15)
        var movie = movie
        movie.added["moov"] = { writer in
            for number in 2...201 as ClosedRange<UInt8> {
                var other = one
                other[id] = number
                writer.append(contentsOf: other)
            }
        }
        return movie
    }

    @Test func emptyFragmentsAreReadOnceForAllTracks() throws {
        let movie = try addingTracks(to: TestMovie(), in: TestMovie().fragmentedHead)
        let empty: [UInt8] = [0, 0, 0, 8] + Array("moof".utf8)
        let fragments = [[UInt8]](repeating: empty, count: 30_000).flatMap { $0 }
        let bytes = CountedBytes(movie.fragmentedHead + fragments)
        let reader = try MovieReader(bytes)
        for track in reader.tracks { #expect(try reader.allSamples(of: track).isEmpty) }
        #expect(bytes.readCount < 4 * Int(bytes.byteCount))
    }

    /// A fragment in which each of 201 tracks has a sample of the same byte, and a thousand bytes that say nothing.
    private var fragmentOfAllTracks: [UInt8] {
        var writer = BoxWriter()
        writer.box("moof") { writer in
            for number in 1...201 as ClosedRange<UInt32> {
                writer.box("traf") { writer in
                    writer.box("tfhd", version: 0, flags: 0x2_0000) { $0.append(number) }
                    writer.box("trun", version: 0, flags: 0x201) { writer in
                        for field in [1, 0, 1] as [UInt32] { writer.append(field) }
                    }
                    writer.box("free") { $0.appendZeros(1000) }
                }
            }
        }
        writer.box("mdat") { _ in }
        return writer.bytes
    }

    @Test func fragmentsAreReadOnceHoweverManyTracksTheyHave() throws {
        let movie = try addingTracks(to: TestMovie(), in: TestMovie().fragmentedHead)
        let fragments = [[UInt8]](repeating: fragmentOfAllTracks, count: 4).flatMap { $0 }
        let bytes = CountedBytes(movie.fragmentedHead + fragments)
        let reader = try MovieReader(bytes)
        for track in reader.tracks {
            #expect(try reader.allSamples(of: track).count == 4)
        }
        // Once to find out where the samples of each track are told, and once to read them.
        #expect(bytes.readCount < 3 * Int(bytes.byteCount))
        let walked = try reader.allFragments().fragments
        #expect(walked.map(\.tracks.count) == [201, 201, 201, 201])
        #expect(walked.first?.tracks.map(\.id) == reader.tracks.map(\.id))
        #expect(bytes.readCount < 4 * Int(bytes.byteCount))
    }

    @Test func allTracksTogetherHaveNoMoreSamplesThanAFileOfThatSizeCanHave() throws {
        var movie = TestMovie()
        // One byte each, the same ten thousand again and again.
        movie.replace("stsz", 0, 1, .max)
        movie.replace("stts", 0, 1, .max, 1)
        movie.replace("stsc", 0, 1, 1, 10_000, 1)
        movie.replaced["stco"] = TestMovie.chunkOffsets(Array(repeating: 28, count: 30))
        movie.missing = ["ctts", "stss"]
        let bytes = try addingTracks(to: movie, in: movie.classic).classic
        #expect(bytes.count < 300_000)
        let reader = try MovieReader(MovieMemoryBytes(bytes))
        #expect(reader.tracks.count == 201)
        var count = 0
        for track in reader.tracks {
            var samples = reader.samples(of: track)
            while (try? samples.next()) != nil { count += 1 }
        }
        #expect(count > bytes.count && count < 32 * bytes.count)
    }
}
