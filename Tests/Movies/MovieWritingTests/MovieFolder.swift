// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Foundation
import MovieWriting
import TestSupport
import Testing

/// Movies in a temporary folder.
struct MovieFolder {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    func path(_ name: String) -> String { folder.path + "/" + name }

    func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: path(name))))
    }

    /// Appends the samples of several tracks in the order of their times.
    static func append(_ media: [TestMedia], to writer: MovieWriter) throws {
        let all = media.enumerated().flatMap { index, media in
            media.samples.map { (index, $0) }
        }.sorted { $0.1.decodeTime < $1.1.decodeTime }
        for (index, sample) in all { try writer.append(sample, toTrack: index) }
    }

    /// A finished movie of some media.
    @discardableResult
    func write(
        _ media: [TestMedia], to name: String,
        _ configure: (inout MovieWriter.Configuration) -> Void = { _ in }
    ) throws -> MovieWriter.Summary {
        var configuration = MovieWriter.Configuration()
        configuration.fileType = MovieFileType(path: name) ?? .mp4
        configure(&configuration)
        let writer = try MovieWriter(
            path: path(name), tracks: media.map(\.track), configuration: configuration)
        try Self.append(media, to: writer)
        return try writer.finish()
    }

    /// A movie as it is found after its writer was killed: fragments, without the last samples.
    func writeTorn(_ media: [TestMedia], to name: String) async throws {
        var configuration = MovieWriter.Configuration()
        configuration.fileType = MovieFileType(path: name) ?? .mp4
        var writer: MovieWriter? = try MovieWriter(
            path: path(name), tracks: media.map(\.track), configuration: configuration)
        if let writer { try Self.append(media, to: writer) }
        let times = media.map { $0.samples.map(\.presentationTime.seconds) }
        // A fragment ends where all tracks have come to.
        let end = times.compactMap { $0.max() }.min() ?? 0
        let length = end - (times.compactMap { $0.min() }.min() ?? 0)
        let isWritten = try await TimeLimit.wait(within: 60) {
            (writer?.recordedDuration.seconds ?? length) >= length - 1.2
        }
        try #require(isWritten)
        writer = nil
    }
}
