// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Foundation
import MediaInput
import TestSupport
import Testing

/// Files with more tracks than are read: what libavformat read of them to open the file, it hands out later.
@Suite(.enabled(if: FFmpegProgram.isAvailable, "ffmpeg is not installed"))
struct OtherTracksTests {
    private let folder: MediaFolder

    init() throws { folder = try MediaFolder() }

    private static let containers = [
        ("mkv", "pcm_s16le", "subrip"), ("mp4", "aac", "mov_text"),
    ]

    /// A file with a video and an audio track, and one that has more audio and subtitles too.
    private func makeFiles(
        _ container: String, audio: String, subtitles: String
    ) throws -> [String] {
        let alone = try folder.make("alone." + container, EncodedAudioTests.video + "-c:a aac")
        let text = try folder.write(
            "words.srt", Data("1\n00:00:00,000 --> 00:00:01,000\nWords\n".utf8))
        let crowded = try folder.make(
            "crowded." + container,
            "-i \(alone) -f lavfi -i sine=f=900:d=1:r=48000 -i \(text)"
                + " -map 0:v -map 0:a -map 1:a -map 2:s -c copy -c:a:1 \(audio) -c:s \(subtitles)")
        return [alone, crowded]
    }

    @Test(arguments: containers)
    func framesAndAudioAreThoseOfTheTracksThatAreRead(
        container: String, audio: String, subtitles: String
    ) throws {
        let files = try makeFiles(container, audio: audio, subtitles: subtitles)
        let options = MediaFileSource.Options(deliversEncodedSamples: [.audio])
        let recordings = try files.map { try Recording(MediaFileSource($0, options: options)) }
        for recording in recordings { #expect(recording.warnings.isEmpty) }
        let (alone, crowded) = (recordings[0], recordings[1])
        #expect(alone.audio.count > 40)
        #expect(crowded.audio.map(\.presentationTime) == alone.audio.map(\.presentationTime))
        #expect(crowded.encodedAudio.map(\.hash) == alone.encodedAudio.map(\.hash))
        #expect(crowded.images.map(\.presentationTime) == alone.images.map(\.presentationTime))
        let times = try files.map { path in
            let source = try MediaAudioSource(
                OpenedLocation(.file(path: path)), options: .init())
            var times: [MediaTime] = []
            while let event = try source.nextEvent() {
                if case .audio(let samples) = event { times.append(samples.presentationTime) }
            }
            return times
        }
        #expect(times[0].count == alone.audio.count && times[1] == times[0])
    }

    @Test(arguments: containers)
    func theIndexListsTheFramesAlone(
        container: String, audio: String, subtitles: String
    ) throws {
        let indices = try makeFiles(container, audio: audio, subtitles: subtitles).map {
            try FrameIndex.read(OpenedLocation(.file(path: $0)))
        }
        #expect(indices[0]?.frameCount == 25)
        #expect(indices[1] == indices[0])
    }
}
