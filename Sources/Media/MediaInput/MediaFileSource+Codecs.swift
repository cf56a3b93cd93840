// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg

extension MediaFileSource {
    /// Whether FFmpeg's libraries decode a codec, by its FFmpeg name such as `h264`.
    ///
    /// The corresponding C function is `avcodec_find_decoder`.
    public static func canDecode(_ codec: String) -> Bool {
        guard let descriptor = avcodec_descriptor_get_by_name(codec) else { return false }
        return avcodec_find_decoder(descriptor.pointee.id) != nil
    }
}
