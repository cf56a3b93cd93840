// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Foundation
import Glibc

/// Hears of reading and writing of the files in a folder, from the moment it is made; also of files without a
/// name, which are called `#` and their number. Source: `man 7 inotify`.
public final class FolderWatch: @unchecked Sendable {
    private let source: any DispatchSourceRead
    private let accesses: AsyncStream<Access>
    private let continuation: AsyncStream<Access>.Continuation

    private struct Access {
        let name: String
        let isWrite: Bool
    }

    /// Watches a folder that is there.
    public init(_ folder: String) throws {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0,
            inotify_add_watch(descriptor, folder, UInt32(IN_MODIFY | IN_ACCESS)) >= 0
        else {
            throw POSIXError(.EIO)
        }
        (accesses, continuation) = AsyncStream<Access>.makeStream()
        source = DispatchSource.makeReadSource(
            fileDescriptor: descriptor, queue: DispatchQueue(label: "folder watch"))
        source.setEventHandler { [continuation] in
            for access in Self.read(descriptor) { continuation.yield(access) }
        }
        source.setCancelHandler { close(descriptor) }
        source.resume()
    }

    deinit { source.cancel() }

    /// Waits until a file that is meant was written to; whether it was, before the seconds are over.
    public func waitForWrite(
        within seconds: Double = TimeLimit.usual, to isMeant: (String) -> Bool
    ) async -> Bool {
        await wait(within: seconds) { $0.isWrite && isMeant($0.name) }
    }

    /// Waits until a file was read from; whether it was, before the seconds are over.
    public func waitForRead(of name: String, within seconds: Double = TimeLimit.usual) async -> Bool
    {
        await wait(within: seconds) { !$0.isWrite && $0.name == name }
    }

    /// Waits until something holds that may do so from the start, or since a file was written to; whether it
    /// does, before the seconds are over.
    public func wait(within seconds: Double = TimeLimit.usual, until holds: () -> Bool) async
        -> Bool
    {
        if holds() { return true }
        return await wait(within: seconds) { $0.isWrite && holds() }
    }

    private func wait(
        within seconds: Double, until isMeant: (Access) -> Bool
    ) async -> Bool {
        await TimeLimit.of(seconds, orElse: { [continuation] in continuation.finish() }) {
            for await access in accesses where isMeant(access) { return true }
            return false
        }
    }

    private static func read(_ descriptor: Int32) -> [Access] {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        func number(at offset: Int) -> Int {
            (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
        }
        var accesses: [Access] = []
        var offset = 0
        // Four numbers of 32 bits, the second the kind, the last the room for the name behind them.
        while offset + 16 <= count {
            let length = number(at: offset + 12)
            let name = bytes[offset + 16..<offset + 16 + length].prefix { $0 != 0 }
            accesses.append(
                Access(
                    name: String(decoding: name, as: UTF8.self),
                    isWrite: number(at: offset + 4) & Int(IN_MODIFY) != 0))
            offset += 16 + length
        }
        return accesses
    }
}
