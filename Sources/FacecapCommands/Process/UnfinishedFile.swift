import Facecap
import Glibc

/// A file that is written beside the place it takes once it is whole, with the same extension; what was
/// there before stays until then.
struct UnfinishedFile: Sendable {
    /// Where it is written.
    let path: String
    /// Where it is to be; a symbolic link stays one.
    private let place: String

    init(for path: String) {
        if let target = realpath(path, nil) {
            place = String(cString: target)
            free(target)
        } else {
            place = path
        }
        let stem = place.withoutPathExtension
        self.path = "\(stem).\(getpid()).tmp" + place[stem.endIndex...]
    }

    /// Gives the file, which is safe on the disk, its place; where that fails nothing is left of it.
    ///
    /// - Parameter overwriting: whether another file may be in the place, whose permissions it gets.
    func takePlace(overwriting: Bool) throws(FacecapError) {
        var status = stat()
        if overwriting, stat(place, &status) == 0 { chmod(path, status.st_mode & 0o7777) }
        // Unlike `rename`, `link` never replaces a file that came meanwhile.
        if !overwriting, link(path, place) == 0 { return remove() }
        let error = errno
        let mayRename = overwriting || error == EPERM || error == EOPNOTSUPP
        if mayRename, rename(path, place) == 0 { return }
        let reason = mayRename ? errno : error
        remove()
        throw FacecapError(
            .outputFailed,
            "\(place) cannot be written (\(String(cString: strerror(reason)))): choose another name.",
            errno: reason)
    }

    /// Takes it away.
    func remove() { unlink(path) }
}
