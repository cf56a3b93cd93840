// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import TestSupport
import Testing

/// A video of a drawn face with its face track, a second and a half long, 320x240, with a tone.
enum FaceVideo: String, CaseIterable, Sendable {
    case constantRate, variableRate, reordered, cutInside, lateStart, lateAudio, turned

    /// The video's file, made once for all tests.
    func write(to folder: TemporaryFolder) async throws -> String {
        try folder.write(await VideoStore.shared.bytes(of: self), to: "file.mp4")
    }

    /// What `ffmpeg` makes it of, from a video with audio.
    private var arguments: [String] {
        switch self {
        case .constantRate: ["-c:v", "libx264", "-bf", "0"]
        case .variableRate:
            ["-vf", "select=not(eq(mod(n\\,5)\\,3))", "-vsync", "vfr", "-c:v", "libx264"]
        case .reordered: ["-c:v", "libx264", "-bf", "3"]
        case .cutInside, .lateAudio: ["-c", "copy"]
        case .lateStart: ["-an", "-c", "copy"]
        case .turned: ["-vf", "transpose=2", "-c:v", "libx264"]
        }
    }

    private var inputArguments: [String] {
        switch self {
        case .cutInside: ["-ss", "0.37"]
        case .lateStart: ["-itsoffset", "0.7"]
        default: []
        }
    }

    /// Runs a program, which has to succeed.
    @discardableResult
    static func succeed(
        _ arguments: [String], of program: String = CommandRunner.facecap
    ) async throws -> CommandResult {
        let run = try await CommandRunner.run(arguments, of: program)
        try #require(run.exitCode == 0, "\(run.messages)")
        return run
    }

    static func convert(_ arguments: [String]) async throws {
        try await succeed(["-v", "error", "-y"] + arguments, of: "/usr/bin/ffmpeg")
    }

    /// The drawn face with a tone, without a face track.
    fileprivate static func drawn() async throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let (drawn, audio) = (folder.path + "/drawn.y4m", folder.path + "/sound.mp4")
        try await succeed([
            "live", "--annotate", drawn, "--draw", "none", "--quiet", "--detector", "haar",
            "--detect-every", "1000", "--source",
            "synthetic:faces=1,size=320x240,frames=45,pace=fast,motion=still",
        ])
        try await convert([
            "-i", drawn, "-f", "lavfi", "-i", "sine=r=16000:d=1.5", "-map", "0:v", "-map", "1:a",
            "-c:v", "libx264", "-bf", "2", "-g", "20", "-c:a", "aac", audio,
        ])
        return Array(try Data(contentsOf: URL(filePath: audio)))
    }

    fileprivate func made(of drawn: [UInt8]) async throws -> [UInt8] {
        let folder = try TemporaryFolder()
        func path(_ name: String) -> String { folder.path + "/" + name }
        let source = try folder.write(drawn, to: "sound.mp4")
        let audio = self == .lateAudio ? ["-itsoffset", "0.3", "-i", source] : []
        let map = self == .lateAudio ? ["-map", "0:v", "-map", "1:a"] : []
        try await Self.convert(
            inputArguments + ["-i", source] + audio + map + arguments + [path("plain.mp4")])
        if self == .turned {
            try await Self.convert([
                "-i", path("plain.mp4"), "-c", "copy", "-metadata:s:v", "rotate=270",
                path("turned.mp4"),
            ])
        }
        try await Self.succeed(
            [
                "analyze", path(self == .turned ? "turned.mp4" : "plain.mp4"), "-o",
                path("file.mp4"),
                "--quiet", "--detect-every", "5",
            ] + CheapDetection.ofOneFace)
        return Array(try Data(contentsOf: URL(filePath: path("file.mp4"))))
    }
}

/// The videos that tests have asked for so far.
private actor VideoStore {
    static let shared = VideoStore()

    private let drawn = Task { try await FaceVideo.drawn() }
    private var videos: [FaceVideo: Task<[UInt8], any Error>] = [:]

    func bytes(of video: FaceVideo) async throws -> [UInt8] {
        let task = videos[video] ?? Task { [drawn] in try await video.made(of: drawn.value) }
        videos[video] = task
        return try await task.value
    }
}
