// SPDX-License-Identifier: Apache-2.0
import Facecap

/// A line on standard error that shows how a recording of audio alone goes, twice a second.
struct AudioProgress: ProgressDisplay {
    private let file: CaptureAudioFileOutput
    private let connection: CaptureConnection?
    private var rhythm = ProgressRhythm()

    /// - Parameter connection: by which the audio comes.
    init(of file: CaptureAudioFileOutput, _ connection: CaptureConnection?) {
        self.file = file
        self.connection = connection
    }

    mutating func update(_ count: Int) -> String? {
        guard rhythm.next() != nil else { return nil }
        let status = file.status
        let level = AudioLevel.text(connection?.audioChannels ?? [])
        return "rec "
            + RecordingSummary.text(duration: status.duration, byteCount: status.byteCount)
            + "  \(level ?? "-")"
    }
}
