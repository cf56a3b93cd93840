// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc

/// A new, empty folder that is removed with everything in it when the value goes away.
public final class TemporaryFolder: Sendable {
    /// The folder's absolute path.
    public let path: String

    /// Makes the folder below the system's folder for such things.
    ///
    /// - Parameter inMemory: whether it lies in memory, where there is such a file system: no disk makes
    ///   a writer wait.
    public init(inMemory: Bool = false) throws {
        let memory = "/dev/shm"
        let parent =
            inMemory && FileManager.default.isWritableFile(atPath: memory)
            ? URL(filePath: memory) : FileManager.default.temporaryDirectory
        let url =
            parent
            .appending(path: "facecap-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file, and the folders above it, below the folder; returns its path.
    @discardableResult
    public func write(_ bytes: [UInt8], to name: String) throws -> String {
        let url = URL(filePath: path).appending(path: name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        // Foundation would leave the file open for writing in programs that other tests start meanwhile.
        guard let file = fopen(url.path, "we") else { throw CocoaError(.fileWriteUnknown) }
        defer { fclose(file) }
        guard fwrite(bytes, 1, bytes.count, file) == bytes.count else {
            throw CocoaError(.fileWriteUnknown)
        }
        return url.path
    }

    /// The names of what is in the folder, hidden files too, in alphabetical order.
    public var contents: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }
}
