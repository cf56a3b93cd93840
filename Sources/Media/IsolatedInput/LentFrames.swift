// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues
import Glibc
internal import MediaCodecs
internal import ProcessIsolation
internal import SystemSupport

/// The worker's frames in memory that its reader has as well, each kept until the reader is done with it.
final class LentFrames {
    /// What decoders write into.
    let pool: FramePool
    private let channel: MessageChannel
    /// What is lent; `nil` for a copy, which lies in its region alone.
    private var lent: [Int32: PixelBuffer?] = [:]
    private var refused = false
    /// Requests that came while an answer was waited for.
    private var requests: [MessageChannel.Message] = []

    init?(_ channel: MessageChannel) {
        guard let pool = FramePool() else { return nil }
        self.pool = pool
        self.channel = channel
    }

    /// The reader is done with what lies in a region.
    func takeBack(_ region: Int32) {
        guard let frame = lent.removeValue(forKey: region) else { return }
        if frame == nil { pool.give(region) }
    }

    /// Lends a frame: where it lies, which is where it was decoded if there was memory then, else a copy of it;
    /// `nil` where there is no memory for that.
    func place(of frame: PixelBuffer) -> FramePlace? {
        defer { provideForDecoders() }
        // One that is shown twice lies in two places.
        if let place = placeWhereDecoded(frame), lent[place.region] == nil {
            lent[place.region] = .some(frame)
            return place
        }
        return placeOfCopy(frame)
    }

    private func placeWhereDecoded(_ frame: PixelBuffer) -> FramePlace? {
        var planes: [(offset: Int, bytesPerRow: Int)] = []
        var number: Int32?
        for plane in frame.planes {
            guard let region = pool.region(of: plane.baseAddress),
                number == nil || number == region.number
            else { return nil }
            number = region.number
            planes.append((region.offset, plane.bytesPerRow))
        }
        return number.map { FramePlace(region: $0, frame, planes: planes) }
    }

    private func placeOfCopy(_ frame: PixelBuffer) -> FramePlace? {
        let (planes, byteCount) = frame.format.layout(
            width: frame.width, height: frame.height, rowAlignment: 64)
        guard let (region, base) = take(byteCount) else { return nil }
        frame.copyRows { (base + planes[$0].offset, planes[$0].bytesPerRow) }
        lent[region] = .some(nil)
        return FramePlace(region: region, frame, planes: planes)
    }

    private func take(_ byteCount: Int) -> (Int32, UnsafeMutableRawPointer)? {
        if let free = pool.take(byteCount: byteCount) { return (free.number, free.base) }
        borrow(count: 1, byteCount: byteCount)
        return pool.take(byteCount: byteCount).map { ($0.number, $0.base) }
    }

    /// Sees to it that the next frames are decoded where the reader sees them.
    private func provideForDecoders() {
        let (missed, byteCount) = pool.takeMisses()
        guard missed > 0, !refused else { return }
        let limit = FrameShare(byteCount: byteCount).decoders
        pool.limitDecoders(to: limit)
        borrow(count: min(missed, max(0, limit - regionCount)), byteCount: byteCount)
    }

    private var regionCount = 0

    /// Asks for regions; those that are too small are given back first.
    func borrow(count: Int, byteCount: Int) {
        guard count > 0, !refused else { return }
        while let (number, memory) = pool.remove(smallerThan: byteCount) {
            munmap(memory.baseAddress, memory.count)
            regionCount -= 1
            var writer = MessageWriter()
            writer.write(number)
            _ = channel.send(FileInputMessage.Reply.memoryDone.rawValue, writer.bytes)
        }
        var writer = MessageWriter()
        writer.write(UInt64(byteCount))
        writer.write(UInt8(clamping: count))
        guard channel.send(FileInputMessage.Reply.memoryNeeded.rawValue, writer.bytes) else {
            return
        }
        for _ in 0..<count {
            guard let answer = receiveAnswer(),
                answer.kind == FileInputMessage.Request.memory.rawValue
            else {
                refused = true
                return
            }
            // The answers behind it come all the same.
            if !addRegion(answer) { refused = true }
        }
    }

    /// What the reader says of memory; what it asked for before it knew of that is put aside.
    private func receiveAnswer() -> MessageChannel.Message? {
        let answers: [FileInputMessage.Request] = [.memory, .memoryRefused]
        while let message = try? channel.receive() {
            if answers.contains(where: { $0.rawValue == message.kind }) { return message }
            requests.append(message)
        }
        return nil
    }

    /// The next request of the reader; `nil` where it is gone.
    func receiveRequest() -> MessageChannel.Message? {
        requests.isEmpty ? try? channel.receive() : requests.removeFirst()
    }

    private func addRegion(_ message: MessageChannel.Message) -> Bool {
        var reader = MessageReader(message.body)
        guard let number = try? reader.read(Int32.self), let size = try? reader.read(UInt64.self),
            let file = channel.takeDescriptor(), let byteCount = Int(exactly: size),
            let memory = mmap(
                nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, file.number, 0),
            memory != MAP_FAILED
        else { return false }
        regionCount += 1
        return pool.add(
            UnsafeMutableRawBufferPointer(start: memory, count: byteCount), number: number)
    }
}

/// How many frames of a size each side may hold: together fewer than a pool has regions.
struct FrameShare {
    /// Those that are being decoded, or from which others are.
    let decoders: Int
    /// Those that the reader has handed out.
    let reader: Int

    init(byteCount: Int) {
        let size = max(1, byteCount)
        decoders = min(max(2, (512 << 20) / size), 32)
        reader = min(max(2, (256 << 20) / size), 24)
    }
}
