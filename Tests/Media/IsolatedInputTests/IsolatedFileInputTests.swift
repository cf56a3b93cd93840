// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Foundation
import Glibc
import IsolatedInput
import MediaInput
import ProcessIsolation
import TestSupport
import Testing

@Suite(.enabled(if: FFmpegProgram.isAvailable, "ffmpeg is not installed"))
struct IsolatedFileInputTests {
    static let host = IsolationHost(program: CommandRunner.facecap)
    private let folder: MediaFolder

    init() throws { folder = try MediaFolder() }

    private static let video =
        "-f lavfi -i testsrc=s=160x120:r=25:d=2 -f lavfi -i sine=r=48000:d=2"

    static let media: [(name: String, arguments: String)] = [
        ("b-frames.mp4", video + " -c:v libx264 -bf 3 -g 10 -c:a aac"),
        ("hevc.mov", video + " -c:v libx265 -x265-params log-level=none -c:a aac"),
        ("video.mkv", video + " -c:v libx264 -c:a libopus"),
        ("video.webm", video + " -c:v libvpx-vp9 -c:a libopus"),
        ("video.avi", video + " -c:v mpeg4 -c:a mp3"),
        ("video.ts", video + " -c:v mpeg2video -c:a mp2"),
        ("wide.mp4", video + " -c:v libx264 -pix_fmt yuv444p -c:a aac"),
        ("intra.mov", video + " -c:v mjpeg -c:a pcm_s16le"),
        ("video.gif", "-f lavfi -i testsrc=s=64x48:d=1"),
        ("image.png", "-f lavfi -i testsrc=s=63x47 -frames:v 1"),
        ("image.jpg", "-f lavfi -i testsrc=s=160x120 -frames:v 1"),
        ("gray.png", "-f lavfi -i testsrc=s=62x46 -frames:v 1 -pix_fmt gray"),
        ("image.webp", "-f lavfi -i testsrc=s=62x46 -frames:v 1"),
        ("image.bmp", "-f lavfi -i testsrc=s=62x46 -frames:v 1"),
        ("image.tiff", "-f lavfi -i testsrc=s=62x46 -frames:v 1"),
    ]

    @Test(arguments: media, [Set<MediaType>(), [.video, .audio]])
    func whatIsReadIsWhatIsReadInThisProcess(
        _ media: (name: String, arguments: String), _ encoded: Set<MediaType>
    ) async throws {
        try await OwnThread.run { [folder] in
            let path = try folder.make(media.name, media.arguments)
            let options = MediaFileSource.Options(deliversEncodedSamples: encoded)
            let isolated = try IsolatedFileInput(path: path, options: options, host: Self.host)
            let plain = try MediaFileSource(path, options: options)
            #expect(isolated.videoFormat == plain.videoFormat)
            #expect(isolated.audioFormat == plain.audioFormat)
            #expect(isolated.encodedFormats == plain.encodedFormats)
            #expect(isolated.estimatedFrameCount == plain.estimatedFrameCount)
            let events = try Self.events(of: isolated)
            #expect(
                events.count > 1 || media.name.hasPrefix("image") || media.name.hasPrefix("gray"))
            #expect(events == (try Self.events(of: plain)))
        }
    }

    @Test func audioThatNobodyTakesIsNotDecoded() async throws {
        try await OwnThread.run { [folder] in
            let path = try folder.make("video.mp4", Self.video + " -c:v libx264 -c:a aac")
            let input = try IsolatedFileInput(path: path, host: Self.host)
            input.needsSamples(of: [.video])
            let plain = try MediaFileSource(path)
            plain.needsSamples(of: [.video])
            #expect(try Self.events(of: input) == Self.events(of: plain))
        }
    }

    @Test func framesThatAreAllKeptStayAsTheyAre() async throws {
        try await OwnThread.run { [folder] in
            let path = try folder.make("video.mp4", Self.video + " -c:v libx264 -bf 2")
            let input = try IsolatedFileInput(path: path, host: Self.host)
            let plain = try MediaFileSource(path)
            let kept = try Self.frames(of: input)
            let expected = try Self.frames(of: plain)
            // More than the decoder has memory for.
            #expect(kept.count == 50)
            #expect(kept.map(\.pixelBuffer.bytes) == expected.map(\.pixelBuffer.bytes))
        }
    }

    @Test func aDamagedFileIsToldOfAlike() async throws {
        try await OwnThread.run { [folder] in
            let path = try folder.make("video.mkv", Self.video + " -c:v libx264 -c:a aac")
            let bytes = try Data(contentsOf: URL(filePath: path))
            let cut = try folder.write("cut.mkv", bytes.prefix(bytes.count * 2 / 3))
            let isolated = try Self.events(of: IsolatedFileInput(path: cut, host: Self.host))
            #expect(isolated == (try Self.events(of: MediaFileSource(cut))))
            #expect(isolated.contains { $0.hasPrefix("warning media_damaged") })
        }
    }

    /// The frames beside it are read all the same.
    @Test func audioOfAnAbsurdRateIsToldOfAlike() async throws {
        try await OwnThread.run { [folder] in
            // The element SamplingFrequency of RFC 9559, 8 bytes long.
            func element(_ rate: Double) -> Data {
                Data([0xB5, 0x88]) + withUnsafeBytes(of: rate.bitPattern.bigEndian) { Data($0) }
            }
            let path = try folder.make("video.mkv", Self.video + " -c:v libx264 -c:a pcm_s16le")
            var bytes = try Data(contentsOf: URL(filePath: path))
            bytes.replaceSubrange(
                try #require(bytes.range(of: element(48_000))), with: element(200_000_000))
            let damaged = try folder.write("damaged.mkv", bytes)
            let isolated = try IsolatedFileInput(path: damaged, host: Self.host)
            #expect(isolated.audioFormat?.sampleRate == 200_000_000)
            #expect(
                try Self.events(of: isolated) == Self.events(of: MediaFileSource(damaged)))
        }
    }

    @Test(arguments: ["missing.mp4", "empty.mp4", "text.mp4", "."])
    func whatCannotBeOpenedIsToldOfAlike(_ name: String) async throws {
        try await OwnThread.run { [folder] in
            _ = try folder.write("empty.mp4", Data())
            _ = try folder.write("text.mp4", Data("This is no video.".utf8))
            let path = folder.path(name)
            #expect(
                Self.error { try IsolatedFileInput(path: path, host: Self.host) }
                    == Self.error { try MediaFileSource(path) })
        }
    }

    /// This program does not serve, and would run once more instead.
    @Test func aProgramThatDoesNotServeIsToldWhatToCall() async throws {
        try await OwnThread.run { [folder] in
            let path = try folder.make("video.mp4", Self.video + " -c:v libx264 -c:a aac")
            let error = Self.error { try IsolatedFileInput(path: path, host: IsolationHost()) }
            #expect(error?.code == .invalidState)
            #expect(error?.message.contains("IsolatedFileInput.serveIfAsked()") == true)
        }
    }

    /// Kills the worker when some frames were read: the frames up to the next one at which decoding can begin
    /// are lost, by their times, and all others come.
    @Test(arguments: [1, 7, 10, 23])
    func aWorkerThatIsKilledTakesAFewFramesAlong(_ count: Int) async throws {
        try await OwnThread.run { [folder] in
            let path = try folder.make(
                "video.mp4", Self.video + " -c:v libx264 -bf 2 -g 10 -c:a aac")
            let expected = try Self.frames(of: MediaFileSource(path))
            let input = try IsolatedFileInput(
                path: path, host: IsolationHost(program: CommandRunner.facecap))
            var (frames, lost, warnings): ([VideoSampleBuffer], [MediaTime], [FacecapError]) = (
                [], [], []
            )
            while let event = try input.nextEvent() {
                switch event {
                case .video(let sample):
                    frames.append(sample)
                    if frames.count == count { try Self.signalWorker(of: input, SIGKILL) }
                case .dropped(.decoderCrashed, let time): lost.append(time)
                case .warning(let error): warnings.append(error)
                default: break
                }
            }
            #expect(warnings.map(\.code) == [.decoderCrashed])
            #expect(lost.count <= 10)
            #expect(
                (frames.map(\.presentationTime) + lost).sorted() == expected.map(\.presentationTime)
            )
            let all = Dictionary(uniqueKeysWithValues: expected.map { ($0.presentationTime, $0) })
            for frame in frames {
                #expect(frame.pixelBuffer.bytes == all[frame.presentationTime]?.pixelBuffer.bytes)
            }
        }
    }

    @Test func aWorkerThatIsStoppedIsTakenForOneThatDoesNotGetOn() async throws {
        try await OwnThread.run { [folder] in
            let path = try folder.make("video.mp4", Self.video + " -c:v libx264 -g 10")
            var isolation = IsolatedFileInput.Isolation()
            isolation.silenceLimit = MediaTime(value: 10, timescale: 1)
            let input = try IsolatedFileInput(path: path, isolation: isolation, host: Self.host)
            _ = try input.nextEvent()
            try Self.signalWorker(of: input, SIGSTOP)
            let events = try Self.events(of: input)
            #expect(events.contains { $0.hasPrefix("warning decoder_stalled") })
            #expect(events.contains { $0.hasPrefix("dropped decoder_stalled") })
            #expect(events.last?.hasPrefix("video") == true)
        }
    }

    @Test func howAWorkerEndedIsToldThoughItWasSpokenToMeanwhile() async throws {
        try await OwnThread.run { [folder] in
            let path = try folder.make("video.mp4", Self.video + " -c:v libx264 -g 10")
            let input = try IsolatedFileInput(path: path, host: Self.host)
            _ = try input.nextEvent()
            try Self.signalWorker(of: input, SIGKILL)
            // More than a worker that does not read can be told.
            for _ in 0..<1000 { input.needsSamples(of: [.video]) }
            let warnings = try Self.events(of: input).filter { $0.hasPrefix("warning") }
            #expect(warnings.count == 1)
            #expect(warnings.first?.contains("somebody killed it") == true, "\(warnings)")
        }
    }

    @Test func afterThreeMoreWorkersItIsOver() async throws {
        try await OwnThread.run { [folder] in
            let path = try folder.make("video.mp4", Self.video + " -c:v libx264 -g 5")
            let input = try IsolatedFileInput(path: path, host: Self.host)
            var warnings = 0
            let error = Self.error { () throws -> Any in
                while let event = try input.nextEvent() {
                    if case .warning = event { warnings += 1 }
                    if case .video = event { try Self.signalWorker(of: input, SIGKILL) }
                }
                return warnings
            }
            #expect(error?.code == .decoderCrashed)
            #expect(warnings == 3)
            #expect(try input.nextEvent() == nil)
        }
    }

    @Test func aCancelledInputEndsSoon() async throws {
        try await OwnThread.run { [folder] in
            let path = try folder.make("video.mp4", Self.video + " -c:v libx264")
            let input = try IsolatedFileInput(path: path, host: Self.host)
            try Self.signalWorker(of: input, SIGSTOP)
            let control = input.control
            OwnThread.onceThisOneWaits { control.cancel() }
            #expect(try input.nextEvent() == nil)
        }
    }

    @Test func workersEndWithTheirInputs() async throws {
        try await OwnThread.run { [folder] in
            let path = try folder.make("video.mp4", Self.video + " -c:v libx264")
            let host = IsolationHost(program: CommandRunner.facecap)
            var workers: [Int32] = []
            for _ in 0..<20 {
                let input = try IsolatedFileInput(path: path, host: host)
                _ = try input.nextEvent()
                workers.append(input.workerProcess)
            }
            for worker in workers { #expect(kill(worker, 0) != 0, "\(worker) is there") }
        }
    }

    /// What comes out, in words, and a checksum of what is in it.
    static func events(of source: any CaptureSource) throws -> [String] {
        var events: [String] = []
        while let event = try source.nextEvent() {
            switch event {
            case .video(let sample):
                events.append(
                    "video \(sample.presentationTime) \(String(describing: sample.duration))"
                        + " \(sample.orientation) \(sample.pixelBuffer.format)"
                        + " \(sample.pixelBuffer.isFullRange) \(sample.pixelBuffer.bytes.hashValue)"
                )
            case .audio(let audio):
                events.append(
                    "audio \(audio.presentationTime) \(audio.sampleRate) \(audio.channelCount)"
                        + " \(audio.samples.hashValue)")
            case .encoded(let sample, let type):
                events.append("encoded \(type) \(sample.hashValue)")
            case .dropped(let reason, let time): events.append("dropped \(reason) \(time)")
            case .warning(let error): events.append("warning \(error.code) \(error.message)")
            default: events.append("\(event)")
            }
        }
        return events
    }

    static func frames(of source: any CaptureSource) throws -> [VideoSampleBuffer] {
        var frames: [VideoSampleBuffer] = []
        while let event = try source.nextEvent() {
            if case .video(let sample) = event { frames.append(sample) }
        }
        return frames
    }

    static func error(_ body: () throws -> Any) -> FacecapError? {
        do {
            _ = try body()
            return nil
        } catch {
            return error as? FacecapError
        }
    }

    private static func signalWorker(of input: IsolatedFileInput, _ signal: Int32) throws {
        kill(input.workerProcess, signal)
    }
}

extension PixelBuffer {
    /// The samples of all planes without the padding of their rows.
    fileprivate var bytes: [UInt8] {
        planes.enumerated().flatMap { index, plane in
            let (bytesPerRow, rows) = format.layout(plane: index, width: width, height: height)
            return (0..<rows).flatMap { row in
                UnsafeRawBufferPointer(
                    start: plane.baseAddress + row * plane.bytesPerRow, count: bytesPerRow)
            }
        }
    }
}
