internal import CFFmpeg
import CaptureSamples

extension PixelFormat {
    /// FFmpeg's name.
    var ffmpegFormat: AVPixelFormat {
        switch self {
        case .i420: AV_PIX_FMT_YUV420P
        case .nv12: AV_PIX_FMT_NV12
        case .gray8: AV_PIX_FMT_GRAY8
        case .yuyv: AV_PIX_FMT_YUYV422
        case .uyvy: AV_PIX_FMT_UYVY422
        case .bgr24: AV_PIX_FMT_BGR24
        case .depth16: AV_PIX_FMT_GRAY16LE
        }
    }
}
