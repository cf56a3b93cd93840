// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What `facecap inspect` says of a video file that is no MP4 or QuickTime movie.
struct MediaFileRecord: Encodable {
    let schema = "facecap-inspect/1"
    let path: String
    let fileType = "other"
    let container: String
    let duration: Double?
    let tracks: [Track]
    /// What finds its faces; `nil` where it has no video.
    private let advice: String?

    struct Track: Encodable {
        let kind: String
        let codec: String
        let width: Int?
        let height: Int?
        let averageRate: Double?
        let sampleRate: Int?
        let channels: Int?
    }

    init(_ media: MediaFileInspection, path: String) {
        self.path = path
        advice = FaceSearchAdvice.command(for: path, media)
        container = media.formatName
        duration = media.duration.map(JSONLine.microseconds)
        tracks = media.tracks.map { track in
            Track(
                kind: track.kind, codec: track.codec, width: track.width, height: track.height,
                averageRate: track.frameRate.map(JSONLine.microseconds),
                sampleRate: track.sampleRate, channels: track.channelCount)
        }
    }

    /// The page for people; nothing in it steers a terminal.
    var page: String {
        let length = duration.map(InspectionPage.time) ?? "unknown length"
        var lines = [path, "  \(container), \(length)", "", "Tracks"]
        for (index, track) in tracks.enumerated() {
            var parts = [track.codec]
            if let width = track.width, let height = track.height {
                parts.append("\(width)x\(height)")
            }
            if let rate = track.averageRate {
                parts.append("\(InspectionPage.number(rate)) a second")
            }
            if let rate = track.sampleRate { parts.append("\(rate) Hz") }
            if let channels = track.channels {
                parts.append(channels.counted("channel"))
            }
            let kind = track.kind.padded(to: 8)
            lines.append("  \(index + 1)  \(kind)  \(parts.joined(separator: ", "))")
        }
        lines += ["", "No face track"]
        if let advice { lines.append("  \(advice) finds the faces") }
        return lines.map { Messages.printable($0) + "\n" }.joined()
    }

    /// What is advised is for people.
    private enum CodingKeys: CodingKey {
        case schema, path, fileType, container, duration, tracks
    }
}
