// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg

/// Memory that decoders write frames into where there is some: it lives as long as the program.
///
/// Every thread may call it.
package final class FramePool: @unchecked Sendable {
    /// Part of the memory.
    package struct Region: Sendable, Hashable {
        /// Tells regions apart.
        package let number: Int32
        /// Bytes from its beginning.
        package let offset: Int
    }

    let pointer: OpaquePointer

    /// The most regions.
    package static let maximumRegionCount = Int(FACECAP_FRAME_POOL_LIMIT)

    /// A pool without memory; `nil` where there is none for it.
    package init?() {
        guard let pointer = facecap_frame_pool_create() else { return nil }
        self.pointer = pointer
    }

    /// Adds memory; whether it could.
    package func add(_ memory: UnsafeMutableRawBufferPointer, number: Int32) -> Bool {
        guard let base = memory.baseAddress else { return false }
        return facecap_frame_pool_add(
            pointer, number, base.assumingMemoryBound(to: UInt8.self), memory.count) == 0
    }

    /// Lets decoders use so many regions at once.
    package func limitDecoders(to count: Int) {
        facecap_frame_pool_limit(pointer, Int32(clamping: count))
    }

    /// Where an address lies; `nil` where it is not in the pool.
    package func region(of address: UnsafeRawPointer) -> Region? {
        var offset = 0
        let number = facecap_frame_pool_find(pointer, address, &offset)
        return number < 0 ? nil : Region(number: number, offset: offset)
    }

    /// Memory of at least so many bytes that nobody uses, until ``give(_:)``; `nil` where there is none.
    package func take(
        byteCount: Int
    ) -> (number: Int32, base: UnsafeMutableRawPointer)? {
        var base: UnsafeMutablePointer<UInt8>?
        let number = facecap_frame_pool_take(pointer, byteCount, &base)
        guard number >= 0, let base else { return nil }
        return (number, UnsafeMutableRawPointer(base))
    }

    /// Ends the use of what was taken.
    package func give(_ number: Int32) { facecap_frame_pool_give(pointer, number) }

    /// Removes a region that nobody uses and that is smaller than so many bytes; `nil` where there is none.
    package func remove(
        smallerThan byteCount: Int
    ) -> (number: Int32, memory: UnsafeMutableRawBufferPointer)? {
        var base: UnsafeMutablePointer<UInt8>?
        var size = 0
        let number = facecap_frame_pool_remove(pointer, byteCount, &base, &size)
        guard number >= 0, let base else { return nil }
        return (number, UnsafeMutableRawBufferPointer(start: base, count: size))
    }

    /// How many frames found no region since the last call, and how many bytes the last one of them needs.
    package func takeMisses() -> (count: Int, byteCount: Int) {
        var size = 0
        let count = facecap_frame_pool_missed(pointer, &size)
        return (Int(count), size)
    }
}
