// SPDX-License-Identifier: Apache-2.0
package import CFFmpeg
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
