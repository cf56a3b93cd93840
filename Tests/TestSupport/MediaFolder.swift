// SPDX-License-Identifier: Apache-2.0
public import Foundation
internal import Testing

/// A temporary folder of media; it goes away with the object.
public final class MediaFolder: Sendable {
    private let folder: TemporaryFolder

    /// Makes the folder.
    public init() throws { folder = try TemporaryFolder() }

    /// Where it lies.
    public var url: URL { URL(filePath: folder.path, directoryHint: .isDirectory) }

    /// The path of a file in it.
    public func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    /// Makes a video or image with `ffmpeg`: arguments, parted by blanks, then the name.
    public func make(_ name: String, _ arguments: String) throws -> String {
        let words = arguments.split(separator: " ").map(String.init)
        let output = path(name)
        // Behind `file:` a name may hold a colon, and `-update` lets it hold a percent sign.
        let result = FFmpegProgram.run(
            "ffmpeg", ["-v", "error", "-y"] + words + ["file:" + output])
        try #require(result != nil, "ffmpeg could not make \(name)")
        return output
    }

    /// Writes a file and returns its path.
    public func write(_ name: String, _ data: Data) throws -> String {
        try folder.write(Array(data), to: name)
    }
}
