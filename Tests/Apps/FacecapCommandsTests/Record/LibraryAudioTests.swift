// SPDX-License-Identifier: Apache-2.0
import Facecap
import Synchronization
import TestSupport
import Testing

/// What the library reads of the audio of a file: what is connected decides.
@Suite(.enabled(if: ProbedMovie.isAvailable)) struct LibraryAudioTests {
    private final class Listener: CaptureAudioDataOutputSampleBufferDelegate {
        let frameCount = Mutex(0)

        func audioDataOutput(
            _ output: CaptureAudioDataOutput, didOutput sampleBuffer: AudioSampleBuffer,
            from connection: CaptureConnection
        ) {
            frameCount.withLock { $0 += sampleBuffer.frameCount }
        }
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A video file of a second.
    private func input(
        options: MediaFileSource.Options = MediaFileSource.Options()
    ) async throws -> CaptureDeviceInput {
        let path = try await TestVideo.make(in: folder, seconds: 1, hasAudio: true)
        return CaptureDeviceInput(device: .file(path, options: options))
    }

    /// The movie that is made of the file; throws why none is.
    private func record(
        as audio: CaptureMovieFileOutput.Settings.Audio? = nil,
        options: MediaFileSource.Options = MediaFileSource.Options()
    ) async throws -> ProbedMovie {
        var settings = CaptureMovieFileOutput.Settings(path: folder.path + "/movie.mp4")
        if let audio { settings.audio = audio }
        let end = try await LibraryRecording.record(try await input(options: options), settings)
        if case .failed(let error) = end { throw error }
        return try #require(await ProbedMovie(path: settings.path))
    }

    @Test func aRecordingOfAFileHasItsAudio() async throws {
        let movie = try await record()
        #expect(movie.video?.packets.count == 30)
        let audio = try #require(movie.audio)
        #expect((audio.times.first ?? 1) < 0.05 && abs(audio.end - 1) < 0.1)
    }

    @Test func anAudioDataOutputHearsAFile() async throws {
        let (output, listener) = (CaptureAudioDataOutput(), Listener())
        output.setSampleBufferDelegate(listener)
        try await LibraryRecording.play(
            try await input(), into: [CaptureVideoDataOutput(), output])
        let seconds = Double(listener.frameCount.withLock { $0 }) / 48_000
        #expect(abs(seconds - 1) < 0.1)
    }

    @Test func anAudioFileOutputWritesTheAudioOfAFile() async throws {
        let output = CaptureAudioFileOutput(
            CaptureAudioFileOutput.Settings(path: folder.path + "/out.wav", format: .wav(.int16)))
        try await LibraryRecording.play(try await input(), into: [output])
        let written = try await samples(of: folder.path + "/out.wav")
        #expect(output.status.lostFrameCount == 0)
        #expect(abs(output.status.duration.seconds - 1) < 0.1)
        #expect(written.count == Int((output.status.duration.seconds * 48_000).rounded()))
        // The mean power of ffmpeg's tone, whose peak is an eighth of full scale.
        let power = written.map { Double($0) * Double($0) }.reduce(0, +) / Double(written.count)
        #expect(abs(power.squareRoot() / 4096 - 0.5.squareRoot()) < 0.05)
    }

    /// What ffmpeg reads in a file of one channel.
    private func samples(of path: String) async throws -> [Int16] {
        let bytes = try #require(
            FFmpegProgram.run("ffmpeg", ["-v", "error", "-i", path, "-f", "s16le", "-"]))
        return Array(bytes).withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
    }

    @Test func whoDisablesTheConnectionHearsNothing() async throws {
        let (output, listener) = (CaptureAudioDataOutput(), Listener())
        output.setSampleBufferDelegate(listener)
        try await LibraryRecording.play(try await input(), into: [output]) {
            for connection in $0 { connection.isEnabled = false }
        }
        #expect(listener.frameCount.withLock { $0 } == 0)
    }

    @Test func aRecordingWithoutAudioHasNone() async throws {
        #expect(try await record(as: CaptureMovieFileOutput.Settings.Audio.none).audio == nil)
    }

    @Test func audioThatIsCopiedHasToComeEncoded() async throws {
        let error = await #expect(throws: FacecapError.self) { try await record(as: .passthrough) }
        #expect(error?.code == .formatUnsupported)
        let options = MediaFileSource.Options(deliversEncodedSamples: [.audio])
        #expect(try await record(as: .passthrough, options: options).audio != nil)
    }
}
