// SPDX-License-Identifier: Apache-2.0
package import FaceValues
import Glibc

extension FacecapError {
    /// What was to be done with a file.
    package enum FileOperation: Sendable {
        case read
        case write
    }

    /// The error of a system call on a file: the one table from `errno` to code, message and remedy.
    package static func file(
        _ number: Int32, _ operation: FileOperation, _ path: String
    ) -> FacecapError {
        let (code, remedy) = operation == .read ? readFailure(number) : writeFailure(number)
        let done = operation == .read ? "read" : "written"
        let message =
            code == .sourceNotFound && number != ENXIO
            ? "There is no \(path); \(remedy)."
            : "\(path) cannot be \(done) (\(systemReason(number))): \(remedy)."
        return FacecapError(code, message, errno: number, path: path)
    }

    /// The error for something at `path` that is not a regular file and cannot be replaced by one.
    package static func notRegularFile(_ path: String) -> FacecapError {
        FacecapError(
            .outputFailed, "\(path) is not a regular file: give the name of a new one.")
    }

    /// The error where the system has no room for another descriptor.
    package static func noMoreFiles(_ number: Int32) -> FacecapError {
        FacecapError(
            .systemFailed, "No more open files are allowed: raise the limit (ulimit -n).",
            errno: number)
    }

    private static func writeFailure(_ number: Int32) -> (Code, String) {
        switch number {
        case ENOSPC, EDQUOT:
            (.storageFull, "free some space or write to another file system")
        case EFBIG: (.storageFull, "write to a file system that takes larger files")
        case EACCES, EPERM: (.permissionDenied, "choose a folder that you may write to")
        case EROFS: (.permissionDenied, "write to another file system")
        case EEXIST: (.outputFailed, "choose another name or allow overwriting")
        case ENOENT: (.outputFailed, "create its folder first")
        case ENOTDIR: (.outputFailed, "a part of its path is a file: choose another folder")
        case EISDIR: (.outputFailed, "give the name of a file")
        case ENAMETOOLONG: (.outputFailed, "choose a shorter name")
        case ELOOP: (.outputFailed, "its symbolic links lead nowhere: choose another folder")
        default: systemFailure(number) ?? (.outputFailed, "check the file system")
        }
    }

    private static func readFailure(_ number: Int32) -> (Code, String) {
        switch number {
        case ENOENT, ENOTDIR, ENXIO, ENODEV, ENAMETOOLONG, ELOOP:
            (.sourceNotFound, "check the path")
        case EACCES, EPERM: (.permissionDenied, "change its permissions with `chmod +r`")
        case EISDIR: (.mediaUnreadable, "give the name of a file")
        default: systemFailure(number) ?? (.systemFailed, "check the file system")
        }
    }

    /// What has nothing to do with the file.
    private static func systemFailure(_ number: Int32) -> (Code, String)? {
        switch number {
        case ENOMEM: (.systemFailed, "close other programs")
        case EMFILE, ENFILE: (.systemFailed, "raise the limit of open files with `ulimit -n`")
        case EAGAIN: (.systemFailed, "try again later")
        default: nil
        }
    }
}
