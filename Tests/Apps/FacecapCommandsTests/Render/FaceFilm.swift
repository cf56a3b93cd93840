import FoundationEssentials
import TestSupport
import Testing

/// A film of a drawn face with its face track, a second and a half long, 320x240, with a tone.
enum FaceFilm: String, CaseIterable, Sendable {
    case constantRate, variableRate, reordered, cutInside, lateStart, lateSound, turned

    /// The film's file, made once for all tests.
    func write(to folder: TemporaryFolder) async throws -> String {
        try folder.write(await FilmStore.shared.bytes(of: self), to: "film.mp4")
    }

    /// What `ffmpeg` makes it of, from a film with sound.
    private var arguments: [String] {
        switch self {
        case .constantRate: ["-c:v", "libx264", "-bf", "0"]
        case .variableRate:
            ["-vf", "select=not(eq(mod(n\\,5)\\,3))", "-vsync", "vfr", "-c:v", "libx264"]
        case .reordered: ["-c:v", "libx264", "-bf", "3"]
        case .cutInside, .lateSound: ["-c", "copy"]
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
        let run = try await CommandRunner.run(arguments, of: program, within: 120)
        try #require(run.exitCode == 0, "\(run.messages)")
        return run
    }

    static func convert(_ arguments: [String]) async throws {
        try await succeed(["-v", "error", "-y"] + arguments, of: "/usr/bin/ffmpeg")
    }

    /// The drawn face with a tone, without a face track.
    fileprivate static func drawn() async throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let (drawn, sound) = (folder.path + "/drawn.y4m", folder.path + "/sound.mp4")
        try await succeed([
            "live", "--annotate", drawn, "--draw", "none", "--quiet", "--detector", "haar",
            "--detect-every", "1000", "--source",
            "synthetic:faces=1,size=320x240,frames=45,pace=fast,motion=still",
        ])
        try await convert([
            "-i", drawn, "-f", "lavfi", "-i", "sine=r=16000:d=1.5", "-map", "0:v", "-map", "1:a",
            "-c:v", "libx264", "-bf", "2", "-g", "20", "-c:a", "aac", sound,
        ])
        return Array(try Data(contentsOf: URL(filePath: sound)))
    }

    fileprivate func made(of drawn: [UInt8]) async throws -> [UInt8] {
        let folder = try TemporaryFolder()
        func path(_ name: String) -> String { folder.path + "/" + name }
        let source = try folder.write(drawn, to: "sound.mp4")
        let sound = self == .lateSound ? ["-itsoffset", "0.3", "-i", source] : []
        let map = self == .lateSound ? ["-map", "0:v", "-map", "1:a"] : []
        try await Self.convert(
            inputArguments + ["-i", source] + sound + map + arguments + [path("plain.mp4")])
        if self == .turned {
            try await Self.convert([
                "-i", path("plain.mp4"), "-c", "copy", "-metadata:s:v", "rotate=270",
                path("turned.mp4"),
            ])
        }
        try await Self.succeed(
            [
                "analyze", path(self == .turned ? "turned.mp4" : "plain.mp4"), "-o",
                path("film.mp4"),
                "--quiet", "--detect-every", "5",
            ] + CheapDetection.ofOneFace)
        return Array(try Data(contentsOf: URL(filePath: path("film.mp4"))))
    }
}

/// The films that tests have asked for so far.
private actor FilmStore {
    static let shared = FilmStore()

    private let drawn = Task { try await FaceFilm.drawn() }
    private var films: [FaceFilm: Task<[UInt8], any Error>] = [:]

    func bytes(of film: FaceFilm) async throws -> [UInt8] {
        let task = films[film] ?? Task { [drawn] in try await film.made(of: drawn.value) }
        films[film] = task
        return try await task.value
    }
}
