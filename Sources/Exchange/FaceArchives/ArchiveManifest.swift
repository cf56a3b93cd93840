// SPDX-License-Identifier: Apache-2.0
package import FaceValues
internal import SystemSupport

/// `MANIFEST.json`: what a merge wrote, and what it could not; the last file that it writes.
package struct ArchiveManifest {
    /// Where the manifest of what is written to a folder lies.
    package static func path(in folder: String) -> String {
        folder.appendingPathComponent("MANIFEST.json")
    }

    private struct Header: Encodable {
        let facecap = facecapVersion
        let search: ArchiveSearch
    }

    private let file: AtomicFile
    private var end: Int64 = 0
    private var hasVideos = false

    /// Begins the manifest of a plan in a folder. An old one that may be replaced is gone from here on: what it lists
    /// is about to be replaced too.
    ///
    /// - Throws: what `AtomicFile` throws.
    package init(
        of plan: ArchivePlan, in folder: String, overwriting: Bool
    ) throws(FacecapError) {
        let path = Self.path(in: folder)
        file = try AtomicFile(creating: path, overwriting: overwriting)
        if overwriting { try Files.remove(path) }
        let header = try JSONLines.text(Header(search: plan.search)).dropLast()
        try write(header + ",\"videos\":[")
    }

    /// Adds a video.
    package mutating func add(_ video: Video) throws(FacecapError) {
        try write((hasVideos ? ",\n" : "\n") + JSONLines.text(video))
        hasVideos = true
    }

    /// Writes the end and gives the file its name.
    package mutating func finish() throws(FacecapError) {
        try write("\n]}\n")
        try file.publish()
    }

    private mutating func write(_ text: some StringProtocol) throws(FacecapError) {
        let bytes = Array(text.utf8)
        try file.write(bytes, at: end)
        end += Int64(bytes.count)
    }
}

extension ArchiveManifest {
    /// What became of one video.
    package struct Video: Encodable {
        /// A file that was written.
        package struct File: Encodable {
            let name: String
            let size: Int64
            let sha256: String
        }

        /// A segment that is in the files.
        package struct Segment: Encodable {
            let key: String
            let a: Int
            let frames: Int
            let size: Int64
            let sha256: String
        }

        /// A segment that is not.
        package struct Failure: Encodable {
            let key: String
            /// The number of the first frame.
            package let a: Int
            let b: Int?
            /// Seconds; `nil` where they are not known.
            let start: Double?
            let end: Double?
            /// What the program that looked at it said, and its exit code.
            package let exitCode: Int32
            package let message: String
        }

        /// The video's path, as it was planned.
        package let file: String
        let content: String
        let size: Int64
        /// How many frames there are in the files.
        package var frames = 0
        /// How many of them were looked at.
        package var analysed = 0
        /// The most faces in one frame.
        package var faces = 0
        /// How many faces were told apart.
        package var ids = 0
        private(set) var files: [File] = []
        /// Why there is no copy with faces among the files, where one was asked for.
        package var copyFailure: ArchiveFailure?
        package private(set) var segments: [Segment] = []
        package private(set) var failed: [Failure] = []

        /// A video of which nothing is known yet, by its first segment.
        package init(_ segment: ArchiveSegment) {
            (file, content, size) = (segment.file, segment.content, segment.size)
        }

        /// Adds a segment.
        package mutating func add(_ part: ArchivePartReader, of segment: ArchiveSegment) {
            segments.append(
                Segment(
                    key: segment.key, a: segment.a, frames: part.frameCount, size: part.byteCount,
                    sha256: part.checksum))
        }

        /// Adds a segment that could not be looked at.
        package mutating func add(_ failure: ArchiveFailure, of segment: ArchiveSegment) {
            failed.append(
                Failure(
                    key: segment.key, a: segment.a, b: segment.b,
                    start: segment.time(segment.start)?.seconds, end: segment.times?.end.seconds,
                    exitCode: failure.exitCode, message: failure.message))
        }

        /// Adds a file that was written.
        ///
        /// - Throws: what reading a file throws.
        package mutating func add(fileAt path: String) throws(FacecapError) {
            let file = try ArchiveFile(path: path)
            var digest = SHA256.Stream()
            while case let bytes = try file.take(256 << 10), !bytes.isEmpty {
                digest.update(bytes)
            }
            files.append(
                File(name: path.lastPathComponent, size: file.place, sha256: digest.hex))
        }
    }
}
