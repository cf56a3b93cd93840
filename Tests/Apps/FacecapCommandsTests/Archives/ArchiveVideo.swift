// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

/// A video of 700 frames with a drawn face: B-frames, black stretches over the ends of groups, cuts around them.
enum ArchiveVideo: String, CaseIterable {
    case bFrames, editList, rotated, variableRate, transportStream

    private static let original = Task {
        let folder = try TemporaryFolder()
        let record = try await CommandRunner.run(
            ["record", folder.path + "/drawn.mp4", "--quiet", "--source"]
                + ["synthetic:faces=1,size=160x120,frames=700,pace=fast,motion=mixed"]
                + CheapDetection.ofNobody)
        try #require(record.exitCode == 0, "\(record.messages)")
        let filter =
            "drawbox=c=black:t=fill:enable='between(n,290,310)+between(n,420,430)',"
            + "hflip=enable='gt(n,430)'"
        try await ffmpeg(
            ["-i", folder.path + "/drawn.mp4", "-vf", filter, "-an", "-c:v", "libx264"]
                + ["-bf", "3", "-g", "50", folder.path + "/video.mp4"])
        return folder
    }

    private static func ffmpeg(_ arguments: [String]) async throws {
        let run = try await CommandRunner.run(
            ["-v", "error", "-y"] + arguments, of: "/usr/bin/ffmpeg")
        try #require(run.exitCode == 0, "\(run.messages)")
    }

    private var name: String {
        switch self {
        case .bFrames, .editList, .rotated: "\(self).mp4"
        case .variableRate: "\(self).mkv"
        case .transportStream: "\(self).ts"
        }
    }

    private var encoding: [String] {
        switch self {
        case .bFrames, .editList: ["-c", "copy"]
        case .rotated: ["-c", "copy", "-metadata:s:v", "rotate=90"]
        case .variableRate:
            ["-vf", "select=not(eq(mod(n\\,5)\\,3))", "-vsync", "vfr", "-c:v", "libx264"]
        case .transportStream: ["-c:v", "mpeg2video", "-q:v", "3"]
        }
    }

    /// Writes the video into a folder; returns its path.
    func make(in folder: TemporaryFolder) async throws -> String {
        let original = try await Self.original.value.path + "/video.mp4"
        let path = folder.path + "/" + name
        let start = self == .editList ? "1.1" : "0"
        try await Self.ffmpeg(["-ss", start, "-i", original] + encoding + [path])
        return path
    }
}
