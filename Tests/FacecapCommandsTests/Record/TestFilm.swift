import TestSupport
import Testing

/// Films that the `ffmpeg` program draws.
enum TestFilm {
    /// A small film at 30 pictures a second, the first of each second a key frame; returns its path.
    static func make(
        in folder: TemporaryFolder, seconds: Double, hasSound: Bool = false,
        size: String = "160x120"
    ) async throws -> String {
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
        #expect(run.exitCode == 0, "\(run.messages)")
        return path
    }
}
