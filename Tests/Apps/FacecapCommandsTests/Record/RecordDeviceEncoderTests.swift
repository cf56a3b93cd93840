// SPDX-License-Identifier: Apache-2.0
import Facecap
import Glibc
import TestSupport
import Testing

/// Encoders that take frames of a device, on a machine that has none.
@Suite(
    .enabled(
        if: access("/dev/dri", F_OK) != 0
            && EncoderCatalogue.unusableVideoEncoders.contains { $0.name == "h264_vaapi" },
        "needs an FFmpeg with h264_vaapi, on a machine without /dev/dri"))
struct RecordDeviceEncoderTests {
    @Test func aRecordingSaysWhatIsMissingAndTheDoctorTellsOfIt() async throws {
        let recording = try TestRecording()
        let run = try await recording.run(
            "synthetic:faces=0,size=160x120,frames=3", ["--video-codec", "h264_vaapi"])
        #expect(run.exitCode == 69, "\(run.messages)")
        let need = "h264_vaapi takes frames of a vaapi device"
        #expect(run.messages.contains(need), "\(run.messages)")
        #expect(run.messages.contains("/dev/dri") && run.messages.contains("group render"))
        #expect(run.messages.split(separator: "\n").count == 1, "\(run.messages)")
        #expect(recording.movies == [])
        let doctor = try await CommandRunner.run(["doctor"])
        #expect(doctor.output.contains("h264_vaapi: there is no vaapi device for it"))
    }
}
