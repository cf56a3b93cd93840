// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The names of files that have not taken their own name yet: hidden, in the same folder, and short enough
/// for every file system, however long the name is that they take.
///
/// There are a few for each name, so that the next writer of that name finds what dead writers left.
struct TemporaryName {
    /// Writers of one name at the same time whose leftovers are found again.
    private static let slotCount = 8

    private let prefix: String

    init(for path: String) {
        // FNV-1a.
        let hash = path.fileName.pathBytes.reduce(UInt64(0xcbf2_9ce4_8422_2325)) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        prefix = Files.folder(of: path) + "/.facecap-\(String(hash, radix: 16))-"
    }

    /// Lets `body` try names until it is not told that there is such a file: EEXIST in `errno`.
    ///
    /// - Returns: the name, or `nil` and the reason in `errno`.
    func take(_ body: (_ path: String) -> Bool) -> String? {
        let last = String(UInt64.random(in: .min ... .max), radix: 16)
        for name in (0..<Self.slotCount).map(String.init) + [last] {
            if body(prefix + name) { return prefix + name }
            guard errno == EEXIST else { return nil }
        }
        return nil
    }

    /// Removes what writers left that are dead, which their free lock tells; never what holds fragments of
    /// a movie, as these may be all that there is of a recording.
    func removeLeftovers() {
        for slot in 0..<Self.slotCount { removeLeftover(prefix + String(slot)) }
    }

    private func removeLeftover(_ path: String) {
        guard let file = FileDescriptor(path, flags: O_RDONLY | O_NONBLOCK | O_NOFOLLOW) else {
            return
        }
        let own = file.status
        var named = stat()
        guard own.st_mode & S_IFMT == S_IFREG,
            own.st_uid == geteuid(), flock(file.number, LOCK_EX | LOCK_NB) == 0,
            !Self.holdsFragments(file), lstat(path.cPath, &named) == 0,
            (own.st_dev, own.st_ino) == (named.st_dev, named.st_ino)
        else { return }
        unlink(path.cPath)
    }

    /// Whether a file has a movie fragment (ISO/IEC 14496-12 8.8.4) among its boxes.
    private static func holdsFragments(_ file: borrowing FileDescriptor) -> Bool {
        var offset: Int64 = 0
        for _ in 0..<100_000 {
            var head = [UInt8](repeating: 0, count: 16)
            let count = head.withUnsafeMutableBytes { file.read(into: $0, at: offset) }
            guard let count, count >= 8 else { return false }
            if head[4..<8].elementsEqual("moof".utf8) { return true }
            func number(_ range: Range<Int>) -> UInt64 {
                head[range].reduce(0) { $0 << 8 | UInt64($1) }
            }
            let size = number(0..<4) == 1 ? number(8..<16) : number(0..<4)
            guard size >= 8, size < UInt64(Int64.max) - UInt64(offset) else { return false }
            offset += Int64(size)
        }
        return false
    }
}
