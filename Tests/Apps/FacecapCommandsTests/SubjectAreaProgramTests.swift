// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// `--subject-area` as its users see it.
@Suite struct SubjectAreaProgramTests {
    @Test func itNeedsNoRecords() async throws {
        let result = try await CommandRunner.run(
            ["live", "--subject-area", "--source", "synthetic:size=64x64,frames=1,pace=fast"]
                + CheapDetection.ofNobody)
        #expect(result.exitCode == 0 && result.messages == "", "\(result.messages)")
    }

    @Test(arguments: [true, false])
    func theEventComesOnceTheOtherImageRests(isWatched: Bool) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/turned.y4m"
        var bytes = Data("YUV4MPEG2 W160 H120 F10:1 Ip A1:1 Cmono\n".utf8)
        for number in 0..<40 {
            let stripe = number < 20 ? 20 : 45
            bytes += Data("FRAME\n".utf8)
            for pixel in 0..<(160 * 120) {
                let isLight = (pixel % 160 / stripe + pixel / 160 / stripe).isMultiple(of: 2)
                bytes.append(isLight ? 160 : 60)
            }
        }
        try bytes.write(to: URL(filePath: path))
        let result = try await CommandRunner.run(
            ["live", "--source", path, "--json"] + CheapDetection.ofOneFace
                + (isWatched ? ["--subject-area"] : []))
        #expect(result.exitCode == 0, "\(result.messages)")
        let times = try JSONLines.parse(result.output)
            .filter { $0["event"] as? String == "subject_area_changed" }
            .compactMap { $0["pts"] as? Double }
        #expect(times == (isWatched ? [2.2] : []))
        #expect(result.messages.contains("the image has changed") == isWatched)
    }
}
