// SPDX-License-Identifier: Apache-2.0
package import CFFmpeg
package import CaptureSamples

extension PixelBuffer.Format {
    /// The format whose samples lie exactly so in FFmpeg's frames; `nil` when there is none.
    package init?(_ format: AVPixelFormat) {
        switch format {
        case AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ420P: self = .i420
        case AV_PIX_FMT_NV12: self = .nv12
        case AV_PIX_FMT_GRAY8: self = .gray8
        case AV_PIX_FMT_YUYV422: self = .yuyv
        case AV_PIX_FMT_UYVY422: self = .uyvy
        case AV_PIX_FMT_BGR24: self = .bgr24
        default: return nil
        }
    }

    /// What any other format is converted to: RGB and palettes to `bgr24`, luma alone to `gray8`,
    /// all else to `i420`.
    package static func convertible(from format: AVPixelFormat) -> PixelBuffer.Format {
        // On its way to 4:2:0 libswscale leaves the last row of chroma unwritten at odd heights.
        if format == AV_PIX_FMT_UYVY422 { return .yuyv }
        guard let description = av_pix_fmt_desc_get(format) else { return .i420 }
        let flags = description.pointee.flags
        if flags & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL) != 0 { return .bgr24 }
        return description.pointee.nb_components <= 2 ? .gray8 : .i420
    }

    /// FFmpeg's name.
    package var ffmpegFormat: AVPixelFormat {
        switch self {
        case .i420: AV_PIX_FMT_YUV420P
        case .nv12: AV_PIX_FMT_NV12
        case .gray8: AV_PIX_FMT_GRAY8
        case .yuyv: AV_PIX_FMT_YUYV422
        case .uyvy: AV_PIX_FMT_UYVY422
        case .bgr24: AV_PIX_FMT_BGR24
        case .bgra: AV_PIX_FMT_BGRA
        case .depth16: AV_PIX_FMT_GRAY16LE
        }
    }
}

extension AVPixelFormat {
    /// Whether luma runs over 0...255 where a frame does not say: JPEG's formats and gray alone.
    package var isFullRangeByNature: Bool {
        switch self {
        case AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVJ440P,
            AV_PIX_FMT_YUVJ411P:
            true
        default: PixelBuffer.Format.convertible(from: self) == .gray8
        }
    }
}
