import FoundationEssentials

/// What is installed on this machine.
enum Shell {
    /// Whether a program is there.
    static func has(_ program: String) -> Bool {
        let folders = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return folders.split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
        }
    }
}
