// SPDX-License-Identifier: Apache-2.0
import FaceValues
import MovieBoxes
import MovieReading
import MovieTestSupport
import MovieWriting
import Testing
import TimedMetadata

@testable import MovieEditing

@Suite struct HostileMovieTests {
    /// A movie in fragments, in each of which each track has a sample of the same byte.
    private struct FragmentedMovie {
        var trackCount: UInt32 = 1
        var fragmentCount = 4
        /// Bytes of each track's part of a fragment that say nothing.
        var padding = 0
        /// Ticks from the sample of a fragment to that of the next one; 0 for 10 that nobody names.
        var distance: UInt64 = 0
        /// What the tracks hold.
        var handler: FourCharacterCode = "soun"
        /// Empty `stbl` boxes behind that of each track.
        var tableCount = 0

        var bytes: [UInt8] {
            var writer = BoxWriter()
            writer.box("moov") { writer in
                Self.box("mvhd", [0, 0, 0, 1000, 0], zeros: 80, to: &writer)
                for id in 1...trackCount { writer.box("trak") { track(id, to: &$0) } }
                writer.box("mvex") { writer in
                    for id in 1...trackCount {
                        Self.box("trex", [0, id, 1, 10, 1, 0], to: &writer)
                    }
                }
            }
            for index in 0..<UInt64(fragmentCount) {
                writer.box("moof") { writer in
                    for id in 1...trackCount {
                        writer.box("traf") { writer in
                            Self.box("tfhd", [0x2_0000, id], to: &writer)
                            if distance > 0 {
                                writer.box("tfdt", version: 1) { $0.append(index * distance) }
                            }
                            Self.box("trun", [1, 1, 0], to: &writer)
                            writer.box("free") { $0.appendZeros(padding) }
                        }
                    }
                }
                writer.box("mdat") { _ in }
            }
            return writer.bytes
        }

        private func track(_ id: UInt32, to writer: inout BoxWriter) {
            Self.box("tkhd", [1, 0, 0, id, 0, 0], zeros: 60, to: &writer)
            writer.box("mdia") { writer in
                Self.box("mdhd", [0, 0, 0, 1000, 0, 0], to: &writer)
                writer.box("hdlr") { writer in
                    writer.appendZeros(8)
                    writer.append(handler)
                    writer.appendZeros(13)
                }
                writer.box("minf") { writer in
                    writer.box("stbl") { writer in
                        writer.box("stsd", version: 0) { writer in
                            writer.append(UInt32(1))
                            writer.box("abcd") { $0.append(UInt64(1)) }
                        }
                    }
                    for _ in 0..<tableCount { writer.box("stbl") { _ in } }
                }
            }
        }

        private static func box(
            _ type: FourCharacterCode, _ fields: [UInt32], zeros: Int = 0,
            to writer: inout BoxWriter
        ) {
            writer.box(type) { writer in
                for field in fields { writer.append(field) }
                writer.appendZeros(zeros)
            }
        }
    }

    /// What is written of a movie with all of its tracks.
    private func copy(of bytes: any MovieBytes) throws -> (copy: MovieCopy, bytes: [UInt8]) {
        let reader = try MovieReader(bytes)
        let copy = try MovieCopyPlan(reader: reader, tracks: reader.tracks)
            .copy(head: [], isFastStart: false)
        let file = MemoryFile()
        _ = try copy.write(to: file)
        return (copy, file.bytes)
    }

    @Test func fragmentsAreReadAFewTimesHoweverManyTracksTheyHave() throws {
        let bytes = CountedBytes(FragmentedMovie(trackCount: 100, padding: 1000).bytes)
        let written = try copy(of: bytes)
        #expect(written.copy.fragments?.count == 4)
        let tracks = written.copy.movie.tracks.compactMap(\.rebuilt)
        #expect(tracks.map(\.samples.count) == Array(repeating: 4, count: 100))
        #expect(tracks.map(\.samples.duration) == Array(repeating: 40, count: 100))
        #expect(bytes.readCount < 8 * Int(bytes.byteCount))
    }

    @Test func theFramesAreWalkedOnceHoweverManyNewTracksDescribeThem() throws {
        func readCount(_ additionCount: Int) throws -> Int {
            let bytes = CountedBytes(FragmentedMovie(padding: 1000, handler: "vide").bytes)
            let reader = try MovieReader(bytes)
            let addition = FaceTrackAddition(
                sampleEntry: FaceTrackFormat().sampleEntry, timescale: 1000, samples: [])
            var plan = MovieCopyPlan(reader: reader, tracks: reader.tracks)
            plan.additions = Array(
                repeating: MetadataTrackAddition(addition), count: additionCount)
            let copy = try plan.copy(head: [], isFastStart: false)
            #expect(copy.movie.tracks.count == 1 + additionCount)
            return bytes.readCount
        }
        let once = try readCount(1)
        #expect(try readCount(8) == once)
    }

    @Test func newTablesAreWrittenOnceHoweverManyTheSourceHas() throws {
        let source = FragmentedMovie(tableCount: 1000).bytes
        let written = try copy(of: MovieMemoryBytes(source)).bytes
        #expect(written.count < source.count)
        let movie = try MovieReader(MovieMemoryBytes(written))
        var samples = movie.samples(of: try #require(movie.tracks.first))
        for time in [0, 10, 20, 30] as [Int64] { #expect(try samples.next()?.decodeTime == time) }
        #expect(try samples.next() == nil)
    }

    /// A sample lasts 32 bits of ticks at most.
    @Test func samplesOfMetadataThatHoldForAgesAreNotRepeatedWithoutEnd() throws {
        let source = FragmentedMovie(fragmentCount: 100, distance: 1 << 43, handler: "meta").bytes
        let copy = try copy(of: MovieMemoryBytes(source)).copy
        let count = try #require(copy.movie.tracks.first?.rebuilt).samples.count
        #expect(count > 1 << 16 && count <= 1 << 16 + 100)
    }

    @Test func aTrackThatCannotBeCopiedIsNamedWithItsMovie() throws {
        let source = FragmentedMovie(distance: 1 << 33).bytes
        let error = #expect(throws: FacecapError.self) {
            try copy(of: MovieMemoryBytes(source, name: "far.mp4"))
        }
        #expect(error?.message.hasPrefix("far.mp4: track 1 has two samples") == true)
    }

    /// A sample that says nothing lasts 31 bits of ticks at most.
    @Test func gapsOfAgesAreNotFilledWithoutEnd() throws {
        let bytes = MovieMemoryBytes(FragmentedMovie(handler: "meta").bytes)
        let source = try #require(try MovieReader(bytes).tracks.first)
        var track = JoinedTrack(JoinedRole(of: source, beside: []), like: source)
        for end in 1...70_000 as ClosedRange<Int64> { try track.fill(until: end, 1) { _ in 0 } }
        let age: Int64 = 2000 << 31
        for _ in 0..<32 { try track.fill(until: track.mediaEnd + age, 1) { _ in 0 } }
        let error = #expect(throws: FacecapError.self) {
            try track.fill(until: track.mediaEnd + age, 1) { _ in 0 }
        }
        #expect(error?.code == .mediaDamaged)
    }
}
