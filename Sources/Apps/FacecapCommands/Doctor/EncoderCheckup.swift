// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Says with which encoders recordings can be made on this machine.
struct EncoderCheckup {
    /// The usable encoders of frames and of audio.
    var videoEncoders = EncoderCatalogue.videoEncoders
    var audioEncoders = EncoderCatalogue.audioEncoders
    /// Those of frames that cannot be used here, and why.
    var unusable = EncoderCatalogue.unusableVideoEncoders

    var checks: [DoctorCheck] {
        [
            check("video encoders", videoEncoders, defaultName: VideoEncoderSettings().codec)
        ] + unusableChecks + [
            check("audio encoders", audioEncoders, defaultName: AudioEncoderSettings().codec)
        ]
    }

    private var unusableChecks: [DoctorCheck] {
        guard !unusable.isEmpty else { return [] }
        let reasons = unusable.map { "\($0.name): \($0.problem)" }
        return [
            DoctorCheck(
                status: .ok, thing: "other encoders",
                detail: "not of use here: " + reasons.joined(separator: "; "))
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
