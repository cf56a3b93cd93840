internal import CFFmpeg
import FaceValues

/// Owner of one `AVPacket`: a piece of a stream, not decoded yet.
final class MediaPacket {
    let pointer: UnsafeMutablePointer<AVPacket>

    init() throws(FacecapError) {
        guard let pointer = av_packet_alloc() else { throw .outOfMemory }
        self.pointer = pointer
    }

    deinit {
        var pointer: UnsafeMutablePointer<AVPacket>? = pointer
        av_packet_free(&pointer)
    }

    /// The stream it belongs to.
    var streamIndex: Int { Int(pointer.pointee.stream_index) }

    /// Whether the container says that bytes are missing or wrong.
    var isDamaged: Bool { pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 }

    /// Presentation time in the stream's time base, or the next best that the packet says; `nil`
    /// when it says nothing.
    var timestamp: Int64? {
        [pointer.pointee.pts, pointer.pointee.dts].first { $0 != FACECAP_AV_NOPTS_VALUE }
    }

    /// Lets go of the data.
    func clear() { av_packet_unref(pointer) }
}
