// SPDX-License-Identifier: Apache-2.0
import FaceValues
import MovieBoxes
import MovieReading
import Testing

@Suite struct SampleTests {
    @Test func everyFieldOfASampleIsRead() throws {
        let reading = Reading(TestMovie().classic)
        #expect(reading.error == nil && reading.bytes == TestMovie.sampleBytes)
        #expect(reading.samples.map(\.offset) == [28, 29, 31, 34])
        #expect(reading.samples.map(\.byteCount) == [1, 2, 3, 4])
        #expect(reading.samples.map(\.decodeTime) == [0, 10, 20, 30])
        #expect(reading.samples.map(\.compositionOffset) == [10, -5, -5, -5])
        #expect(reading.samples.map(\.presentationMediaTime) == [10, 5, 15, 25])
        #expect(reading.samples.map(\.duration) == [10, 10, 10, 10])
        #expect(reading.samples.map(\.isSync) == [true, false, true, false])
        #expect(reading.samples.map(\.descriptionIndex) == [0, 0, 0, 0])
    }

    @Test(
        arguments: [
            (4, [0x12, 0x34]), (8, [1, 2, 3, 4]), (16, [0, 1, 0, 2, 0, 3, 0, 4]),
        ] as [(UInt32, [UInt8])])
    func compactSizesAreRead(bits: UInt32, sizes: [UInt8]) {
        var movie = TestMovie()
        movie.missing = ["stsz"]
        movie.added["stbl"] = { writer in
            writer.box("stz2", version: 0) { writer in
                writer.append(bits)
                writer.append(UInt32(4))
                writer.append(contentsOf: sizes)
            }
        }
        #expect(Reading(movie.classic).bytes == TestMovie.sampleBytes)
    }

    @Test func offsetsOf64BitsAreRead() {
        var movie = TestMovie()
        movie.missing = ["stco"]
        movie.added["stbl"] = { writer in
            writer.box("co64", version: 0) { writer in
                writer.append(UInt32(2))
                writer.append(UInt64(28))
                writer.append(UInt64(31))
            }
        }
        #expect(Reading(movie.classic).bytes == TestMovie.sampleBytes)
    }

    @Test func withoutSyncTableEverySampleIsOne() {
        var movie = TestMovie()
        movie.missing = ["stss", "ctts"]
        let reading = Reading(movie.classic)
        #expect(reading.samples.map(\.isSync) == [true, true, true, true])
        #expect(reading.samples.map(\.compositionOffset) == [0, 0, 0, 0])
        movie = TestMovie()
        movie.replace("stss", 0, 0)
        #expect(Reading(movie.classic).samples.map(\.isSync) == [false, false, false, false])
    }

    @Test func aSampleSaysWhichEntryDescribesIt() throws {
        var movie = TestMovie()
        movie.replaced["stsd"] = { writer in
            writer.append(UInt64(2))
            writer.box("aaaa") { $0.append(UInt64(1)) }
            writer.box("bbbb") { $0.append(UInt64(1)) }
        }
        movie.replace("stsc", 0, 2, 1, 2, 2, 2, 2, 1)
        let reading = Reading(movie.classic)
        #expect(reading.samples.map(\.descriptionIndex) == [1, 1, 0, 0])
        let track = try #require(reading.reader?.tracks.first)
        #expect(track.codec == "aaaa")
        #expect(track.sampleEntries.map { $0[4] } == [UInt8(ascii: "a"), UInt8(ascii: "b")])
    }

    @Test func samplesInAnotherFileAreRefused() {
        var movie = TestMovie()
        for (flags, isRefused) in [(0, true), (1, false)] as [(UInt32, Bool)] {
            movie.added["minf"] = { writer in
                writer.box("dinf") { writer in
                    writer.box("dref", version: 0) { writer in
                        writer.append(UInt32(1))
                        writer.box("url ", version: 0, flags: flags) { _ in }
                    }
                }
            }
            let error = Reading(movie.classic).error
            #expect(error?.code == (isRefused ? .mediaUnreadable : nil))
        }
    }

    @Test func aSampleLargerThanTheLimitIsNotRead() throws {
        let reading = Reading(TestMovie().classic)
        let reader = try #require(reading.reader)
        #expect(try reader.readBytes(of: reading.samples[3], limit: 4) == [4, 4, 4, 4])
        let error = #expect(throws: FacecapError.self) {
            try reader.readBytes(of: reading.samples[3], limit: 3)
        }
        #expect(error?.code == .mediaDamaged)
        for (offset, count) in [(0, Int.max), (.max, 1), (-1, 1), (0, -1)] as [(Int64, Int)] {
            #expect(throws: FacecapError.self) { try reader.readBytes(at: offset, count: count) }
        }
        #expect(try reader.readBytes(at: 4, count: 4) == Array("ftyp".utf8))
    }
}
