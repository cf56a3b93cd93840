// SPDX-License-Identifier: Apache-2.0
import Facecap
import Glibc
import SystemSupport

/// A folder of images that takes its name once all are written: who finds the name finds all of them. Until then they lie
/// in a hidden folder beside it, which goes with the value; the next run clears what a killed one left.
final class StagedImages {
    private let path: String
    private let target: String
    private let lock: FileDescriptor
    private var names: Set<String> = []

    /// Begins the images of a folder; the one above it exists.
    ///
    /// - Throws: `deviceBusy` where another run writes to the folder, what making a folder throws.
    init(for target: String) throws(FacecapError) {
        self.target = target
        let folder = Files.folder(of: target)
        // Short enough for every file system.
        let name = target.unicodeScalars.dropFirst(folder.unicodeScalars.count).prefix(60)
        path = folder + ".facecap-" + String(String.UnicodeScalarView(name))
        try Files.makeFolder(path)
        lock = try Files.lockedFolder(
            path,
            busy:
                "Another facecap export writes to \(target): wait for its end, or name another folder."
        )
        try clear()
    }

    deinit {
        try? clear()
        rmdir(path.cPath)
    }

    /// How many images there are.
    var count: Int { names.count }

    /// Adds an image.
    func write(_ image: [UInt8], to name: String) throws(FacecapError) {
        try AtomicFile.write(image, to: path.appendingPathComponent(name), overwriting: true)
        names.insert(name)
    }

    /// Gives the images their place. In a folder that exists they take that of the images there; other files stay.
    ///
    /// - Parameter annotations: a file that tells of the images that were there; it is removed before they change.
    func publish(replacing annotations: String) throws(FacecapError) {
        if rename(path.cPath, target.cPath) == 0 { return }
        guard Files.isFolder(target) else { throw .file(errno, .write, target) }
        try Files.remove(annotations)
        for name in names.sorted() {
            let old = path.appendingPathComponent(name)
            let new = target.appendingPathComponent(name)
            guard rename(old.cPath, new.cPath) == 0 else { throw .file(errno, .write, new) }
        }
        for name in try Files.names(in: target)
        where COCOImageName.isOne(name) && !names.contains(name) {
            try Files.remove(target.appendingPathComponent(name))
        }
    }

    private func clear() throws(FacecapError) {
        for name in try Files.names(in: path) where name.hasSuffix(".png") || name.hasPrefix(".") {
            try Files.remove(path.appendingPathComponent(name))
        }
    }
}
