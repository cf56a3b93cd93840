// SPDX-License-Identifier: Apache-2.0
internal import CLinux
internal import CaptureSamples

extension PixelBuffer.Matrix {
    /// The matrix that a driver tells; `nil` where it tells neither that nor the color space.
    ///
    /// What is not told follows the color space: videodev2.h, V4L2_MAP_YCBCR_ENC_DEFAULT. Cameras on USB are of sRGB, and
    /// of BT.601 then, whatever their size.
    init?(encoding: UInt32, colorSpace: UInt32) {
        switch encoding {
        case V4L2_YCBCR_ENC_601.rawValue, V4L2_YCBCR_ENC_XV601.rawValue: self = .bt601
        case V4L2_YCBCR_ENC_709.rawValue, V4L2_YCBCR_ENC_XV709.rawValue: self = .bt709
        case V4L2_YCBCR_ENC_BT2020.rawValue: self = .bt2020
        case V4L2_YCBCR_ENC_DEFAULT.rawValue:
            switch colorSpace {
            case V4L2_COLORSPACE_DEFAULT.rawValue, V4L2_COLORSPACE_RAW.rawValue,
                V4L2_COLORSPACE_SMPTE240M.rawValue:
                return nil
            case V4L2_COLORSPACE_REC709.rawValue, V4L2_COLORSPACE_DCI_P3.rawValue: self = .bt709
            case V4L2_COLORSPACE_BT2020.rawValue: self = .bt2020
            default: self = .bt601
            }
        default: return nil
        }
    }
}
