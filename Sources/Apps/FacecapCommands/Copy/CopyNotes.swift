// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What the user of a copy may not expect of it: it has the frames of a file and one track of its audio, in codecs
/// that a movie holds.
enum CopyNotes {
    /// That audio could not be copied as it is.
    static func encodedAudio(of name: String) -> String {
        "the audio of \(name) is neither AAC nor Opus, and is encoded as AAC"
    }

    /// Says which tracks of a file are not in a copy; nothing where its head cannot be read.
    ///
    /// - Parameters:
    ///   - keepsAudio: whether the copy is to have audio.
    ///   - isolation: what is asked of the process that reads the file; `nil` for none.
    static func sayLeftOutTracks(
        of path: String, in copy: String, keepsAudio: Bool,
        isolation: IsolatedFileInput.Isolation?, to messages: Messages
    ) {
        guard let media = try? MediaFileInspection.of(path: path, isolation: isolation) else {
            return
        }
        let kinds = media.tracks.map(\.kind)
        let counts = [
            (keepsAudio ? kinds.count { $0 == "audio" } - 1 : 0, "more audio track"),
            (kinds.count { $0 == "subtitle" }, "subtitle track"),
        ]
        let words = counts.filter { $0.0 > 0 }.map { "\($0) \($1)\($0 == 1 ? "" : "s")" }
        guard !words.isEmpty else { return }
        messages.say("\(path) has \(words.joined(separator: " and ")) that \(copy) does not have")
    }
}

extension CaptureMovieFileOutput.Settings.Audio {
    /// The audio of a source as it is, where a movie can hold it, and otherwise as AAC.
    static func copying(_ encoded: EncodedSample.AudioFormat?, decoded: AudioFormat?) -> Self {
        guard encoded == nil else { return .passthrough }
        return decoded == nil ? .none : .encoded(AudioEncoderSettings(codec: "aac"))
    }
}
