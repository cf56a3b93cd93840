// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
import FaceValues
import Glibc
internal import MediaCodecs

/// Bytes of a file, a pipe or the standard input for libavformat; waiting for a pipe can be
/// cancelled, which libavformat's own reader does not offer.
final class DescriptorInput {
    /// Valid as long as this object, to which its callbacks refer.
    let context: UnsafeMutablePointer<AVIOContext>
    /// Bytes of the file; `nil` of a pipe or device.
    let byteCount: Int64?
    /// What the system said when a read failed; `nil` while none has.
    private(set) var failure: CInt?
    private let file: OpenMediaFile
    private let cancellation: Cancellation
    /// The beginning of a pipe, as long as it is being opened.
    private var beginning: [UInt8]? = []

    /// A description of a movie that is longer is not kept.
    private static let maximumBeginning = 16 << 20

    /// The bytes of an open file.
    init(
        _ file: OpenMediaFile, cancellation: Cancellation
    ) throws(FacecapError) {
        let capacity = 64 << 10
        let buffer = av_malloc(capacity)
        let context = avio_alloc_context(
            buffer?.assumingMemoryBound(to: UInt8.self), CInt(capacity), 0, nil,
            { DescriptorInput.from($0)?.read(into: $1, capacity: $2) ?? FACECAP_AVERROR_EXIT }, nil,
            file.byteCount != nil
                ? { DescriptorInput.from($0)?.seek(to: $1, whence: $2) ?? -1 } : nil)
        guard buffer != nil, let context else {
            av_free(buffer)
            throw .outOfMemory
        }
        self.context = context
        byteCount = file.byteCount
        self.file = file
        self.cancellation = cancellation
        context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit {
        av_freep(&context.pointee.buffer)
        var context: UnsafeMutablePointer<AVIOContext>? = context
        avio_context_free(&context)
    }

    /// Whether it is a file, not a pipe or a device.
    var isRegularFile: Bool { byteCount != nil }

    /// Bytes of the file, fewer at its end; of a pipe those that were read while it was being opened.
    func bytes(at offset: Int64, count: Int) -> [UInt8] {
        guard let byteCount else {
            let kept = (beginning ?? []).dropFirst(Int(clamping: offset))
            return Array(kept.prefix(count))
        }
        let count = Int(clamping: min(Int64(count), max(0, byteCount - offset)))
        var bytes = [UInt8](repeating: 0, count: count)
        let found = pread(file.number, &bytes, count, off_t(offset))
        return Array(bytes.prefix(max(0, found)))
    }

    /// Forgets the beginning of a pipe.
    func endOpening() { beginning = nil }

    private static func from(_ opaque: UnsafeMutableRawPointer?) -> DescriptorInput? {
        opaque.map { Unmanaged<DescriptorInput>.fromOpaque($0).takeUnretainedValue() }
    }

    private func read(into buffer: UnsafeMutablePointer<UInt8>?, capacity: CInt) -> CInt {
        while !cancellation.isCancelled {
            if !isRegularFile, !file.hasHead { cancellation.waitForData(on: file.number) }
            if cancellation.isCancelled { break }
            let count = file.read(
                into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(capacity)))
            if count > 0 {
                if !isRegularFile, let buffer {
                    keep(UnsafeBufferPointer(start: buffer, count: count))
                }
                return CInt(count)
            }
            if count == 0 { return FACECAP_AVERROR_EOF }
            let code = errno
            guard code == EINTR || code == EAGAIN else {
                failure = code
                return -code
            }
        }
        return FACECAP_AVERROR_EXIT
    }

    private func keep(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let count = beginning?.count else { return }
        if count + bytes.count > Self.maximumBeginning {
            beginning = nil
        } else {
            beginning?.append(contentsOf: bytes)
        }
    }

    private func seek(to offset: Int64, whence: CInt) -> Int64 {
        if whence & AVSEEK_SIZE != 0 { return byteCount ?? -1 }
        let position = lseek(file.number, off_t(offset), whence & ~AVSEEK_FORCE)
        return position >= 0 ? Int64(position) : Int64(-errno)
    }
}
