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
    /// What people call it.
    private let name: String

    /// Standard output, or in its place another descriptor, which stays the caller's.
    init(descriptor: Int32 = STDOUT_FILENO, name: String = "standard output") {
        self.descriptor = descriptor
        self.name = name
    }

    /// Writes all of `bytes`, which should be whole lines: they are handed to the system at once,
    /// without a buffer in between.
    ///
    /// - Throws: `.storageFull` or `.outputFailed`.
    @discardableResult
    func write(_ bytes: [UInt8]) throws(FacecapError) -> Outcome {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: waitUntilWritable()
            case EPIPE: return .readerGone
            case let error: throw failure(error)
            }
        }
        return .written
    }

    /// Writes all of `text`, which should be whole lines.
    @discardableResult
    func write(_ text: String) throws(FacecapError) -> Outcome { try write(Array(text.utf8)) }

    /// Another process may have made the pipe or terminal behind it non-blocking.
    private func waitUntilWritable() {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&request, 1, -1)
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
