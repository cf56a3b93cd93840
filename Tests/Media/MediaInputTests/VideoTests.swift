// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import FoundationEssentials
import MediaInput
import TestSupport
import Testing

@Suite(.enabled(if: FFmpegProgram.isAvailable, "ffmpeg is not installed"))
struct VideoTests {
    let folder: MediaFolder

    init() throws { folder = try MediaFolder() }

    static let videos: [(name: String, arguments: String)] = [
        ("b-frames.mp4", "-f lavfi -i testsrc=s=160x120:r=30000/1001:d=1 -c:v libx264 -bf 3"),
        ("b-frames.mkv", "-f lavfi -i testsrc=s=160x120:r=25:d=1 -c:v libx264 -bf 3"),
        ("variable.mkv", "-f lavfi -i testsrc=r=50:d=1 -vf select='mod(n,3)' -vsync vfr -c:v ffv1"),
        ("fragmented.mp4", "-f lavfi -i testsrc=d=1 -c:v libx264 -movflags frag_keyframe"),
        ("transport.ts", "-f lavfi -i testsrc=s=160x120:d=1 -c:v mpeg2video"),
        ("motion.avi", "-f lavfi -i testsrc=s=160x120:d=1 -c:v mjpeg -pix_fmt yuvj422p"),
        ("vp9.webm", "-f lavfi -i testsrc=s=64x64:d=0.4 -c:v libvpx-vp9 -deadline realtime"),
        ("raw.y4m", "-f lavfi -i testsrc=s=161x121:d=0.4 -pix_fmt yuv420p"),
        ("pixels.gif", "-f lavfi -i testsrc=s=160x120:r=10:d=1"),
        ("delayed.mkv", "-f lavfi -i testsrc=s=64x64:d=1 -output_ts_offset 12.5 -c:v libx264"),
    ]

    @Test(arguments: videos)
    func everyFrameComesWithTheTimeThatTheStreamGivesIt(video: (name: String, arguments: String))
        throws
    {
        let path = try folder.make(video.name, video.arguments)
        let recording = try Recording(MediaFileSource(path))
        #expect(recording.presentationTimes == (try FFmpegProgram.presentationTimes(of: path)))
        #expect(recording.images.count > 5)
        #expect(recording.warnings.isEmpty && recording.drops.isEmpty)
    }

    @Test func timeStampsStayInTheTimeScaleOfTheStream() throws {
        let path = try folder.make(
            "ntsc.mp4", "-f lavfi -i testsrc=r=30000/1001:d=0.2 -video_track_timescale 30000")
        let times = try Recording(MediaFileSource(path)).images.map(\.presentationTime)
        #expect(times.allSatisfy { $0.timescale == 30000 })
        #expect(times.map(\.value) == [0, 1001, 2002, 3003, 4004, 5005])
    }

    @Test func formatAndCountAreKnownBeforehand() throws {
        let path = try folder.make("a.mp4", "-f lavfi -i testsrc=s=160x90:r=20:d=1")
        let source = try MediaFileSource(path)
        #expect(source.videoFormat == VideoFormat(width: 160, height: 90, frameRate: 20))
        #expect(source.estimatedFrameCount == 20)
        #expect(!source.isLive)
    }

    @Test func moreDecoderThreadsGiveTheSameImages() throws {
        let path = try folder.make("a.mp4", "-f lavfi -i testsrc=s=160x120:d=1 -c:v libx264 -bf 2")
        let one = try Recording(MediaFileSource(path))
        let three = try Recording(MediaFileSource(path, options: .init(decoderThreads: 3)))
        #expect(one.presentationTimes == three.presentationTimes)
        #expect(one.images.map(\.pixelBuffer.packed) == three.images.map(\.pixelBuffer.packed))
    }

    @Test func sizeMayChangeMidway() throws {
        let parts = try [("a.ts", "160x120"), ("b.ts", "96x64")].map {
            try folder.make($0.0, "-f lavfi -i testsrc=s=\($0.1):d=0.4 -c:v mpeg2video")
        }
        let path = try folder.make("ab.ts", "-i concat:\(parts[0])|\(parts[1]) -c copy")
        let images = try Recording(MediaFileSource(path)).images
        // Where the size changes libavcodec gives up the one frame that it still holds.
        #expect(images.count == (try FFmpegProgram.presentationTimes(of: path)).count)
        #expect(images.first?.pixelBuffer.width == 160)
        #expect(images.last?.pixelBuffer.width == 96)
        #expect(
            zip(images, images.dropFirst())
                .allSatisfy { $0.presentationTime < $1.presentationTime })
    }

    @Test func aTrimmedVideoIsNotTakenForADamagedOne() throws {
        let whole = try folder.make("a.mp4", "-f lavfi -i testsrc=d=4 -c:v libx264 -g 10")
        let path = try folder.make("b.mp4", "-ss 1.3 -t 1.5 -i \(whole) -c copy")
        #expect(try Recording(MediaFileSource(path)).warnings.isEmpty)
    }

    @Test func audioComesAsInterleavedFloats() throws {
        let path = try folder.make(
            "tone.mkv",
            "-f lavfi -i testsrc=d=1 -f lavfi -i sine=d=1:r=8000 -ac 2 -c:v libx264 -c:a flac")
        let audio = try Recording(MediaFileSource(path, options: .init(wantsAudio: true))).audio
        #expect(audio.reduce(0) { $0 + $1.frameCount } == 8000)
        #expect(audio.allSatisfy { $0.sampleRate == 8000 && $0.channelCount == 2 })
        #expect(audio.first?.presentationTime == .zero)
        let raw = try #require(
            FFmpegProgram.run(
                "ffmpeg", ["-v", "error", "-i", path, "-f", "f32le", "-vn", "-"]))
        let truth = raw.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        #expect(audio.flatMap(\.samples) == truth)
        let silent = try MediaFileSource(path, options: .init(wantsAudio: false))
        silent.needsSamples(of: [.audio, .video])
        #expect(silent.audioFormat == nil)
        #expect(try Recording(silent).audio.isEmpty)
    }

    @Test("Audio is read whole or not at all", arguments: [true, false])
    func whoTakesAudioGetsAllOfIt(isTaken: Bool) throws {
        // The images begin late, so that audio lies before the first one.
        let path = try folder.make(
            "tone.mkv",
            "-itsoffset 0.5 -f lavfi -i testsrc=d=1 -f lavfi -i sine=d=1.5:r=8000 -c:v libx264 -c:a flac"
        )
        let source = try MediaFileSource(path)
        #expect(source.audioFormat == AudioFormat(sampleRate: 8000, channelCount: 1))
        source.needsSamples(of: isTaken ? [.video, .audio] : [.video])
        let recording = try Recording(source)
        #expect(recording.images.count == 25)
        #expect(recording.audio.reduce(0) { $0 + $1.frameCount } == (isTaken ? 12000 : 0))
        #expect(recording.warnings.isEmpty)
        if isTaken {
            let asked = try Recording(MediaFileSource(path))
            #expect(recording.audio.flatMap(\.samples) == asked.audio.flatMap(\.samples))
            #expect(
                recording.audio.map(\.presentationTime) == asked.audio.map(\.presentationTime))
        }
    }

    @Test func anAudioTrackIsDecodedFromWhereItIsTakenAndNoLongerThanThat() throws {
        let path = try folder.make(
            "tone.mkv",
            "-f lavfi -i testsrc=d=3 -f lavfi -i sine=d=3:r=8000 -c:v libx264 -c:a flac")
        let source = try MediaFileSource(path)
        source.needsSamples(of: [.video])
        var times: [Double] = []
        while let event = try source.nextEvent() {
            switch event {
            case .video(let sample) where sample.presentationTime.seconds == 1:
                source.needsSamples(of: [.video, .audio])
            case .video(let sample) where sample.presentationTime.seconds == 2:
                source.needsSamples(of: [.video])
            case .audio(let sample): times.append(sample.presentationTime.seconds)
            default: break
            }
        }
        // What was read ahead of the images moves both ends a little.
        #expect((times.first ?? 0) > 0.5 && (times.last ?? 3) < 2.9)
    }

    @Test func aStillImageHasNoAudioAlsoWhereSomebodyTakesIt() throws {
        let path = try folder.make("still.png", "-f lavfi -i testsrc=d=1 -frames:v 1")
        let source = try MediaFileSource(path)
        source.needsSamples(of: [.video, .audio])
        #expect(source.audioFormat == nil)
        #expect(try Recording(source).warnings.isEmpty)
    }
}
