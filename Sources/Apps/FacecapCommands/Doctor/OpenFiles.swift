import FoundationEssentials
import Glibc

/// Who has a file open, as far as this user may know.
enum OpenFiles {
    /// The names and numbers of the processes other than this one that have a path open.
    static func users(_ path: String) -> [String] {
        let files = FileManager.default
        let processes = (try? files.contentsOfDirectory(atPath: "/proc")) ?? []
        return processes.compactMap(Int32.init).filter { $0 != getpid() }.sorted().filter { id in
            let folder = "/proc/\(id)/fd"
            let descriptors = (try? files.contentsOfDirectory(atPath: folder)) ?? []
            return descriptors.contains {
                (try? files.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == path
            }
        }.map { id in
            let name = try? String(contentsOfFile: "/proc/\(id)/comm", encoding: .utf8)
            return "\((name ?? "a process").filter { !$0.isNewline }) (\(id))"
        }
    }
}
