/// The two kinds of movie files.
public enum MovieFileType: String, Sendable, CaseIterable {
    /// ISO/IEC 14496-14.
    case mp4
    /// The QuickTime File Format.
    case mov

    /// The kind that a file's name asks for: `.mp4`, `.m4v`, `.m4a`, or `.mov`, `.qt`; `nil` for others.
    public init?(path: String) {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
        switch name[name.index(after: dot)...].lowercased() {
        case "mp4", "m4v", "m4a": self = .mp4
        case "mov", "qt": self = .mov
        default: return nil
        }
    }
}
