import Glibc

/// A movie that is not what its user asked for yet: a hidden file in the folder where that comes to lie,
/// removed with the value.
struct UnfinishedMovie: ~Copyable {
    let path: String

    /// A name beside that of a movie, and of the same kind.
    init(besidePath target: String) {
        let nameStart = target.lastIndex(of: "/").map(target.index(after:)) ?? target.startIndex
        path = target[..<nameStart] + ".\(getpid())." + target[nameStart...]
    }

    deinit { unlink(path) }
}
