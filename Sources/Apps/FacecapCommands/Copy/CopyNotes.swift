// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What the user of a copy may not expect of it: it has the frames of a file and one track of its audio, in codecs
/// that a movie holds.
enum CopyNotes {
    /// That audio could not be copied as it is.
    static func encodedAudio(of name: String) -> String {
        "the audio of \(name) is neither AAC nor Opus, and is encoded as AAC"
    }

    /// Says which tracks of a file are not in a copy.
    ///
    /// - Parameters:
    ///   - media: the file; `nil` where its head cannot be read, of which nothing is said.
    ///   - keepsAudio: whether the copy is to have audio.
    ///   - keepsImages: whether the copy is to have the file's cover images.
    ///   - keepsChapters: whether the copy is to have the file's chapters.
    ///   - encodesFrames: whether the copy's frames are new, so that it is said what they are like.
    static func sayLeftOutTracks(
        of path: String, _ media: MediaFileInspection?, in copy: String, keepsAudio: Bool,
        keepsImages: Bool = false, keepsChapters: Bool, encodesFrames: Bool,
        to messages: Messages
    ) {
        guard let media else { return }
        if encodesFrames, let source = media.decodedTrack?.frames,
            let encoded = encodedFrames(of: copy), source != encoded
        {
            messages.remark("the frames of \(path) are \(source), those of \(copy) \(encoded)")
        }
        let kinds = media.tracks.map(\.kind)
        let others = media.tracks.indices.filter {
            $0 != media.decodedIndex && kinds[$0] == "video"
        }
        // A cover image has no frame rate.
        let videos = others.count { media.tracks[$0].frameRate != nil }
        let images = keepsImages ? 0 : others.count - videos
        let counts = [
            (videos, "more video track"),
            (keepsAudio ? kinds.count { $0 == "audio" } - 1 : 0, "more audio track"),
            (kinds.count { $0 == "subtitle" }, "subtitle track"),
            (keepsChapters ? 0 : media.chapterCount, "chapter"),
            (timeCodeCount(of: path), "time code track"),
            (kinds.count { $0 == "other" } + images, "attachment"),
        ]
        let words = counts.filter { $0.0 > 0 }.map { $0.counted($1) }
        guard let last = words.last else { return }
        let list =
            (words.count > 1 ? words.dropLast().joined(separator: ", ") + " and " : "") + last
        messages.say("\(path) has \(list) that \(copy) does not have")
    }

    /// What the frames of a copy are like, which is encoded in 8 bits.
    private static func encodedFrames(of copy: String) -> String? {
        guard let movie = try? MovieReader(path: copy),
            let video = movie.tracks.first(where: { $0.kind == .video }),
            let width = video.width, let height = video.height
        else { return nil }
        return "\(width)x\(height) in 8-bit 4:2:0"
    }

    private static func timeCodeCount(of path: String) -> Int {
        let movie = try? MovieReader(path: path)
        return movie?.tracks.count { $0.handler == "tmcd" } ?? 0
    }
}

extension MediaFileInspection.Track {
    /// What its frames are like; `nil` where they are none, or that is not known.
    fileprivate var frames: String? {
        guard let width, let height, let pixelFormat else { return nil }
        let isUsual = ["yuv420p", "yuvj420p", "nv12", "gray"].contains(pixelFormat)
        return "\(width)x\(height) in \(isUsual ? "8-bit 4:2:0" : pixelFormat)"
    }
}

extension CaptureMovieFileOutput.Settings.Audio {
    /// The audio of a source as it is, where a movie can hold it, and otherwise as AAC.
    static func copying(_ encoded: EncodedSample.AudioFormat?, decoded: AudioFormat?) -> Self {
        guard encoded == nil else { return .passthrough }
        return decoded == nil ? .none : .encoded(AudioEncoderSettings(codec: "aac"))
    }
}
