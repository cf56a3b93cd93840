// SPDX-License-Identifier: Apache-2.0
public import CaptureSamples

extension CameraRequest {
    /// How a camera's frames come out of its driver, by the names of Video4Linux in small letters.
    public enum PixelFormat: String, Sendable, Hashable, CaseIterable {
        /// Luma, then interleaved CbCr at half size both ways.
        case nv12
        /// Luma, Cb and Cr, chroma at half size both ways.
        case yu12
        /// Packed Y Cb Y Cr.
        case yuyv
        /// Packed Cb Y Cr Y.
        case uyvy
        /// Luma alone.
        case grey
        /// Packed blue, green, red.
        case bgr3
        /// JPEG frames.
        case mjpg
        /// H.264 in the byte stream format.
        case h264
        /// Distances in 16 bits.
        case z16

        /// How the samples lie; `nil` of what is encoded.
        public var pixelFormat: PixelBuffer.Format? {
            switch self {
            case .nv12: .nv12
            case .yu12: .i420
            case .yuyv: .yuyv
            case .uyvy: .uyvy
            case .grey: .gray8
            case .bgr3: .bgr24
            case .z16: .depth16
            case .mjpg, .h264: nil
            }
        }

        /// Whether it shows what the camera sees: a camera with a choice hands out distances only when it
        /// is asked for them.
        var isImage: Bool { self != .z16 }

        /// The place among ``allCases``, which has the one that costs least to detect faces in first, and
        /// what has to be decoded after what has not.
        var cost: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }
}
