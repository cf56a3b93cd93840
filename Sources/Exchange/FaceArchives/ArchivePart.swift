// SPDX-License-Identifier: Apache-2.0
internal import SystemSupport

/// The file with what looks at one segment showed: records of a kind, a length and as many bytes, the last of which
/// says how many frames there are, and what all bytes before and the segment's key come to (SHA-256).
///
/// It is there with all of its bytes or not at all, and whoever makes it again writes the same.
package enum ArchivePart {
    /// The first bytes.
    static let signature = Array("facecap part 3\n".utf8)
    /// No record is longer, in bytes: a thousand faces with all points of their meshes fit.
    static let longestRecord = 16 << 20
    /// Bytes before those of a record.
    static let headLength = 5

    /// What a part ends with: what all bytes before come to, and whose part it is.
    static func checksum(_ digest: [UInt8], key: String) -> [UInt8] {
        SHA256.digest(of: digest + Array(key.utf8))
    }

    /// Where the part of a segment lies.
    package static func path(of segment: ArchiveSegment, in folder: String) -> String {
        folder.appendingPathComponent(segment.key + ".fcd")
    }

    /// Where it is told why a segment could not be looked at.
    package static func failurePath(of segment: ArchiveSegment, in folder: String) -> String {
        folder.appendingPathComponent(segment.key + ".failed")
    }
}
