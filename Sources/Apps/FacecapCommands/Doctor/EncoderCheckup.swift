// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Says with which encoders recordings can be made on this machine.
struct EncoderCheckup {
    /// The usable encoders of frames and of audio.
    var videoEncoders = EncoderCatalogue.videoEncoders
    var audioEncoders = EncoderCatalogue.audioEncoders

    var checks: [DoctorCheck] {
        [
            check("video encoders", videoEncoders, defaultName: VideoEncoderSettings().codec),
            check("audio encoders", audioEncoders, defaultName: AudioEncoderSettings().codec),
        ]
    }

    private func check(_ thing: String, _ names: [String], defaultName: String) -> DoctorCheck {
        if names.contains(defaultName) {
            return DoctorCheck(status: .ok, thing: thing, detail: names.joined(separator: ", "))
        }
        let others = names.isEmpty ? "there are none" : "there are " + names.joined(separator: ", ")
        return DoctorCheck(
            status: .warning, thing: thing, detail: "\(defaultName) is missing; \(others)",
            remedy: "install libavcodec-extra, or choose another one for facecap record")
    }
}
