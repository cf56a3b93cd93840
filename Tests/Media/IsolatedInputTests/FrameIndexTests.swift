// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
@testable import IsolatedInput
import MediaInput
import ProcessIsolation
import TestSupport
import Testing

@Suite(.enabled(if: FFmpegProgram.isAvailable, "ffmpeg is not installed"))
struct FrameIndexTests {
    private let folder: MediaFolder

    init() throws { folder = try MediaFolder() }

    @Test func timesAreTheSameInAProcessOfItsOwn() throws {
        let path = try folder.make(
            "a.mp4", "-f lavfi -i testsrc=s=160x120:d=2 -c:v libx264 -bf 2")
        let near = try FrameIndex.of(path: path, isolation: nil)
        let far = try FrameIndex.of(
            path: path, isolation: .init(), host: IsolatedFileInputTests.host)
        #expect(near == far && near?.frameCount == 50)
        let image = try folder.make("a.png", "-f lavfi -i testsrc=s=64x48 -frames:v 1")
        let none = try FrameIndex.of(
            path: image, isolation: .init(), host: IsolatedFileInputTests.host)
        #expect(none == nil)
    }

    @Test func aPartIsTheSameInAProcessOfItsOwn() throws {
        let path = try folder.make(
            "a.mkv",
            "-f lavfi -i testsrc=s=160x120:d=2 -vf select='mod(n,3)' -vsync vfr -c:v libx264 -g 10")
        var options = MediaFileSource.Options()
        options.part = .init(
            start: MediaTime(value: 1000, timescale: 1000),
            end: MediaTime(value: 1500, timescale: 1000))
        let (near, far) = (
            try MediaFileSource(path, options: options),
            try IsolatedFileInput(
                path: path, options: options, host: IsolatedFileInputTests.host)
        )
        var count = 0
        while let event = try near.nextEvent() {
            let other = try far.nextEvent()
            guard case .video(let expected) = event, case .video(let found)? = other else {
                Issue.record("no frame")
                return
            }
            #expect(found.presentationTime == expected.presentationTime)
            count += 1
        }
        #expect(try far.nextEvent() == nil)
        // Of the frames 25 to 37 those that three does not divide.
        #expect(count == 9)
    }

    /// They have packets and times, and are never shown.
    @Test(arguments: [false, true]) func vp8WithHiddenFramesHasNoIndex(hidesFrames: Bool) throws {
        let encoding =
            "-f lavfi -i testsrc2=s=96x72:r=25:d=4 -c:v libvpx -b:v 200k -lag-in-frames 16"
            + " -auto-alt-ref \(hidesFrames ? 1 : 0) -enc_time_base 1/1000"
            + " -passlogfile \(folder.path("log"))"
        _ = try folder.make("first.webm", encoding + " -pass 1")
        let path = try folder.make("a.webm", encoding + " -pass 2")
        let index = try FrameIndex.of(path: path, isolation: nil)
        #expect(index?.frameCount == (hidesFrames ? nil : 100))
    }

    @Test(arguments: [0, 10_001, 1e300]) func aRateThatNoVideoHasIsRefused(rate: Double) {
        var writer = MessageWriter()
        writer.write(VideoFormat(width: 160, height: 120, frameRate: rate))
        var reader = MessageReader(writer.bytes[...])
        #expect(throws: MessageDamage.self) { _ = try reader.readVideoFormat() }
    }

    @Test func anIndexOfMoreFramesThanAreEverListedIsRefused() throws {
        let most = FrameIndex.maximumRunCount
        for (counts, isRefused) in [([most], false), ([most, 1], true), ([1, most], true)] {
            var writer = MessageWriter()
            writer.write(
                FrameIndex(
                    start: .zero, runs: counts.map { .init(count: $0, step: 1) }))
            var reader = MessageReader(writer.bytes[...])
            let index = try? reader.readFrameIndex()
            #expect((index == nil) == isRefused, "\(counts)")
        }
    }

    @Test(arguments: [0, 1] as [Int64])
    func anIndexThatEndsLaterThanAnyVideoIsRefused(excess: Int64) {
        var writer = MessageWriter()
        writer.write(
            FrameIndex(
                start: MediaTime(value: 0, timescale: 1),
                runs: [.init(count: 1, step: (1 << 32) + excess)]))
        var reader = MessageReader(writer.bytes[...])
        let index = try? reader.readFrameIndex()
        #expect((index == nil) == (excess > 0))
    }

    @Test func numbersBehindEachOtherHaveTheirTimes() {
        let index = FrameIndex(
            start: MediaTime(value: 5, timescale: 30),
            runs: [.init(count: 3, step: 2), .init(count: 1, step: 7), .init(count: 2, step: 1)])
        #expect(index.frameCount == 7)
        #expect(
            index.times(of: Array(0..<7)).map(\.value) == [5, 7, 9, 11, 18, 19, 20])
        #expect(index.times(of: [0, 4, 6]).map(\.value) == [5, 18, 20])
    }
}
