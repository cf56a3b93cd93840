// SPDX-License-Identifier: Apache-2.0
package import FaceValues
import Glibc

/// Whole files, and the folders around them.
package enum Files {
    /// The names in a folder in ascending order, without `.` and `..`; they may hold bytes that are not UTF-8.
    ///
    /// - Throws: `.sourceNotFound`, `.permissionDenied`, `.systemFailed`.
    package static func names(in folder: String) throws(FacecapError) -> [String] {
        guard let stream = opendir(folder.cPath) else {
            guard errno == ENOTDIR, exists(folder) else { throw .file(errno, .read, folder) }
            throw FacecapError(.sourceNotFound, "\(folder) is not a folder; name one.")
        }
        defer { closedir(stream) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { String(path: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
            errno = 0
        }
        // At the end, readdir leaves `errno` as it is.
        let failure = errno
        guard failure == 0 else { throw .file(failure, .read, folder) }
        return names.sorted()
    }

    /// Reads a regular file of at most `limit` bytes; symbolic links are followed.
    ///
    /// - Parameter unusable: the code for what is no regular file or larger than that.
    /// - Throws: `.sourceNotFound`, `.permissionDenied`, `.systemFailed`, `unusable`.
    package static func read(
        _ path: String, limit: Int, unusable: FacecapError.Code
    ) throws(FacecapError) -> [UInt8] {
        let file = try FileDescriptor(reading: path)
        guard let byteCount = file.byteCount else {
            throw FacecapError(unusable, "\(path) is not a regular file: name one.")
        }
        let isTooLarge = FacecapError(
            unusable, "\(path) has more than \(limit) bytes: name a smaller file.")
        guard byteCount <= limit else { throw isTooLarge }
        guard let bytes = file.read(atMost: limit + 1) else { throw .file(errno, .read, path) }
        guard bytes.count <= limit else { throw isTooLarge }
        return bytes
    }

    /// The text with which a small file of `/proc` or `/sys` begins, up to 4 KiB; `nil` where it cannot be read.
    package static func text(of path: String) -> String? {
        bytes(of: path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The one line of a small file of `/sys`, without what would not print; `nil` where there is none or nothing
    /// in it.
    package static func line(of path: String) -> String? {
        text(of: path).map(\.onOneLine).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The first 4 KiB of a small file of `/proc` or `/sys`; `nil` where it cannot be read.
    package static func bytes(of path: String) -> [UInt8]? {
        FileDescriptor(path, flags: O_RDONLY | O_NONBLOCK)?.read(atMost: 4096)
    }

    /// Makes a folder and those above it; what is there already is fine.
    ///
    /// - Returns: the folders that were not there, the outermost first.
    /// - Throws: `.permissionDenied`, `.storageFull`, `.outputFailed`, `.systemFailed`.
    @discardableResult
    package static func makeFolder(_ path: String) throws(FacecapError) -> [String] {
        var folders: [String] = []
        var made = path.unicodeScalars.first == "/" ? "" : "."
        for part in path.pathComponents {
            made += "/" + part
            if mkdir(made.cPath, 0o777) == 0 {
                folders.append(made)
            } else if errno != EEXIST {
                throw .file(errno, .write, path)
            }
        }
        return folders
    }

    /// Removes a file, where there is one.
    ///
    /// - Throws: `.permissionDenied`, `.outputFailed`, `.systemFailed`.
    package static func remove(_ path: String) throws(FacecapError) {
        guard unlink(path.cPath) == 0 || errno == ENOENT else { throw .file(errno, .write, path) }
    }

    /// The folder that a path names a file in, ready for system calls.
    package static func folder(of path: String) -> String {
        path.lastSlash.map { String(path.unicodeScalars[...$0]) } ?? "."
    }

    /// The path without `.`, `..` and symbolic links; `nil` where the system does not know it.
    package static func resolved(_ path: String) -> String? {
        guard let real = realpath(path.cPath, nil) else { return nil }
        defer { free(real) }
        return String(path: real)
    }

    /// Whether two paths name the same file.
    package static func areSame(_ one: String, _ other: String) -> Bool {
        guard let first = FileIdentity(path: one) else { return false }
        return first == FileIdentity(path: other)
    }

    /// Throws where a file that is to be written is one that is read, or that is written too.
    ///
    /// - Parameters:
    ///   - description: what the other one is.
    ///   - isSeries: whether files with a number behind the name are written too, and replace others.
    package static func check(
        _ output: String, isNot other: String, _ description: String = "the video itself",
        isSeries: Bool = false
    ) throws(FacecapError) {
        // Where links lead, other names may be the same file.
        for name in isSeries ? (try? names(in: folder(of: output))) ?? [] : [] {
            guard let number = name.pathNumber else { continue }
            let path = output.numbered(number)
            if path.fileName == name { try check(path, isNot: other, description) }
        }
        let haveOneName = output.fileName.pathBytes == other.fileName.pathBytes
        let isOnePlace = haveOneName && areSame(folder(of: output), folder(of: other))
        guard isOnePlace || areSame(output, other) else { return }
        throw FacecapError(
            .invalidArgument,
            "\(output) is \(description), which is not written over; name another file.")
    }

    /// Whether there is a regular file under the path, and no folder, pipe or device.
    package static func isRegular(_ path: String) -> Bool { kind(of: path) == S_IFREG }

    /// Whether there is a folder under the path.
    package static func isFolder(_ path: String) -> Bool { kind(of: path) == S_IFDIR }

    /// The kind of what is under the path, links followed; `nil` where there is nothing.
    private static func kind(of path: String) -> mode_t? {
        status(of: path).map { $0.st_mode & S_IFMT }
    }

    /// The state of what is under the path, links followed; `nil` where there is nothing.
    static func status(of path: String) -> stat? {
        var status = stat()
        return stat(path.cPath, &status) == 0 ? status : nil
    }

    /// Whether a file was changed later than another one; `false` where one of them is missing.
    package static func isNewer(_ path: String, than other: String) -> Bool {
        guard let one = status(of: path)?.st_mtim, let two = status(of: other)?.st_mtim else {
            return false
        }
        return (one.tv_sec, one.tv_nsec) > (two.tv_sec, two.tv_nsec)
    }

    /// Whether there is something under the path: a broken symbolic link too.
    package static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path.cPath, &status) == 0
    }
}
