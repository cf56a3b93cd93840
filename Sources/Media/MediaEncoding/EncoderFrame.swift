internal import CFFmpeg
import FaceValues

/// Owner of one `AVFrame` and its references to memory.
final class EncoderFrame {
    let pointer: UnsafeMutablePointer<AVFrame>

    init() throws(FacecapError) {
        guard let pointer = av_frame_alloc() else { throw .outOfMemory }
        self.pointer = pointer
    }

    deinit {
        var pointer: UnsafeMutablePointer<AVFrame>? = pointer
        av_frame_free(&pointer)
    }

    /// Lets go of the data.
    func clear() { av_frame_unref(pointer) }

    /// Makes memory for what the frame's fields describe.
    func allocate() throws(FacecapError) {
        guard av_frame_get_buffer(pointer, 0) >= 0 else { throw .outOfMemory }
    }

    /// Sees to it that nobody else reads what is written next.
    func makeWritable() throws(FacecapError) {
        guard av_frame_make_writable(pointer) >= 0 else { throw .outOfMemory }
    }
}
