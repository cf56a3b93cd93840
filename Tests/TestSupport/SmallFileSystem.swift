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

    deinit { while umount2(folder.path, Int32(MNT_DETACH)) == 0 {} }

    /// The path of a file on it, or of its root.
    public func path(_ name: String = "") -> String { "\(folder.path)/\(name)" }

    /// Lets nothing be written any more.
    ///
    /// The same files are mounted once more: the first mount is busy while a process that another test has just started has
    /// one of them open.
    public func makeReadOnly() throws {
        try #require(mount(folder.path, folder.path, nil, UInt(MS_BIND), nil) == 0)
        let flags = UInt(MS_BIND) | UInt(MS_REMOUNT) | UInt(MS_RDONLY)
        try #require(mount(nil, folder.path, nil, flags, nil) == 0)
    }

    /// The names of what is on it.
    public var contents: [String] { folder.contents }
}
