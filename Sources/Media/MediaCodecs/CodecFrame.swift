// SPDX-License-Identifier: Apache-2.0
package import CFFmpeg
package import CaptureSamples
package import FaceValues

/// Owner of one `AVFrame` and its references to memory.
///
/// Once a pixel buffer holds a decoded one nobody writes to it any more.
package final class CodecFrame {
    package let pointer: UnsafeMutablePointer<AVFrame>

    package init() throws(FacecapError) {
        guard let pointer = av_frame_alloc() else { throw .outOfMemory }
        self.pointer = pointer
    }

    deinit {
        var pointer: UnsafeMutablePointer<AVFrame>? = pointer
        av_frame_free(&pointer)
    }

    package var width: Int { Int(pointer.pointee.width) }
    package var height: Int { Int(pointer.pointee.height) }
    package var pixelFormat: AVPixelFormat { AVPixelFormat(pointer.pointee.format) }
    package var isDamaged: Bool { facecap_frame_is_damaged(pointer) != 0 }

    /// The number that the packet was sent with that it was decoded from.
    package var packetNumber: Int64 { facecap_frame_packet_number(pointer) }

    /// The decoder's best knowledge of the presentation time, in the stream's time base.
    package var timestamp: Int64? {
        let value = pointer.pointee.best_effort_timestamp
        return value == FACECAP_AV_NOPTS_VALUE ? nil : value
    }

    /// How long it is shown, in the stream's time base.
    package var duration: Int64? {
        let value = facecap_frame_duration(pointer)
        return value > 0 ? value : nil
    }

    /// Says what it shows, without memory for it.
    package func describe(_ format: AVPixelFormat, width: Int, height: Int) {
        pointer.pointee.format = format.rawValue
        pointer.pointee.width = CInt(clamping: width)
        pointer.pointee.height = CInt(clamping: height)
        for index in 0..<4 { show(plane: index, nil, bytesPerRow: 0) }
    }

    /// Shows memory of somebody else.
    package func show(plane: Int, _ bytes: UnsafeMutableRawPointer?, bytesPerRow: Int) {
        facecap_frame_show_plane(
            pointer, CInt(plane), bytes?.assumingMemoryBound(to: UInt8.self), CInt(bytesPerRow))
    }

    /// Shows the memory of an image that is made.
    package func show(_ planes: [(bytes: UnsafeMutableRawPointer, bytesPerRow: Int)]) {
        for (index, plane) in planes.enumerated() {
            show(plane: index, plane.bytes, bytesPerRow: plane.bytesPerRow)
        }
    }

    /// Shows the samples of an image, which it only reads.
    package func show(_ image: PixelBuffer) {
        for (index, plane) in image.planes.enumerated() {
            show(
                plane: index, UnsafeMutableRawPointer(mutating: plane.baseAddress),
                bytesPerRow: plane.bytesPerRow)
        }
    }

    /// Lets go of the data.
    package func clear() { av_frame_unref(pointer) }

    /// Makes memory for what the frame's fields describe.
    func allocate() throws(FacecapError) {
        guard av_frame_get_buffer(pointer, 0) >= 0 else { throw .outOfMemory }
    }

    /// Sees to it that nobody else reads what is written next.
    func makeWritable() throws(FacecapError) {
        guard av_frame_make_writable(pointer) >= 0 else { throw .outOfMemory }
    }
}

extension PixelBuffer {
    /// Whether its rows lie as a ``CodecFrame`` can show them: none reaches into the next one, or is too far from it.
    var hasRowsOfCodecFrames: Bool {
        planes.enumerated().allSatisfy { index, plane in
            let needed = format.layout(plane: index, width: width, height: height)
            return plane.bytesPerRow >= needed.bytesPerRow && plane.bytesPerRow <= CInt.max
        }
    }
}
