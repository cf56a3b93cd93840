// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Foundation
import MovieBoxes
import MovieReading
import TestSupport
import Testing

@Suite struct MovieFileTests {
    @Test func aMovieIsReadFromItsFileAsFromMemory() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(TestMovie().classic, to: "a.mp4")
        let reader = try MovieReader(path: path)
        let track = try #require(reader.tracks.first)
        let samples = try reader.allSamples(of: track)
        #expect(samples == Reading(TestMovie().classic).samples)
        #expect(try samples.map { try reader.readBytes(of: $0) } == TestMovie.sampleBytes)
    }

    @Test func whatTheMovieSaysOfItselfIsKnown() throws {
        var movie = TestMovie()
        movie.added["trak"] = { writer in
            writer.box("tref") { writer in
                writer.box("cdsc") { writer in
                    writer.append(UInt32(2))
                    writer.append(UInt32(3))
                }
            }
        }
        let reader = try #require(Reading(movie.classic).reader)
        #expect(reader.majorBrand == "isom" && reader.compatibleBrands == ["iso6"])
        #expect(reader.timescale == 1000 && !reader.isFragmented && reader.tornTail == nil)
        #expect(reader.duration == MediaTime(value: 400, timescale: 1000))
        let location = try #require(reader.topLevelBoxes.first { $0.type == "moov" })
        #expect(
            try reader.readBytes(at: location.offset, count: Int(location.size)) == reader.moov)
        let track = try #require(reader.tracks.first)
        #expect(track.id == 1 && track.kind == .video && track.handler == "vide")
        #expect(track.handlerName == "Name" && track.isEnabled && track.language == "eng")
        #expect(track.timescale == 100 && track.mediaDuration == 40 && track.codec == "abcd")
        #expect(track.width == 64 && track.height == 48)
        #expect(track.presentationSize == Size(width: 64, height: 48))
        #expect(track.orientation == .upright)
        #expect(track.references == ["cdsc": [2, 3]])
        #expect(track.sampleEntries.count == 1 && track.sampleEntries[0].count == 36)
        var trak = BoxReader(reader.moov[track.box])
        #expect(trak.readBox()?.type == "trak" && trak.isAtEnd)
    }

    @Test func sizesOf64BitsAndSizesUpToTheEndAreRead() throws {
        var movie = TestMovie()
        movie.replaced["stco"] = TestMovie.chunkOffsets([36, 39])
        let plain = movie.classic
        let data: [UInt8] = [0, 0, 0, 1] + Array("mdat".utf8) + [0, 0, 0, 0, 0, 0, 0, 26]
        let long = Reading(plain[..<20] + data + plain[28...])
        #expect(long.bytes == TestMovie.sampleBytes && long.error == nil)
        #expect(long.reader?.topLevelBoxes.map(\.headerSize) == [8, 16, 8])

        var endless = TestMovie().classicWithMovieInFront
        let mdat = endless.count - 18
        endless.replaceSubrange(mdat..<mdat + 4, with: [0, 0, 0, 0])
        #expect(Reading(endless).bytes == TestMovie.sampleBytes)
        #expect(Reading(endless).reader?.tornTail == nil)
    }

    @Test func quickTimeWithoutAFileTypeIsRead() throws {
        var movie = TestMovie()
        movie.missing = ["ftyp"]
        movie.replaced["stco"] = TestMovie.chunkOffsets([8, 11])
        movie.replaced["hdlr"] = { writer in
            writer.append(UInt32(0))
            writer.append("mhlrvideappl")
            writer.appendZeros(8)
            writer.append(UInt32(0x044E_616D))
            writer.append(UInt8(ascii: "e"))
        }
        let reading = Reading(movie.classic)
        #expect(reading.bytes == TestMovie.sampleBytes && reading.reader?.majorBrand == nil)
        #expect(reading.reader?.tracks.first?.handlerName == "Name")
    }

    @Test func metadataOfAnotherHandlerMayHoldWhatIsNoBox() throws {
        var movie = TestMovie()
        movie.added["moov"] = { writer in
            writer.box("udta") { writer in
                writer.box("meta", version: 0) { writer in
                    writer.box("hdlr", version: 0) { writer in
                        writer.append(UInt32(0))
                        writer.append("mdir" as FourCharacterCode)
                        writer.appendZeros(13)
                    }
                    writer.append(UInt32(256))
                    writer.append("free" as FourCharacterCode)
                }
            }
        }
        #expect(try MovieReader(MovieMemoryBytes(movie.classic)).metadata.isEmpty)
    }

    @Test func aCompressedMovieBoxIsRefused() {
        var movie = TestMovie()
        movie.replaced["moov"] = { writer in writer.box("cmov") { $0.appendZeros(20) } }
        let error = Reading(movie.classic).error
        #expect(error?.code == .mediaUnreadable && error?.message.contains("cmov") == true)
    }

    @Test func whatIsNoMovieIsUnreadable() throws {
        let folder = try TemporaryFolder()
        let paths = [
            try folder.write([], to: "empty"),
            try folder.write(Array("Hello, world".utf8), to: "a"),
            try folder.write([UInt8](repeating: 0, count: 100), to: "zeros"), folder.path,
        ]
        for path in paths {
            let error = #expect(throws: FacecapError.self) { try MovieReader(path: path) }
            #expect(error?.code == .mediaUnreadable)
        }
    }

    @Test func aFileThatIsNotThereIsNotFound() {
        for path in ["/nowhere/at\nall.mp4", "", "/nowhere/a\0b", "/dev/null/a"] {
            let error = #expect(throws: FacecapError.self) { try MovieReader(path: path) }
            #expect(error?.code == .sourceNotFound)
            #expect(error?.message.contains("\n") == false)
        }
    }

    @Test func aPipeIsRefusedAtOnce() throws {
        let folder = try TemporaryFolder()
        #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
        let error = #expect(throws: FacecapError.self) {
            try MovieReader(path: folder.path + "/pipe")
        }
        #expect(error?.code == .mediaUnreadable)
    }

    @Test func aFileThatBecomesShorterIsDamaged() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(TestMovie().classic, to: "a.mp4")
        let reader = try MovieReader(path: path)
        let samples = try reader.allSamples(of: try #require(reader.tracks.first))
        #expect(truncate(path, 30) == 0)
        #expect(try reader.readBytes(of: samples[0]) == [1])
        let error = #expect(throws: FacecapError.self) { try reader.readBytes(of: samples[2]) }
        #expect(error?.code == .mediaDamaged)
    }

    @Test func aReaderClosesItsFile() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(TestMovie().classic, to: "a.mp4")
        let isOpen = {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").contains {
                let target = try? FileManager.default.destinationOfSymbolicLink(
                    atPath: "/proc/self/fd/" + $0)
                return target == path
            }
        }
        var reader: MovieReader? = try MovieReader(path: path)
        #expect(try isOpen() && reader != nil)
        reader = nil
        #expect(try !isOpen())
    }
}
