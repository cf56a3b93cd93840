// SPDX-License-Identifier: Apache-2.0
package import FaceValues
internal import SystemSupport

/// Why a segment could not be looked at, or a copy not made. That of a segment lies in a file beside its parts, and
/// counts where there is no part.
package struct ArchiveFailure: Sendable, Hashable, Codable {
    /// The exit code of the program.
    package let exitCode: Int32
    /// What it said.
    package let message: String

    /// A failure with the exit code for it.
    package init(exitCode: Int32, message: String) {
        self.exitCode = exitCode
        self.message = message
    }

    /// What went wrong with a segment last; `nil` where nothing is known.
    package static func of(_ segment: ArchiveSegment, in folder: String) -> ArchiveFailure? {
        let path = ArchivePart.failurePath(of: segment, in: folder)
        guard let bytes = try? Files.read(path, limit: 64 << 10, unusable: .mediaUnreadable),
            let failure = JSONLines.record(ArchiveFailure.self, in: bytes),
            // Success is no failure: the file is damaged.
            failure.exitCode != 0
        else { return nil }
        return failure
    }

    /// Writes it beside the parts.
    package func write(_ segment: ArchiveSegment, in folder: String) throws(FacecapError) {
        try AtomicFile.write(
            Array((try JSONLines.text(self) + "\n").utf8),
            to: ArchivePart.failurePath(of: segment, in: folder), overwriting: true)
    }
}
