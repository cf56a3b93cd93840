// SPDX-License-Identifier: Apache-2.0
/// How a still frame is encoded.
public enum ImageCodec: Sendable, Hashable {
    /// JPEG, with a quality from 0 for the smallest file to 1 for the best frame.
    case jpeg(quality: Double)
    /// PNG, which loses nothing of a frame's RGB.
    case png
    /// HEVC in HEIF, with a quality from 0 for the smallest file to 1 for the best frame.
    case heic(quality: Double)
}
