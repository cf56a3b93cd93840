// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Foundation
import MovieBoxes
import MovieWriting
import SystemSupport
import TestSupport
import Testing

@Suite(.enabled(if: TestMedia.isAvailable, "ffmpeg or exiftool is not installed"))
struct TornMovieTests {
    let folder: MovieFolder

    init() throws { folder = try MovieFolder() }

    /// Where each box at the top of a file ends, and each name of one.
    private func boundaries(_ bytes: [UInt8]) -> [(type: String, end: Int)] {
        var reader = BoxReader(bytes)
        var result: [(String, Int)] = []
        while let box = reader.readBox() {
            result.append(("\(box.type)", bytes.count - reader.rest.count))
        }
        return result
    }

    @Test func theOrderOfBoxesIsThatOfFragmentsThenOfAPlainMovie() async throws {
        let media = try await [TestMedia.video(seconds: 2)]
        try await folder.writeTorn(media, to: "torn.mp4")
        let torn = boundaries(try folder.bytes("torn.mp4")).map(\.type)
        #expect(torn.prefix(5) == ["ftyp", "free", "moov", "moof", "mdat"])
        #expect(torn.dropFirst(3).enumerated().allSatisfy { $1 == ["moof", "mdat"][$0 % 2] })
        try folder.write(media, to: "whole.mp4")
        #expect(boundaries(try folder.bytes("whole.mp4")).map(\.type) == ["ftyp", "mdat", "moov"])
        try folder.write(media, to: "fast.mp4") { $0.shouldOptimizeForNetworkUse = true }
        #expect(boundaries(try folder.bytes("fast.mp4")).map(\.type) == ["ftyp", "moov", "mdat"])
    }

    @Test(arguments: ["a.mp4", "a.mov"])
    func aFileCutAnywhereOpens(name: String) async throws {
        let video = try await TestMedia.video(seconds: 2)
        let faces = FaceTrack.media(
            describes: 0, video.presentationTicks.map { ($0 / 30, FaceTrack.face(id: 1)) })
        let media = try await [video, TestMedia.audio(seconds: 2), faces]
        try await folder.writeTorn(media, to: name)
        let bytes = try folder.bytes(name)
        let ends = boundaries(bytes).map(\.end)
        let head = try #require(ends.dropFirst(2).first)
        let cuts =
            ends.flatMap { [$0, $0 + 1, $0 + 4, $0 + 8, $0 + 9, $0 + 40] }
            + Array(stride(from: head + 77, to: bytes.count, by: bytes.count / 9))
        var counts: [Int: Int] = [:]
        for cut in Set(cuts) where cut >= head && cut <= bytes.count {
            // A fragment of which not all is there is free space still.
            var torn = Array(bytes.prefix(cut))
            let whole = ends.enumerated().last {
                $0.offset >= 2 && $0.offset % 2 == 0 && $0.element <= cut
            }
            let start = try #require(whole).element
            if cut >= start + 8 { torn.replaceSubrange(start + 4..<start + 8, with: "free".utf8) }
            let path = try folder.folder.write(torn, to: "cut-\(name)")
            let packets = try await Probe.packets(of: path, stream: "v")
            #expect(
                packets.map(\.pts)
                    == video.samples.prefix(packets.count).map(\.presentationTime.value))
            counts[start] = max(counts[start] ?? 0, packets.count)
            #expect(counts[start] == packets.count)
            if cut == start, start > head { try await Probe.expectToDecode(path) }
        }
        #expect(counts.count >= 3)
        #expect(counts.values.max().map { $0 > video.samples.count / 2 } == true)
    }

    @Test func aCrashWhileTheMovieIsFinishedLosesNothing() async throws {
        let media = try await [TestMedia.video(seconds: 2), TestMedia.audio(seconds: 2)]
        let storage = RecordingStorage()
        let writer = try MovieWriter(recording: storage, tracks: media.map(\.track))
        try MovieFolder.append(media, to: writer)
        _ = try writer.finish()
        let states = storage.states
        #expect(states.count > 10)
        var counts: [Int] = []
        for state in states.dropFirst() {
            let path = try folder.folder.write(state, to: "state.mp4")
            counts.append(try await Probe.packets(of: path, stream: "v").count)
        }
        #expect(counts == counts.sorted())
        // From the last fragment to the end of finishing nothing is missing at any time.
        #expect(counts.suffix(4) == Array(repeating: media[0].samples.count, count: 4))
    }

    /// A disk fails while the movie is finished: before its description is safe, or behind that.
    @Test(arguments: [1, 2])
    func aMovieThatDoesNotBecomeSafePlaysAsFragments(failing: Int) async throws {
        let media = try await [TestMedia.video(seconds: 2)]
        let whole = RecordingStorage()
        let first = try MovieWriter(recording: whole, tracks: media.map(\.track))
        try MovieFolder.append(media, to: first)
        _ = try first.finish()
        let storage = RecordingStorage()
        storage.failSynchronizing(after: whole.synchronizationCount - failing)
        let writer = try MovieWriter(recording: storage, tracks: media.map(\.track))
        try MovieFolder.append(media, to: writer)
        #expect(throws: FacecapError.self) { try writer.finish() }
        let path = try folder.folder.write(storage.bytes, to: "fragments.mp4")
        #expect(try await Probe.packets(of: path, stream: "v").count == media[0].samples.count)
        try await Probe.expectToDecode(path)
    }

    @Test func aTornMovieCanBeFinishedLater() async throws {
        let media = try await [TestMedia.video(seconds: 2)]
        try folder.write(media, to: "whole.mp4")
        try await folder.writeTorn(media, to: "torn.mp4")
        let path = folder.path("torn.mp4")
        let packets = try await Probe.packets(of: path)
        let end = try folder.bytes("torn.mp4").count
        guard case .video(let format) = media[0].track.content else {
            Issue.record("The media is no video.")
            return
        }
        var table = SampleTable()
        for (packet, next) in zip(
            packets, packets.dropFirst().map(\.dts) + [packets.last.map { $0.dts + 1001 } ?? 0])
        {
            table.append(
                offset: UInt64(packet.position), size: UInt32(packet.size),
                decodeDelta: UInt32(next - packet.dts),
                compositionOffset: Int32(packet.pts - packet.dts + packets[0].dts),
                isSync: packet.isKey)
        }
        var header = MovieTrackHeader(
            id: 1, handler: "vide", name: "Video", timescale: 30_000,
            sampleEntries: sampleEntry(of: format))
        header.width = 160 << 16
        header.height = 120 << 16
        let finalizer = MovieFinalizer(
            fileType: .mp4, timescale: 30_000, tracks: [.init(header: header, samples: table)])
        try finalizer.finalize(AtomicFile(changing: path), dataEnd: Int64(end))
        #expect(try await Probe.packets(of: path).map(\.pts) == packets.map(\.pts))
        try await Probe.expectToDecode(path)
        try await Probe.expectToBeValid(path)
        #expect {
            try finalizer.finalize(AtomicFile(changing: path), dataEnd: Int64(end))
        } throws: {
            ($0 as? FacecapError)?.code == .mediaDamaged
        }
    }

    private func sampleEntry(of format: EncodedSample.VideoFormat) -> [UInt8] {
        var writer = BoxWriter()
        writer.box("avc1") { writer in
            writer.append(contentsOf: [0, 0, 0, 0, 0, 0, 0, 1])
            writer.appendZeros(16)
            writer.append(UInt16(format.width))
            writer.append(UInt16(format.height))
            writer.append(UInt64(0x0048_0000_0048_0000))
            writer.append(UInt32(0))
            writer.append(UInt16(1))
            writer.appendZeros(32)
            writer.append(UInt32(0x18_FFFF))
            writer.box("avcC") { $0.append(contentsOf: format.configuration) }
        }
        return writer.bytes
    }
}
