// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Foundation
import Glibc
import SystemSupport
import TestSupport
import Testing

@testable import MovieWriting

@Suite struct FailureTests {
    let folder: MovieFolder

    init() throws { folder = try MovieFolder() }

    private static let video = MovieWriter.TrackDescription.video(
        EncodedSample.VideoFormat(
            codec: .h264, width: 16, height: 16, configuration: [1], timescale: 1000))

    private func sample(_ milliseconds: Int64, size: Int = 100) -> EncodedSample {
        EncodedSample(
            bytes: Array(repeating: 7, count: size),
            presentationTime: MediaTime(value: milliseconds, timescale: 1000))
    }

    private func error(_ body: () throws -> Void) -> FacecapError? {
        do {
            try body()
            return nil
        } catch {
            return error as? FacecapError
        }
    }

    private func make(
        _ name: String, _ tracks: [MovieWriter.TrackDescription] = [video],
        _ configure: (inout MovieWriter.Configuration) -> Void = { _ in }
    ) throws -> MovieWriter {
        var configuration = MovieWriter.Configuration()
        configure(&configuration)
        return try MovieWriter(
            path: folder.path(name), tracks: tracks, configuration: configuration)
    }

    @Test func anExistingFileStaysUnlessItMayBeReplaced() throws {
        let path = try folder.folder.write([1, 2, 3], to: "a.mp4")
        let refusal = error { _ = try make("a.mp4") }
        #expect(refusal?.code == .outputFailed && refusal?.systemError == EEXIST)
        #expect(refusal?.message.contains("overwriting") == true)
        #expect(try folder.bytes("a.mp4") == [1, 2, 3])
        let writer = try make("a.mp4") { $0.overwritesExistingFile = true }
        try writer.append(sample(0), toTrack: 0)
        _ = try writer.finish()
        #expect(FileManager.default.fileExists(atPath: path))
        #expect(try folder.bytes("a.mp4").count > 500)
    }

    @Test func aPlaceThatCannotBeWrittenToIsAnErrorAtOnce() throws {
        #expect(error { _ = try make("none/a.mp4") }?.message.contains("create its folder") == true)
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        let replace = { (configuration: inout MovieWriter.Configuration) in
            configuration.overwritesExistingFile = true
        }
        #expect(error { _ = try make("pipe", [Self.video], replace) }?.code == .outputFailed)
        #expect(error { _ = try make(".", [Self.video], replace) }?.code == .outputFailed)
    }

    @Test func tracksThatNoMovieCanHoldAreRefused() {
        func refuse(
            _ tracks: [MovieWriter.TrackDescription], at place: SourceLocation = #_sourceLocation
        ) {
            #expect(
                error { _ = try make("x.mp4", tracks) }?.code == .invalidArgument,
                sourceLocation: place)
        }
        func video(_ width: Int, _ configuration: [UInt8], _ scale: Int32)
            -> MovieWriter.TrackDescription
        {
            .video(
                EncodedSample.VideoFormat(
                    codec: .h264, width: width, height: 16, configuration: configuration,
                    timescale: scale))
        }
        func audio(_ rate: Int, _ channels: Int, _ priming: Int) -> MovieWriter.TrackDescription {
            .audio(
                EncodedSample.AudioFormat(
                    codec: .aac, sampleRate: rate, channelCount: channels, configuration: [1],
                    primingFrameCount: priming))
        }
        func metadata(_ entry: [UInt8], _ described: Int?) -> MovieWriter.TrackDescription {
            MovieWriter.TrackDescription(
                content: .metadata(sampleEntry: entry, name: "", describes: described),
                timescale: 1000)
        }
        refuse([])
        refuse(Array(repeating: Self.video, count: 65))
        refuse([video(16, [1], 0)])
        refuse([video(16, [1], -5)])
        refuse([video(0, [1], 1000)])
        refuse([video(65_536, [1], 1000)])
        refuse([video(16, [], 1000)])
        refuse([audio(0, 1, 0)])
        refuse([audio(.max, 1, 0)])
        refuse([audio(48_000, 0, 0)])
        refuse([audio(48_000, 2, -1)])
        refuse([metadata([], nil)])
        refuse([metadata([0, 0, 0, 99] + Array(repeating: 0, count: 12), nil)])
        refuse([metadata(FaceTrack.sampleEntry, 0)])
        refuse([metadata(FaceTrack.sampleEntry, 1)])
        refuse([metadata(FaceTrack.sampleEntry, -1)])
        #expect(
            error { _ = try make("x.mp4") { $0.movieFragmentInterval = .zero } }?.code
                == .invalidArgument)
        #expect(folder.folder.contents.isEmpty)
    }

    @Test func aTrackThatIsNotThereIsAnError() throws {
        let writer = try make("a.mp4")
        for index in [-1, 1, .max] {
            #expect(
                error { try writer.append(sample(0), toTrack: index) }?.code == .invalidArgument)
            writer.markAsFinished(track: index)
        }
        #expect(writer.status == .unknown)
        writer.cancel()
    }

    @Test func aRefusedSampleLeavesTheMovieAsItIs() throws {
        let writer = try make("a.mp4")
        try writer.append(sample(100), toTrack: 0)
        #expect(error { try writer.append(sample(100), toTrack: 0) }?.code == .invalidArgument)
        #expect(error { try writer.append(sample(.max), toTrack: 0) }?.code == .invalidArgument)
        try writer.append(sample(200), toTrack: 0)
        #expect(try writer.finish().tracks.map(\.sampleCount) == [2])
    }

    @Test func aCancelledMovieLeavesNoFile() throws {
        let writer = try make("a.mp4")
        for time in stride(from: 0, to: 5000, by: 100) {
            try writer.append(sample(Int64(time)), toTrack: 0)
        }
        writer.cancel()
        #expect(writer.status == .cancelled)
        #expect(folder.folder.contents.isEmpty)
        #expect(error { try writer.append(sample(9000), toTrack: 0) }?.code == .invalidState)
        #expect(error { _ = try writer.finish() }?.code == .invalidState)
    }

    @Test func aMovieThatIsCancelledWhileItIsWrittenAgainLeavesNoFile() throws {
        var configuration = MovieWriter.Configuration()
        configuration.shouldOptimizeForNetworkUse = true
        var finishing = WriterState(tracks: [Self.video], configuration: configuration)
        // So large that it is copied in many pieces.
        _ = finishing.append(sample(0, size: 10 << 20), toTrack: 0)
        try finishing.muxer.finish()
        finishing.planner.finish()
        let (state, storage) = (Monitor(finishing), RecordingStorage())
        let readCount = Monitor(0)
        storage.whenRead {
            readCount.withLock { $0 += 1 }
            _ = state.withLock { $0.muxer.cancel() }
        }
        WritingLoop(
            storage: storage, path: folder.path("a.mp4"), tracks: [Self.video],
            configuration: configuration, state: state
        ).run()
        #expect(state.withLock { $0.muxer.status } == .cancelled)
        #expect(folder.folder.contents.isEmpty && storage.isRemoved)
        // None of them is written any more.
        #expect(readCount.withLock { $0 } < 5)
    }

    @Test func aMovieWithoutSamplesIsRemoved() throws {
        let writer = try make("a.mp4")
        #expect(error { _ = try writer.finish() }?.code == .invalidState)
        #expect(folder.folder.contents.isEmpty)
    }

    @Test func aMovieIsFinishedOnce() throws {
        let writer = try make("a.mp4")
        try writer.append(sample(0), toTrack: 0)
        _ = try writer.finish()
        #expect(writer.status == .completed)
        writer.cancel()
        #expect(writer.status == .completed)
        #expect(folder.folder.contents == ["a.mp4"])
        #expect(error { _ = try writer.finish() }?.code == .invalidState)
    }

    @Test(
        .enabled(if: TestMedia.isAvailable, "needs ffmpeg, ffprobe and exiftool"),
        arguments: [0, 100, .max])
    func aFullFileSystemKeepsWhatIsWhole(room: Int) async throws {
        let storage = RecordingStorage(limit: 200_000, roomAfterCut: room)
        let writer = try MovieWriter(recording: storage, tracks: [Self.video])
        let failure = error {
            for time in stride(from: 0, to: 100_000, by: 100) {
                try writer.append(sample(Int64(time), size: 5000), toTrack: 0)
            }
            _ = try writer.finish()
        }
        #expect(failure?.code == .storageFull)
        #expect(writer.status == .failed(try #require(failure)))
        #expect(error { try writer.append(sample(200_000), toTrack: 0) } == failure)
        #expect(!storage.isRemoved)
        // Each fragment has five samples and there is room for 200 kB of them.
        let path = try folder.folder.write(storage.bytes, to: "full.mp4")
        let counts = storage.bytes.count / 5000
        #expect(counts >= 35)
        let probe = try await CommandRunner.run(
            ["-v", "quiet", "-show_entries", "packet=pts", "-of", "csv=p=0", path],
            of: "/usr/bin/ffprobe")
        #expect(probe.output.split(separator: "\n").count == counts)
    }

    @Test func aFullFileSystemAtTheStartLeavesNoFile() throws {
        let storage = RecordingStorage(limit: 100)
        let writer = try MovieWriter(recording: storage, tracks: [Self.video])
        let failure = error {
            try writer.append(sample(0), toTrack: 0)
            _ = try writer.finish()
        }
        #expect(failure?.code == .storageFull)
        #expect(storage.isRemoved)
    }
}
