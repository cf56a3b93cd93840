// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues
import Glibc
internal import MediaCodecs
internal import ProcessIsolation
internal import SystemSupport
internal import Synchronization

/// The reader's view of the memory that its worker writes frames into: it may read there, and only what it gave
/// away itself is believed.
final class BorrowedFrames {
    /// Memory that the worker has as well; it is there as long as a frame in it.
    private final class Region: Sendable {
        let base: UInt
        let byteCount: Int

        init(base: UnsafeMutableRawPointer, byteCount: Int) {
            self.base = UInt(bitPattern: base)
            self.byteCount = byteCount
        }

        deinit { munmap(UnsafeMutableRawPointer(bitPattern: base), byteCount) }
    }

    /// The regions whose frames nobody holds any more, until the worker is told.
    private final class Returns: Sendable {
        private let numbers = Mutex<[Int32]>([])

        func add(_ number: Int32) { numbers.withLock { $0.append(number) } }

        func takeAll() -> [Int32] {
            numbers.withLock { numbers in
                defer { numbers.removeAll(keepingCapacity: true) }
                return numbers
            }
        }
    }

    /// What keeps a frame's memory.
    private final class Hold: Sendable {
        let region: Region
        private let number: Int32
        private let returns: Returns

        init(_ region: Region, _ number: Int32, _ returns: Returns) {
            self.region = region
            self.number = number
            self.returns = returns
        }

        deinit { returns.add(number) }
    }

    private var regions: [Int32: Region] = [:]
    private var held: Set<Int32> = []
    /// Done with, but the worker was not told yet.
    private var returned: [Int32] = []
    private let returns = Returns()
    private var lastNumber: Int32 = 0
    private var pool: PixelBufferPool?

    /// The most bytes of all regions together.
    private static let maximumByteCount = 4 << 30

    /// A new region for the worker: its number and its descriptor, which the caller closes; `nil` where the
    /// system refuses it.
    func makeRegion(byteCount: Int) throws(MessageDamage) -> (number: Int32, descriptor: Int32)? {
        let sum = regions.values.reduce(byteCount) { $0 + $1.byteCount }
        guard byteCount > 0, sum <= Self.maximumByteCount,
            regions.count < FramePool.maximumRegionCount
        else { throw MessageDamage("it asks for too much memory") }
        guard let memory = SharedMemory.make(byteCount: byteCount),
            let base = mmap(nil, byteCount, PROT_READ, MAP_SHARED | MAP_POPULATE, memory.number, 0),
            base != MAP_FAILED
        else { return nil }
        lastNumber += 1
        regions[lastNumber] = Region(base: base, byteCount: byteCount)
        return (lastNumber, memory.release())
    }

    /// The worker does not use a region any more.
    func forget(_ number: Int32) throws(MessageDamage) {
        update()
        guard !held.contains(number), regions.removeValue(forKey: number) != nil else {
            throw MessageDamage("it gives back memory that it does not have")
        }
    }

    /// The regions that the worker may write to again, which it is to be told of.
    func takeReturned() -> [Int32] {
        update()
        let told = returned.prefix(Int(UInt8.max))
        returned.removeFirst(told.count)
        return Array(told)
    }

    private func update() {
        let numbers = returns.takeAll()
        held.subtract(numbers)
        returned += numbers
    }

    /// The frame at a place, without a copy unless too many are held already.
    func frame(at place: FramePlace) throws(MessageDamage) -> PixelBuffer {
        update()
        guard let region = regions[place.region], !held.contains(place.region),
            !returned.contains(place.region)
        else { throw MessageDamage("a frame lies in memory that is not the worker's") }
        try place.check(byteCount: region.byteCount)
        held.insert(place.region)
        let hold = Hold(region, place.region, returns)
        let base = UnsafeRawPointer(bitPattern: region.base)
        let frame = PixelBuffer(
            format: place.format, width: place.width, height: place.height,
            planes: place.planes.compactMap { plane in
                base.map { .init(baseAddress: $0 + plane.offset, bytesPerRow: plane.bytesPerRow) }
            }, isFullRange: place.isFullRange, matrix: place.matrix, owner: hold)
        return held.count > FrameShare(byteCount: region.byteCount).reader ? copy(frame) : frame
    }

    /// Frames that are kept for long do not keep the worker from decoding.
    private func copy(_ frame: PixelBuffer) -> PixelBuffer {
        PixelBufferPool.reusing(
            &pool, format: frame.format, width: frame.width, height: frame.height,
            isFullRange: frame.isFullRange, matrix: frame.matrix
        ).makePixelBuffer { planes in
            frame.copyRows { (planes[$0].bytes, planes[$0].bytesPerRow) }
        }
    }
}
