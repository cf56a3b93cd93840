package import FaceValues
import Glibc

extension FacecapError {
    /// The error of a system call on a movie file that was to be `done`, such as "written".
    package static func output(_ number: Int32, _ done: String, _ path: String) -> FacecapError {
        let reason = String(cString: strerror(number))
        let (code, remedy): (Code, String) =
            switch number {
            case ENOSPC, EDQUOT:
                (.storageFull, "free some space or record to another file system")
            case EFBIG: (.storageFull, "record to a file system that takes larger files")
            case EEXIST: (.outputFailed, "choose another name or allow overwriting")
            case EACCES, EPERM, EROFS:
                (.permissionDenied, "choose a folder that you may write to")
            case ENOENT, ENOTDIR: (.outputFailed, "create its folder first")
            case EISDIR: (.outputFailed, "give the name of a file")
            default: (.outputFailed, "check the file system")
            }
        return FacecapError(
            code, "\(path) cannot be \(done) (\(reason)): \(remedy).", errno: number)
    }

    /// The first problem of samples that cannot be written.
    static func sample(_ problem: String, track index: Int) -> FacecapError {
        FacecapError(.invalidArgument, "A sample for track \(index) of the movie \(problem).")
    }
}
