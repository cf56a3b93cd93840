// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// A file system of a few kilobytes in memory, for as long as the value exists.
public final class SmallFileSystem: Sendable {
    private let folder: TemporaryFolder

    /// Whether this process may mount file systems.
    public static let isAvailable = geteuid() == 0 && (try? SmallFileSystem(kilobytes: 48)) != nil

    /// Mounts it.
    public init(kilobytes: Int) throws {
        folder = try TemporaryFolder()
        try #require(mount("tmpfs", folder.path, "tmpfs", 0, "size=\(kilobytes)k") == 0)
    }

    deinit { umount2(folder.path, Int32(MNT_DETACH)) }

    /// The path of a file on it, or of its root.
    public func path(_ name: String = "") -> String { "\(folder.path)/\(name)" }

    /// Lets nothing be written any more.
    ///
    /// A process that another test has just started may have a file of it open for a moment.
    public func makeReadOnly() throws {
        let flags = UInt(MS_REMOUNT) | UInt(MS_RDONLY)
        var isReadOnly = false
        for _ in 0..<1000 {
            isReadOnly = mount("tmpfs", folder.path, "tmpfs", flags, nil) == 0
            if isReadOnly || errno != EBUSY { break }
            usleep(10_000)
        }
        try #require(isReadOnly, "\(errno)")
    }

    /// The names of what is on it.
    public var contents: [String] { folder.contents }
}
