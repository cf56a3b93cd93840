// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc

/// Bytes behind which no memory is: who reads beyond them ends the program.
public final class GuardedMemory {
    /// The bytes.
    public let bytes: UnsafeRawBufferPointer
    private let room: UnsafeRawBufferPointer

    /// A copy of some bytes.
    public init(_ source: UnsafeRawBufferPointer) throws {
        let page = Int(getpagesize())
        let whole = (source.count + page - 1) / page * page
        guard
            let start = mmap(
                nil, whole + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            start != MAP_FAILED, mprotect(start + whole, page, PROT_NONE) == 0
        else { throw POSIXError(.ENOMEM) }
        let place = UnsafeMutableRawBufferPointer(
            start: start + whole - source.count, count: source.count)
        place.copyMemory(from: source)
        bytes = UnsafeRawBufferPointer(place)
        room = UnsafeRawBufferPointer(start: start, count: whole + page)
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: room.baseAddress), room.count) }
}
