// SPDX-License-Identifier: Apache-2.0
package import FaceValues
internal import SystemSupport

/// Why a segment could not be looked at, or a copy not made.
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

    /// A failure of a segment as the file beside its parts has it; it counts where there is no part.
    private struct Record: Codable {
        let exitCode: Int32
        let message: String
        /// How often that happened, one time after the other.
        var count = 1
    }

    /// What went wrong with a segment last; `nil` where nothing is known.
    package static func of(_ segment: ArchiveSegment, in folder: String) -> ArchiveFailure? {
        record(of: segment, in: folder).map {
            ArchiveFailure(exitCode: $0.exitCode, message: $0.message)
        }
    }

    private static func record(of segment: ArchiveSegment, in folder: String) -> Record? {
        let path = ArchivePart.failurePath(of: segment, in: folder)
        guard let bytes = try? Files.read(path, limit: 64 << 10, unusable: .mediaUnreadable) else {
            return nil
        }
        return JSONLines.record(Record.self, in: bytes)
    }

    /// Writes it beside the parts, counted with the same failure of before.
    package func write(_ segment: ArchiveSegment, in folder: String) throws(FacecapError) {
        var record = Record(exitCode: exitCode, message: message)
        if let before = Self.record(of: segment, in: folder), before.exitCode == exitCode {
            record.count = min(before.count, 1_000_000) + 1
        }
        try AtomicFile.write(
            Array((try JSONLines.text(record) + "\n").utf8),
            to: ArchivePart.failurePath(of: segment, in: folder), overwriting: true)
    }
}
