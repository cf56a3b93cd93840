// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Says whether FFmpeg, as it was built for this machine, decodes what videos are mostly made of.
struct CodecCheckup {
    /// Whether a decoder is there.
    var canDecode: (String) -> Bool = MediaFileSource.canDecode

    private static let common = ["h264", "hevc", "vp9", "av1", "mpeg4", "mjpeg", "png", "gif"]

    var checks: [DoctorCheck] {
        let missing = Self.common.filter { !canDecode($0) }
        guard !missing.isEmpty else {
            return [
                DoctorCheck(
                    status: .ok, thing: "codecs", detail: Self.common.joined(separator: ", "))
            ]
        }
        return [
            DoctorCheck(
                status: .warning, thing: "codecs",
                detail: "no decoder for " + missing.joined(separator: ", "),
                remedy: "install libavcodec-extra, or convert such videos first")
        ]
    }
}
