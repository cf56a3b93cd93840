// SPDX-License-Identifier: Apache-2.0
package import FaceValues
internal import SystemSupport

/// Why a segment could not be looked at, in a file beside the parts; it counts where there is no part.
package struct ArchiveFailure: Sendable, Hashable, Codable {
    /// The exit code of the program that looked.
    package let exitCode: Int32
    /// What it said.
    package let message: String
    /// How often that happened, one time after the other.
    package private(set) var count = 1

    /// A failure for the first time.
    package init(exitCode: Int32, message: String) {
        self.exitCode = exitCode
        self.message = message
    }

    /// What went wrong with a segment last; `nil` where nothing is known.
    package static func of(_ segment: ArchiveSegment, in folder: String) -> ArchiveFailure? {
        let path = ArchivePart.failurePath(of: segment, in: folder)
        guard let bytes = try? Files.read(path, limit: 64 << 10, unusable: .mediaUnreadable) else {
            return nil
        }
        return JSONLines.record(ArchiveFailure.self, in: bytes)
    }

    /// Writes it beside the parts, counted with the same failure of before.
    package func write(_ segment: ArchiveSegment, in folder: String) throws(FacecapError) {
        var failure = self
        if let before = Self.of(segment, in: folder), before.exitCode == exitCode {
            failure.count = min(before.count, 1_000_000) + 1
        }
        try AtomicFile.write(
            Array((try JSONLines.text(failure) + "\n").utf8),
            to: ArchivePart.failurePath(of: segment, in: folder), overwriting: true)
    }
}
