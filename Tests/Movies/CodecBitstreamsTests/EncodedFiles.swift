// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import MovieBoxes
import TestSupport
import Testing

/// Streams and movies that the `ffmpeg` program makes, each pair of one and the same encode.
final class EncodedFiles {
    static let isAvailable = ["ffmpeg", "ffprobe"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/" + $0)
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Encodes a test signal to `stream`, then puts the packets into `movie`; the bytes of both.
    func make(
        _ stream: String, _ encoding: String, movie: String = "a.mp4", _ remuxing: String = ""
    ) async throws -> (stream: [UInt8], movie: [UInt8]) {
        try await ffmpeg(words(encoding) + [path(stream)])
        try await ffmpeg(["-i", path(stream), "-c", "copy"] + words(remuxing) + [path(movie)])
        return (try bytes(stream), try bytes(movie))
    }

    func path(_ name: String) -> String { folder.path + "/" + name }

    func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: path(name))))
    }

    private func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

    private func ffmpeg(_ arguments: [String]) async throws {
        let result = try await CommandRunner.run(
            ["-v", "error", "-y"] + arguments, of: "/usr/bin/ffmpeg")
        try #require(result.exitCode == 0, "\(result.messages)")
    }
}

extension [UInt8] {
    /// The content of the first box of a name, found by its bytes: for files that no test spoils.
    func content(ofBox type: FourCharacterCode) -> [UInt8]? {
        let name = "\(type)".utf8
        for index in indices.dropFirst(4) where self[index...].starts(with: name) {
            var reader = BoxReader(self[(index - 4)...])
            return reader.readBox().map { [UInt8]($0.content) }
        }
        return nil
    }

    /// Where these bytes begin in the array.
    func offset(of bytes: some Collection<UInt8>) -> Int? {
        indices.first { self[$0...].starts(with: bytes) }
    }
}
