// SPDX-License-Identifier: Apache-2.0
import FaceValues
import MovieBoxes
import MovieReading
import Testing

@Suite struct ContradictingTableTests {
    @Test func chunksThatGoBackwardsAreDamage() {
        var movie = TestMovie()
        movie.replace("stsc", 0, 3, 1, 1, 1, 2, 1, 1, 1, 1, 1)
        movie.replaced["stco"] = TestMovie.chunkOffsets([28, 29, 31, 34])
        expectDamage(of: movie, in: "stsc", after: 2)
    }

    @Test func chunksThatDoNotBeginWithTheFirstAreDamage() {
        var movie = TestMovie()
        movie.replace("stsc", 0, 1, 2, 2, 1)
        expectDamage(of: movie, in: "stsc", after: 0)
        movie.replace("stsc", 0, 1, 0, 2, 1)
        expectDamage(of: movie, in: "stsc", after: 0)
        movie.missing = ["stsc"]
        expectDamage(of: movie, in: "stsc", after: 0)
    }

    @Test func samplesWithoutAChunkAreDamage() {
        var movie = TestMovie()
        movie.replaced["stco"] = TestMovie.chunkOffsets([28])
        expectDamage(of: movie, in: "stco", after: 2)
        movie.missing = ["stco"]
        expectDamage(of: movie, in: "stco", after: 0)
    }

    @Test func chunksWithoutSamplesAreDamage() {
        var movie = TestMovie()
        movie.replaced["stco"] = TestMovie.chunkOffsets([28, 31, 31])
        expectDamage(of: movie, in: "stsz", after: 4)
    }

    @Test func samplesWithoutTimesAreDamage() {
        for (fields, count) in [([0, 1, 3, 10], 3), ([0, 2, 0, 10, 2, 10], 2), ([0, 0], 0)]
            as [([UInt32], Int)]
        {
            var movie = TestMovie()
            movie.replaced["stts"] = { writer in
                for field in fields { writer.append(field) }
            }
            expectDamage(of: movie, in: "stts", after: count)
        }
        var movie = TestMovie()
        movie.replace("ctts", 0, 1, 1, 0)
        expectDamage(of: movie, in: "ctts", after: 1)
    }

    @Test func timesWithoutSamplesAreDamage() {
        var movie = TestMovie()
        movie.replace("stts", 0, 1, 5, 10)
        expectDamage(of: movie, in: "stts", after: 4)
        movie = TestMovie()
        movie.replace("ctts", 0, 1, 5, 0)
        expectDamage(of: movie, in: "ctts", after: 4)
        // An entry for no samples says nothing wrong.
        movie.replace("ctts", 0, 2, 4, 0, 0, 10)
        #expect(Reading(movie.classic).error == nil)
    }

    @Test func syncSamplesOutOfOrderAreDamage() {
        var movie = TestMovie()
        movie.replace("stss", 0, 2, 3, 1)
        expectDamage(of: movie, in: "stss", after: 3)
        movie.replace("stss", 0, 1, 0)
        expectDamage(of: movie, in: "stss", after: 0)
    }

    @Test func samplesBeyondTheEndOfTheFileAreDamage() {
        for offset in [1 << 20, UInt32.max] {
            var movie = TestMovie()
            movie.replaced["stco"] = TestMovie.chunkOffsets([28, offset])
            expectDamage(of: movie, in: "stbl", after: 2)
        }
        for offset in [UInt64(Int64.max), UInt64.max, 1 << 63] {
            var movie = TestMovie()
            movie.missing = ["stco"]
            movie.added["stbl"] = { writer in
                writer.box("co64", version: 0) { writer in
                    writer.append(UInt32(2))
                    writer.append(UInt64(28))
                    writer.append(offset)
                }
            }
            expectDamage(of: movie, in: "co64", after: 2)
        }
    }

    @Test func aSampleEntryThatIsNotThereIsDamage() {
        for entry in [0, 2, .max] as [UInt32] {
            var movie = TestMovie()
            movie.replace("stsc", 0, 2, 1, 2, 1, 2, 2, entry)
            expectDamage(of: movie, in: "stsd", after: 2)
        }
    }

    @Test func nothingFollowsAnError() throws {
        var movie = TestMovie()
        movie.replaced["stco"] = TestMovie.chunkOffsets([28, .max])
        let reader = try MovieReader(MovieMemoryBytes(movie.classic))
        var cursor = reader.samples(of: try #require(reader.tracks.first))
        #expect(throws: FacecapError.self) {
            while try cursor.next() != nil {}
        }
        #expect(try cursor.next() == nil)
    }

    @Test(
        arguments: [
            "mvhd", "tkhd", "mdia", "mdhd", "hdlr", "minf", "stbl", "stsd",
        ] as [FourCharacterCode])
    func aBoxThatHasToBeThereIsNamed(name: FourCharacterCode) {
        var movie = TestMovie()
        movie.missing = [name]
        let error = Reading(movie.classic).error
        #expect(error?.code == .mediaDamaged)
        #expect(error?.message.contains("has no \(name) box") == true)
    }

    @Test func aBoxLargerThanTheOneAroundItIsDamage() {
        var movie = TestMovie()
        movie.added["minf"] = { writer in
            writer.append(UInt32(9))
            writer.append("free" as FourCharacterCode)
        }
        expectDamage(of: movie, in: "free", after: 0)
    }

    @Test func twoTracksWithOneIdentifierAreDamage() {
        let movie = TestMovie().classic
        let moov = 28 + 10
        var bytes = movie
        let track = movie[(moov + 8 + 108)...]
        bytes += track
        bytes.replaceSubrange(
            moov..<moov + 4,
            with: [0, 0]
                + withUnsafeBytes(
                    of: UInt16(movie.count - moov + track.count).bigEndian, Array.init))
        let error = Reading(bytes).error
        #expect(error?.message.contains("another track") == true)
    }

    private func expectDamage(
        of movie: TestMovie, in name: FourCharacterCode, after count: Int,
        at place: SourceLocation = #_sourceLocation
    ) {
        let reading = Reading(movie.classic)
        #expect(reading.samples.count == count, sourceLocation: place)
        #expect(reading.error?.code == .mediaDamaged, sourceLocation: place)
        #expect(
            reading.error?.message.contains("the \(name) box") == true,
            "\(reading.error?.message ?? "no error")", sourceLocation: place)
    }
}
