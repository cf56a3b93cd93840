// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import TestSupport

/// A pipe whose ends are closed with the value, to see what was written to a descriptor.
final class ScratchPipe {
    private(set) var readEnd: Int32 = -1
    private(set) var writeEnd: Int32 = -1

    init(blocksWriter: Bool = true) throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
        (readEnd, writeEnd) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        if !blocksWriter { _ = fcntl(writeEnd, F_SETFL, O_NONBLOCK) }
    }

    deinit {
        closeReadEnd()
        closeWriteEnd()
    }

    func closeReadEnd() {
        if readEnd >= 0 { close(readEnd) }
        readEnd = -1
    }

    /// Closes the writing end and returns all that was written, which has to fit into the pipe.
    func contents() -> String {
        closeWriteEnd()
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = read(readEnd, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    func closeWriteEnd() {
        if writeEnd >= 0 { close(writeEnd) }
        writeEnd = -1
    }
}

extension TemporaryFolder {
    /// Makes a pipe with a name that finds no room for anything more; nobody reads it, and its caller closes it.
    func makeFullPipe(_ name: String) throws -> Int32 {
        guard mkfifo("\(path)/\(name)", 0o600) == 0 else { throw POSIXError(.EEXIST) }
        let pipe = open("\(path)/\(name)", O_RDWR | O_NONBLOCK | O_CLOEXEC)
        let bytes = [UInt8](repeating: 0, count: 4096)
        while Glibc.write(pipe, bytes, bytes.count) > 0 {}
        return pipe
    }
}
