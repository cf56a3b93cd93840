// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg

/// The libraries of the encoders, which the first call of one of their functions loads.
package enum EncoderLibraries {
    /// Loads them, which takes some 50 ms on a PC; for before the first frame comes, as frames wait meanwhile.
    package static func load() {
        // Whatever they answer.
        _ = (avcodec_version(), swscale_version())
    }
}
