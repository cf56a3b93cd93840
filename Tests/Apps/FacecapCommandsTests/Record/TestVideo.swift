// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import TestSupport
import Testing

/// Videos that the `ffmpeg` program draws, each kind once for all tests.
struct TestVideo: Hashable {
    private let seconds: Double
    private let hasAudio: Bool
    private let size: String

    /// A small video at 30 frames a second, the first of each second a key frame; returns its path.
    static func make(
        in folder: TemporaryFolder, seconds: Double, hasAudio: Bool = false,
        size: String = "160x120"
    ) async throws -> String {
        let video = TestVideo(seconds: seconds, hasAudio: hasAudio, size: size)
        return try folder.write(await TestVideoStore.shared.bytes(of: video), to: "file.mkv")
    }

    fileprivate func make() async throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let path = folder.path + "/file.mkv"
        let audio =
            hasAudio
            ? ["-f", "lavfi", "-i", "sine=r=48000:d=\(seconds)", "-c:a", "aac"] : []
        let run = try await CommandRunner.run(
            ["-v", "error", "-f", "lavfi", "-i", "testsrc=r=30:s=\(size):d=\(seconds)"] + audio
                + [
                    "-c:v", "libx264", "-preset", "veryfast", "-g", "30", "-pix_fmt", "yuv420p",
                    path,
                ],
            of: InstalledProgram.ffmpeg ?? "")
        try #require(run.exitCode == 0, "\(run.messages)")
        return Array(try Data(contentsOf: URL(filePath: path)))
    }
}

/// The videos that tests have asked for so far.
private actor TestVideoStore {
    static let shared = TestVideoStore()

    private var videos: [TestVideo: Task<[UInt8], any Error>] = [:]

    func bytes(of video: TestVideo) async throws -> [UInt8] {
        let task = videos[video] ?? Task { try await video.make() }
        videos[video] = task
        return try await task.value
    }
}
