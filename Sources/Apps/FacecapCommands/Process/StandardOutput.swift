// SPDX-License-Identifier: Apache-2.0
import Facecap
import Glibc
import SystemSupport

/// Standard output, or a pipe or device in its place, for data and nothing else. One thread writes at a time
/// and may be blocked.
final class StandardOutput: Sendable {
    /// What became of a write.
    enum Outcome: Sendable, Hashable {
        case written
        /// Nobody reads any more, as after `| head -3`: nothing is wrong, and there is nothing more
        /// to do.
        case readerGone
    }

    /// Where it writes.
    let descriptor: Int32
    /// Whether nothing more is to come: a reader that takes nothing for two seconds is waited for no longer then.
    /// Without it, readers are waited for as long as it takes.
    let isEnding: (@Sendable () -> Bool)?
    /// What people call it.
    private let name: String
    /// What was opened here, closed with the value.
    private let file: FileDescriptor?
    private let isSocket: Bool
    /// Whether a write may wait for the reader even when nothing more is to come: it is then written in pieces.
    private let blocksAtEnd: Bool

    /// How long a reader may take nothing at the end, in milliseconds.
    private static let patience: Int32 = 2000
    /// Bytes that a pipe takes at once where it takes any.
    private static let pieceSize = 4096

    /// Standard output, or in its place another descriptor, which stays the caller's.
    ///
    /// With `isEnding` a pipe or terminal is opened once more, to be written without blocking: the flags of the
    /// descriptor are shared with whoever gave it. Where that is not permitted, as for a pipe of another user, a piece
    /// is written whenever there is room for one.
    init(
        descriptor: Int32 = STDOUT_FILENO, name: String = "standard output",
        isEnding: (@Sendable () -> Bool)? = nil
    ) {
        var status = stat()
        let kind = fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
        self.name = name
        self.isEnding = isEnding
        isSocket = kind == S_IFSOCK
        let mayBlock = isEnding != nil && (kind == S_IFIFO || isatty(descriptor) == 1)
        if mayBlock,
            let file = FileDescriptor(
                "/proc/self/fd/\(descriptor)", flags: O_WRONLY | O_NONBLOCK | O_NOCTTY)
        {
            self.descriptor = file.number
            self.file = consume file
            blocksAtEnd = false
        } else {
            self.descriptor = descriptor
            file = nil
            blocksAtEnd = mayBlock
        }
    }

    /// Opens the pipe or device that has the path, and waits for the reader of a pipe; `nil` where that is a
    /// regular file, a folder or nothing.
    init?(path: String, isEnding: (@Sendable () -> Bool)? = nil) throws(FacecapError) {
        var status = stat()
        guard stat(path.cPath, &status) == 0, status.st_mode & S_IFMT != S_IFREG,
            status.st_mode & S_IFMT != S_IFDIR
        else { return nil }
        guard let file = FileDescriptor(path, flags: O_WRONLY) else {
            throw .file(errno, .write, path)
        }
        descriptor = file.number
        name = path
        self.isEnding = isEnding
        isSocket = false
        blocksAtEnd = false
        if isEnding != nil { _ = fcntl(file.number, F_SETFL, O_NONBLOCK) }
        self.file = consume file
    }

    /// The same for a run that is stopped by a request; one that ends at a limit waits for its reader.
    func ending(with stopRequest: StopRequest) -> StandardOutput {
        StandardOutput(descriptor: descriptor, name: name) {
            stopRequest.cause.map { $0 != .limit } ?? false
        }
    }

    /// Writes all of `bytes`, which should be whole lines: they are handed to the system at once,
    /// without a buffer in between.
    ///
    /// - Throws: `.storageFull`, or `.outputFailed`, also for a reader that is waited for no longer.
    @discardableResult
    func write(_ bytes: [UInt8]) throws(FacecapError) -> Outcome {
        var rest = bytes[...]
        while !rest.isEmpty {
            if blocksAtEnd { try waitUntilWritable() }
            let piece = blocksAtEnd ? rest.prefix(Self.pieceSize) : rest
            let count = piece.withUnsafeBytes {
                isSocket
                    ? send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
                    : Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: try waitUntilWritable()
            case EPIPE: return .readerGone
            case let error: throw failure(error)
            }
        }
        return .written
    }

    /// Writes all of `text`, which should be whole lines.
    @discardableResult
    func write(_ text: String) throws(FacecapError) -> Outcome { try write(Array(text.utf8)) }

    /// Waits for the reader, also where another process has made the pipe or terminal behind it non-blocking.
    private func waitUntilWritable() throws(FacecapError) {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        while true {
            let count = poll(&request, 1, isEnding == nil ? -1 : Self.patience)
            if count > 0 || count < 0 && errno != EINTR { return }
            guard count < 0 || isEnding?() != true else {
                throw FacecapError(
                    .outputFailed,
                    "Nobody has read from \(name) for two seconds: what came last is missing there."
                )
            }
        }
    }

    private func failure(_ error: Int32) -> FacecapError {
        let code = FacecapError.file(error, .write, name).code
        return FacecapError(
            code,
            "Cannot write to \(name): \(systemReason(error))."
                + (code == .storageFull ? " Make room and start again." : ""),
            errno: error)
    }
}
