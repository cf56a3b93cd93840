internal import FaceValues
import Glibc
internal import MovieWriting

/// A file that is written beside the place it takes in the end, whole or not at all.
struct NewFile {
    private let path: String
    private let temporaryPath: String
    private let isOverwriting: Bool
    private let mode: mode_t?

    /// A file that will have the path; links are followed.
    ///
    /// Throws `.outputFailed` when there is a file that may not be overwritten, or no regular one.
    init(path: String, overwriting: Bool) throws(FacecapError) {
        var status = stat()
        var mode: mode_t?
        var target = path
        if stat(path, &status) == 0 {
            guard overwriting else { throw .output(EEXIST, "written", path) }
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw FacecapError(
                    .outputFailed, "\(path) is not a regular file: give the name of a new one.")
            }
            mode = status.st_mode & 0o7777
            if let real = realpath(path, nil) {
                target = String(cString: real)
                free(real)
            }
        }
        self.path = target
        self.mode = mode
        temporaryPath = "\(target).\(getpid()).tmp"
        isOverwriting = overwriting
    }

    /// Lets `body` write the file, makes it safe, and gives it its name; where anything fails, nothing
    /// is left of it.
    func write<Result>(_ body: (any MovieStorage) throws(FacecapError) -> Result)
        throws(FacecapError) -> Result
    {
        let file = try OutputFile(creating: temporaryPath, overwriting: false)
        do throws(FacecapError) {
            let result = try body(file)
            try file.synchronize()
            // Before it is synchronized the file may have no name.
            if let mode { chmod(temporaryPath, mode) }
            try takePlace()
            return result
        } catch {
            file.remove()
            throw error
        }
    }

    private func takePlace() throws(FacecapError) {
        if !isOverwriting {
            // Unlike `rename` it never replaces a file that came meanwhile.
            if link(temporaryPath, path) == 0 {
                unlink(temporaryPath)
                synchronizeFolder()
                return
            }
            guard errno != EEXIST else { throw .output(EEXIST, "written", path) }
        }
        guard rename(temporaryPath, path) == 0 else { throw .output(errno, "written", path) }
        synchronizeFolder()
    }

    /// Makes the file's name safe, as far as the file system can.
    private func synchronizeFolder() {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
