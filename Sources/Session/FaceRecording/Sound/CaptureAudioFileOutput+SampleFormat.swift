// SPDX-License-Identifier: Apache-2.0
extension CaptureAudioFileOutput {
    /// How a WAVE file stores a sample; the names are those of FFmpeg's codecs.
    public enum SampleFormat: String, Sendable, Hashable, CaseIterable {
        /// Signed 16-bit integers, little-endian.
        case int16 = "pcm_s16le"
        /// 32-bit floats, little-endian.
        case float32 = "pcm_f32le"

        /// Bytes of one sample.
        var byteCount: Int { self == .int16 ? 2 : 4 }
    }
}
