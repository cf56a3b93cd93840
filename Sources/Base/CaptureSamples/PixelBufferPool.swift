// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Memory for images of one size, used again when an image is no longer held by anyone.
///
/// Any thread may ask for an image and any thread may let go of one.
public final class PixelBufferPool: Sendable {
    /// How the samples of the pool's frames lie.
    public let format: PixelBuffer.Format
    /// Pixels a row.
    public let width: Int
    /// Rows.
    public let height: Int
    private let isFullRange: Bool
    private let matrix: PixelBuffer.Matrix?
    private let layout: [(offset: Int, bytesPerRow: Int)]
    private let byteCount: Int
    private let free = FreeList()

    /// A pool of frames of one size; rows start at multiples of 64 bytes.
    ///
    /// - Parameters:
    ///   - format: how the samples of each plane lie.
    ///   - width: pixels a row, at least 1.
    ///   - height: rows, at least 1.
    ///   - isFullRange: whether luma takes all of 0...255 rather than 16...235.
    ///   - matrix: what makes luma and chroma of colors, where that is known.
    ///   - minimumBufferCount: frames whose memory is there, and in use, from the start: a
    ///     pipeline that runs for hours then does not grow when it is late for the first time.
    public init(
        format: PixelBuffer.Format, width: Int, height: Int, isFullRange: Bool = false,
        matrix: PixelBuffer.Matrix? = nil, minimumBufferCount: Int = 0
    ) {
        precondition(width > 0 && height > 0)
        self.format = format
        self.width = width
        self.height = height
        self.isFullRange = isFullRange
        self.matrix = matrix
        (layout, byteCount) = format.layout(width: width, height: height, rowAlignment: 64)
        for _ in 0..<minimumBufferCount {
            let memory = allocate()
            // Memory that was never written is not resident yet.
            memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
            free.put(memory)
        }
    }

    /// The pool that is there where its frames are like these, else a new one in its place.
    package static func reusing(
        _ pool: inout PixelBufferPool?, format: PixelBuffer.Format, width: Int, height: Int,
        isFullRange: Bool, matrix: PixelBuffer.Matrix? = nil
    ) -> PixelBufferPool {
        if let pool, pool.format == format, pool.width == width, pool.height == height,
            pool.isFullRange == isFullRange, pool.matrix == matrix
        {
            return pool
        }
        let new = PixelBufferPool(
            format: format, width: width, height: height, isFullRange: isFullRange,
            matrix: matrix)
        pool = new
        return new
    }

    /// A frame whose planes `fill` writes, each given as its first byte and its bytes a row.
    /// The memory handed out holds whatever was in it before.
    public func makePixelBuffer<Failure: Error>(
        _ fill: ([(bytes: UnsafeMutableRawPointer, bytesPerRow: Int)]) throws(Failure) -> Void
    ) throws(Failure) -> PixelBuffer {
        let block = Block(memory: free.take() ?? allocate(), home: free)
        let writable = layout.map { (block.memory + $0.offset, $0.bytesPerRow) }
        try fill(writable)
        return PixelBuffer(
            format: format, width: width, height: height,
            planes: writable.map { .init(baseAddress: $0.0, bytesPerRow: $0.1) },
            isFullRange: isFullRange, matrix: matrix, owner: block)
    }

    private func allocate() -> UnsafeMutableRawPointer {
        UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
    }

    /// Memory that is not in use; it outlives the pool while frames are out.
    private final class FreeList: Sendable {
        private let blocks = Mutex<[UInt]>([])

        func take() -> UnsafeMutableRawPointer? {
            blocks.withLock { $0.popLast() }.flatMap(UnsafeMutableRawPointer.init(bitPattern:))
        }

        func put(_ memory: UnsafeMutableRawPointer) {
            blocks.withLock { $0.append(UInt(bitPattern: memory)) }
        }

        deinit {
            while let memory = take() { memory.deallocate() }
        }
    }

    /// The memory of one frame; it goes back to its free list by itself.
    private final class Block {
        let memory: UnsafeMutableRawPointer
        private let home: FreeList

        init(memory: UnsafeMutableRawPointer, home: FreeList) {
            self.memory = memory
            self.home = home
        }

        deinit { home.put(memory) }
    }
}
