// SPDX-License-Identifier: Apache-2.0
internal import SystemSupport

/// The kinds of movie files.
package enum MovieFileType: String, Sendable, CaseIterable {
    /// ISO/IEC 14496-14.
    case mp4
    /// ISO/IEC 14496-14 with audio alone, as players of music know it.
    case m4a
    /// The QuickTime File Format.
    case mov

    /// The kind that a file's name asks for: `.mp4`, `.m4v`, or `.m4a`, or `.mov`, `.qt`;
    /// `nil` for others.
    package init?(path: String) {
        let name = path.lastPathComponent
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
        switch name[name.index(after: dot)...].lowercased() {
        case "mp4", "m4v": self = .mp4
        case "m4a": self = .m4a
        case "mov", "qt": self = .mov
        default: return nil
        }
    }
}
