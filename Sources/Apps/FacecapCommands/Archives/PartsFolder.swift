// SPDX-License-Identifier: Apache-2.0
import FaceArchives
import Facecap
import Glibc
import SystemSupport

/// The folder where `analyze --jobs` keeps its parts until its videos are done, so that what was interrupted goes on:
/// one run at a time has it.
final class PartsFolder: Sendable {
    let path: String
    private let lock: FileDescriptor

    /// Makes the folder in another one, unless it is there.
    ///
    /// - Throws: `deviceBusy` where another run has it, what making a folder throws.
    init(in folder: String) throws(FacecapError) {
        path = folder.appendingPathComponent(".facecap-parts")
        try Files.makeFolder(path)
        lock = try Files.lockedFolder(
            path,
            busy:
                "Another facecap analyze writes to \(folder): wait for its end, or name another --output-dir."
        )
    }

    private var planPath: String { path.appendingPathComponent("plan.jsonl") }

    /// The plan of the run that was interrupted, where it looked for the same; otherwise a new one.
    func plan(_ search: ArchiveSearch) throws(FacecapError) -> ArchivePlan {
        if let kept = try? ArchivePlanReader(path: planPath).plan, kept.search == search {
            return kept
        }
        let plan = ArchivePlan(search)
        try AtomicFile.write(Array(try plan.line().utf8), to: planPath, overwriting: true)
        return plan
    }

    /// Removes the part of a segment, once nobody will read it.
    func remove(_ segment: ArchiveSegment) throws(FacecapError) {
        try Files.remove(ArchivePart.path(of: segment, in: path))
        try Files.remove(ArchivePart.failurePath(of: segment, in: path))
    }

    /// Removes the folder, once nothing has to go on.
    func remove() throws(FacecapError) {
        for name in try Files.names(in: path)
        where name.hasSuffix(".fcd") || name.hasSuffix(".failed") || name == "plan.jsonl" {
            try Files.remove(path.appendingPathComponent(name))
        }
        rmdir(path.cPath)
    }
}
