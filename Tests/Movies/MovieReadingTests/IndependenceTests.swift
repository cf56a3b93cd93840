// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Foundation
import MovieBoxes
import MovieReading
import TestSupport
import Testing

@Suite(.enabled(if: FFmpeg.isAvailable, "ffmpeg is not installed"))
struct IndependenceTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let image = "-f lavfi -i testsrc=s=96x64:r=25:d=2"
    private static let h264 = "-c:v libx264 -preset ultrafast -g 10 -bf 2"

    static let videos: [(name: String, arguments: String)] = [
        ("b-frames.mp4", "\(image) \(h264)"),
        ("b-frames.mov", "\(image) \(h264)"),
        ("ntsc.mp4", "-f lavfi -i testsrc=s=96x64:r=30000/1001:d=2 \(h264)"),
        ("variable.mp4", "\(image) -vf select='mod(n,3)' -vsync vfr \(h264)"),
        ("sound.mp4", "\(image) -f lavfi -i sine=d=2 \(h264) -c:a aac"),
        ("sound.mov", "\(image) -f lavfi -i sine=d=2 \(h264) -c:a aac"),
        ("front.mp4", "\(image) -f lavfi -i sine=d=2 \(h264) -c:a aac -movflags faststart"),
        ("delayed.mp4", "-itsoffset 1.5 \(image) -f lavfi -i sine=d=2 \(h264) -c:a aac"),
        ("hevc.mp4", "\(image) -c:v libx265 -preset ultrafast -x265-params log-level=none"),
        ("signed.mp4", "\(image) \(h264) -movflags negative_cts_offsets"),
        ("motion.mov", "\(image) -c:v mjpeg -pix_fmt yuvj422p"),
        ("timecode.mov", "\(image) \(h264) -timecode 01:00:00:00"),
        ("long.mp4", "-f lavfi -i color=s=16x16:r=1:d=7200 -c:v libx264 -preset ultrafast -g 600"),
        (
            "fragments.mp4",
            "\(image) -f lavfi -i sine=d=2 \(h264) -c:a aac "
                + "-movflags frag_keyframe+empty_moov+default_base_moof"
        ),
        (
            "base-offsets.mp4",
            "\(image) -f lavfi -i sine=d=2 \(h264) -c:a aac -movflags frag_keyframe"
        ),
        (
            "fragments.mov",
            "\(image) -f lavfi -i sine=d=2 \(h264) -c:a aac -movflags frag_keyframe+empty_moov"
        ),
        ("cmaf.mp4", "\(image) \(h264) -movflags +cmaf+frag_keyframe"),
        (
            "every-frame.mp4",
            "\(image) \(h264) -movflags frag_every_frame+empty_moov+negative_cts_offsets"
        ),
        (
            "delayed-moov.mp4",
            "\(image) -f lavfi -i sine=d=2 \(h264) -c:a aac "
                + "-movflags frag_keyframe+delay_moov"
        ),
    ]

    @Test(arguments: videos)
    func everySampleIsTheOneThatFFprobeSees(video: (name: String, arguments: String)) async throws {
        let path = try await FFmpeg.make(video.name, video.arguments, in: folder)
        try await compare(path)
    }

    @Test(
        .enabled(if: SharedMedia.isAvailable),
        arguments: [
            "media/procedural/proc_cross.mp4", "media/procedural/proc_yaw.mp4",
            "media/negatives/realshort.mp4",
        ])
    func sharedVideosAreReadAsFFprobeReadsThem(name: String) async throws {
        try await compare(SharedMedia.path(name))
    }

    /// Holds tracks and samples against what `ffprobe` says: the times of the media without edit lists,
    /// those of the presentation with them.
    private func compare(_ path: String) async throws {
        let reader = try MovieReader(path: path)
        let media = try await FFmpeg.probe(path, ["-ignore_editlist", "1"])
        let presented = try await FFmpeg.probe(path)
        try #require(media.streams.count == reader.tracks.count)
        for (track, stream) in zip(reader.tracks, media.streams) {
            #expect("1/\(track.timescale)" == stream.timeBase)
            #expect(track.codec?.description == stream.codecTagString)
            #expect(track.width == stream.width && track.height == stream.height)
            let samples = try reader.allSamples(of: track)
            let packets = media.packets(of: stream)
            #expect(samples.map(\.byteCount) == packets.map { Int($0.size) })
            #expect(samples.map(\.offset) == packets.map { $0.pos.flatMap { Int64($0) } })
            #expect(
                try samples.map { "adler32:" + adler32(try reader.readBytes(of: $0)) }
                    == packets.map(\.dataHash))
            #expect(samples.map(\.isSync) == packets.map { $0.flags.hasPrefix("K") })
            // Where frames are shown before they are decoded, FFmpeg decodes all of them earlier, or in
            // fragments shows all of them later, by the largest of these differences.
            let shift = -(samples.map(\.compositionOffset).min().map { min(0, $0) } ?? 0)
            let lift = shift + (packets.first?.dts ?? 0) - (samples.first?.decodeTime ?? 0)
            #expect(lift == 0 || lift == shift)
            #expect(samples.map { $0.decodeTime - shift + lift } == packets.map(\.dts))
            #expect(samples.map { $0.presentationMediaTime + lift } == packets.map(\.pts))
            // The duration that it prints comes from the codec.
            let ends = samples.map { $0.decodeTime + $0.duration }
            #expect(ends.dropLast() == samples.map(\.decodeTime).dropFirst())

            let times = samples.compactMap {
                track.presentationTime(ofMediaTime: $0.presentationMediaTime)?.value
            }
            // What no edit shows it marks as discarded; in fragments it has a negative time.
            let shown = presented.packets(of: stream).filter { !$0.flags.contains("D") }
                .compactMap(\.pts).filter { $0 >= 0 }
            #expect(times.map { $0 + lift } == shown)
        }
    }

    /// RFC 1950, section 9, in eight digits.
    private func adler32(_ bytes: [UInt8]) -> String {
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            a = (a + UInt32(byte)) % 65521
            b = (b + a) % 65521
        }
        let digits = String(b << 16 | a, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
