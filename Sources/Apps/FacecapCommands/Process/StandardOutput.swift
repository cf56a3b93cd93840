// SPDX-License-Identifier: Apache-2.0
import Facecap
import Glibc
import SystemSupport

/// Standard output, for data and nothing else. One thread writes at a time and may be blocked.
struct StandardOutput: Sendable {
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
    var isEnding: (@Sendable () -> Bool)?
    /// What people call it.
    private let name: String

    /// How long a reader may take nothing at the end, in milliseconds.
    private static let patience: Int32 = 2000
    /// Bytes that a pipe takes at once where it takes any.
    private static let pieceSize = 4096

    /// Standard output, or in its place another descriptor, which stays the caller's.
    init(descriptor: Int32 = STDOUT_FILENO, name: String = "standard output") {
        self.descriptor = descriptor
        self.name = name
    }

    /// Writes all of `bytes`, which should be whole lines: they are handed to the system at once,
    /// without a buffer in between.
    ///
    /// - Throws: `.storageFull`, or `.outputFailed`, also for a reader that is waited for no longer.
    @discardableResult
    func write(_ bytes: [UInt8]) throws(FacecapError) -> Outcome {
        var rest = bytes[...]
        while !rest.isEmpty {
            if isEnding != nil { try waitUntilWritable() }
            let piece = isEnding == nil ? rest : rest.prefix(Self.pieceSize)
            let count = piece.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
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
