// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport

/// What the `ffprobe` program finds in a movie.
struct ProbedMovie {
    /// A track with its samples in the order of decoding; times in seconds.
    struct Track {
        struct Packet {
            let time: Double
            let duration: Double
            let size: Int
            let isKey: Bool
        }

        let mediaType: String
        /// The handler's name: `Faces` and `Markers` tell the two metadata tracks apart.
        let name: String
        let packets: [Packet]

        /// When the last sample ends; 0 without samples. Of reordered frames ffprobe may not know how
        /// long they last: then it is as long as the last step between two.
        var end: Double {
            let step = zip(times.dropLast().suffix(1), times.suffix(1)).map { $1 - $0 }.first ?? 0
            return packets.map { $0.time + ($0.duration > 0 ? $0.duration : step) }.max() ?? 0
        }
        /// The times of its samples, ascending.
        var times: [Double] { packets.map(\.time).sorted() }
    }

    /// All tracks, in their order.
    let tracks: [Track]
    /// What ffprobe complained about.
    let complaints: String

    var video: Track? { tracks.first { $0.mediaType == "video" } }
    var audio: Track? { tracks.first { $0.mediaType == "audio" } }
    var faces: Track? { tracks.first { $0.mediaType == "data" && $0.name == "Faces" } }
    var markers: Track? { tracks.first { $0.mediaType == "data" && $0.name == "Markers" } }

    static let isAvailable = InstalledProgram.ffprobe != nil && InstalledProgram.ffmpeg != nil

    /// `nil` where ffprobe cannot open the file.
    init?(path: String) async throws {
        let run = try await CommandRunner.run(
            ["-v", "error", "-of", "json", "-show_streams", "-show_packets", path],
            of: InstalledProgram.ffprobe ?? "")
        guard run.exitCode == 0,
            let root = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
                as? [String: Any], let streams = root["streams"] as? [[String: Any]]
        else { return nil }
        complaints = run.messages
        let packets = root["packets"] as? [[String: Any]] ?? []
        tracks = streams.map { stream in
            let index = stream["index"] as? Int
            return Track(
                mediaType: stream["codec_type"] as? String ?? "",
                name: (stream["tags"] as? [String: String])?["handler_name"] ?? "",
                packets: packets.filter { $0["stream_index"] as? Int == index }.map(Self.packet))
        }
    }

    private static func packet(_ fields: [String: Any]) -> Track.Packet {
        func number(_ key: String) -> Double? { (fields[key] as? String).flatMap { Double($0) } }
        return Track.Packet(
            time: number("pts_time") ?? number("dts_time") ?? .nan,
            duration: number("duration_time") ?? 0, size: Int(number("size") ?? 0),
            isKey: (fields["flags"] as? String)?.hasPrefix("K") == true)
    }
}
