// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemSupport

/// Who has a file open, as far as this user may know.
enum OpenFiles {
    /// The names and numbers of the processes other than this one that have a path open.
    static func users(_ path: String) -> [String] {
        let processes = (try? Files.names(in: "/proc")) ?? []
        return processes.compactMap(Int32.init).filter { $0 != getpid() }.sorted().filter { id in
            let folder = "/proc/\(id)/fd"
            let descriptors = (try? Files.names(in: folder)) ?? []
            return descriptors.contains { Files.resolved("\(folder)/\($0)") == path }
        }.map { id in
            let name = Files.line(of: "/proc/\(id)/comm") ?? "a process"
            return "\(name) (\(id))"
        }
    }
}
