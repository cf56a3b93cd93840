// SPDX-License-Identifier: Apache-2.0
import Facecap
import SystemSupport

/// A new file that is written in order; what failed once is not tried again.
///
/// It takes its name when it is told to. Until then a file that it replaces stays, and stays for good where
/// this one is never published.
final class SidecarFile {
    let path: String
    private let file: AtomicFile
    /// Whether it replaces none.
    let isNew: Bool
    private var end: Int64 = 0
    private var isBroken = false

    /// Begins the file; throws `outputFailed` when there is one already and it may not be replaced.
    init(path: String, overwriting: Bool) throws(FacecapError) {
        self.path = path
        isNew = !Files.exists(path)
        file = try AtomicFile(creating: path, overwriting: overwriting)
    }

    func write(_ bytes: [UInt8]) throws(FacecapError) {
        guard !isBroken else { return }
        do throws(FacecapError) {
            try file.write(bytes, at: end)
        } catch {
            isBroken = true
            // What was written before ends with a whole record.
            try? file.truncate(to: end)
            throw error
        }
        end += Int64(bytes.count)
    }

    /// Gives the file its name; what comes later is written to it all the same.
    func publish() throws(FacecapError) {
        guard !isBroken else { return }
        try file.publish()
    }

    /// Gives the file its name, unless its source failed and it would replace another one.
    func finish(sourceFailed: Bool) throws(FacecapError) {
        if isNew || !sourceFailed { try publish() }
        try file.checkName()
    }

    /// Takes the file away, where it has its name too.
    func remove() { file.remove() }
}
