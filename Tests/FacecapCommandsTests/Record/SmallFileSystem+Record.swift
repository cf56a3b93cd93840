import Glibc
import TestSupport
import Testing

/// A file system of a few kilobytes, for as long as the value exists.
final class SmallDisk {
    private let folder: TemporaryFolder

    /// Whether this process may mount file systems.
    static let isAvailable: Bool = {
        guard geteuid() == 0, let folder = try? TemporaryFolder() else { return false }
        defer { umount2(folder.path, 0) }
        return mount("tmpfs", folder.path, "tmpfs", 0, "size=48k") == 0
    }()

    init(kilobytes: Int) async throws {
        folder = try TemporaryFolder()
        try #require(mount("tmpfs", folder.path, "tmpfs", 0, "size=\(kilobytes)k") == 0)
    }

    deinit { umount2(folder.path, Int32(MNT_DETACH)) }

    func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    /// Records onto it.
    func record(_ source: String, _ words: [String] = []) async throws -> CommandResult {
        try await CommandRunner.run(
            ["record", path("movie.mp4"), "--source", source, "--detector", "haar"]
                + TestRecording.corner + words)
    }
}
