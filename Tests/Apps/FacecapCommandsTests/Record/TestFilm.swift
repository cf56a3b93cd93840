import FoundationEssentials
import TestSupport
import Testing

/// Films that the `ffmpeg` program draws, each kind once for all tests.
struct TestFilm: Hashable {
    private let seconds: Double
    private let hasSound: Bool
    private let size: String

    /// A small film at 30 pictures a second, the first of each second a key frame; returns its path.
    static func make(
        in folder: TemporaryFolder, seconds: Double, hasSound: Bool = false,
        size: String = "160x120"
    ) async throws -> String {
        let film = TestFilm(seconds: seconds, hasSound: hasSound, size: size)
        return try folder.write(await TestFilmStore.shared.bytes(of: film), to: "film.mkv")
    }

    fileprivate func make() async throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let path = folder.path + "/film.mkv"
        let sound =
            hasSound
            ? ["-f", "lavfi", "-i", "sine=r=48000:d=\(seconds)", "-c:a", "aac"] : []
        let run = try await CommandRunner.run(
            ["-v", "error", "-f", "lavfi", "-i", "testsrc=r=30:s=\(size):d=\(seconds)"] + sound
                + [
                    "-c:v", "libx264", "-preset", "veryfast", "-g", "30", "-pix_fmt", "yuv420p",
                    path,
                ],
            of: InstalledProgram.ffmpeg ?? "")
        try #require(run.exitCode == 0, "\(run.messages)")
        return Array(try Data(contentsOf: URL(filePath: path)))
    }
}

/// The films that tests have asked for so far.
private actor TestFilmStore {
    static let shared = TestFilmStore()

    private var films: [TestFilm: Task<[UInt8], any Error>] = [:]

    func bytes(of film: TestFilm) async throws -> [UInt8] {
        let task = films[film] ?? Task { try await film.make() }
        films[film] = task
        return try await task.value
    }
}
