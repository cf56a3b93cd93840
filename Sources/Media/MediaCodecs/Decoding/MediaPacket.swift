// SPDX-License-Identifier: Apache-2.0
package import CFFmpeg
package import FaceValues

/// Owner of one `AVPacket`: a piece of a stream, not decoded yet.
package final class MediaPacket {
    package let pointer: UnsafeMutablePointer<AVPacket>

    package init() throws(FacecapError) {
        guard let pointer = av_packet_alloc() else { throw .outOfMemory }
        self.pointer = pointer
    }

    deinit {
        var pointer: UnsafeMutablePointer<AVPacket>? = pointer
        av_packet_free(&pointer)
    }

    /// The stream it belongs to.
    package var streamIndex: Int { Int(pointer.pointee.stream_index) }

    /// Whether the container says that bytes are missing or wrong.
    package var isDamaged: Bool { pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 }

    /// Whether decoding can begin here.
    package var isSync: Bool { pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }

    /// Whether it is there to be decoded for others' sake alone: cut off by an edit list.
    package var isDiscarded: Bool { pointer.pointee.flags & AV_PKT_FLAG_DISCARD != 0 }

    /// What it holds, until it is let go.
    package var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: pointer.pointee.data, count: max(0, Int(pointer.pointee.size)))
    }

    /// Changes what it holds, but not what others hold that share it.
    ///
    /// Throws `systemFailed` where there is no memory for a copy.
    package func change(
        _ body: (UnsafeMutableRawBufferPointer) -> Void
    ) throws(FacecapError) {
        guard av_packet_make_writable(pointer) >= 0 else { throw .outOfMemory }
        body(
            UnsafeMutableRawBufferPointer(
                start: pointer.pointee.data, count: max(0, Int(pointer.pointee.size))))
    }

    /// Presentation time in the stream's time base; `nil` when it does not say.
    package var presentationTimestamp: Int64? {
        let value = pointer.pointee.pts
        return value == FACECAP_AV_NOPTS_VALUE ? nil : value
    }

    /// Decode time in the stream's time base; `nil` when it does not say.
    package var decodeTimestamp: Int64? {
        let value = pointer.pointee.dts
        return value == FACECAP_AV_NOPTS_VALUE ? nil : value
    }

    /// Presentation time in the stream's time base, or the next best that the packet says; `nil`
    /// when it says nothing.
    package var timestamp: Int64? { presentationTimestamp ?? decodeTimestamp }

    /// Where in the container it ends; `nil` when it does not say.
    package var end: Int64? {
        pointer.pointee.pos >= 0 ? pointer.pointee.pos + Int64(pointer.pointee.size) : nil
    }

    /// Lets go of the data.
    package func clear() { av_packet_unref(pointer) }

    /// Takes over what another one holds, which then holds nothing.
    package func take(from other: MediaPacket) {
        clear()
        av_packet_move_ref(pointer, other.pointer)
    }
}
