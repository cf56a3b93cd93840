internal import CFFmpeg

/// The libraries of the encoders, which the first call of one of their functions loads.
package enum EncoderLibraries {
    /// Loads them; for before the first frame comes, as frames wait meanwhile: 50 ms on a PC, a second on a
    /// small board.
    package static func load() {
        // Whatever they answer.
        _ = (avcodec_version(), swscale_version())
    }
}
