// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// Photos for which a driver's controls are changed.
@Suite(
    .enabled(if: DeviceLab.vivid.isHere, Comment(rawValue: DeviceLab.vivid.absence)), .serialized)
struct VividPhotoTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func photo(_ words: String...) -> [String] {
        [
            "photo", folder.path + "/p.jpg", "--source", VividDriver.path, "--size", "640x360",
            "--json",
        ]
            + ["--detector", "haar"] + words
    }

    /// The driver's own number for a control.
    private func value(_ control: String) async throws -> String {
        let run = try await CommandRunner.run(
            ["-d", VividDriver.path, "-C", control], of: "/usr/bin/v4l2-ctl")
        // The name, the value, and what it stands for in parentheses.
        let words = run.output.split { " \n".contains($0) }
        return words.count > 1 ? String(words[1]) : run.messages
    }

    @Test func aBracketHasTheDriversBiasesAndPutsItsOwnBack() async throws {
        try await VividDriver.set("auto_exposure_bias", 3)
        let result = try await CommandRunner.run(photo("--bracket", "-1,0,2"))
        #expect(result.exitCode == 0, "\(result.messages)")
        let biases = try JSONLines.parse(result.output)
            .map { ($0["exposure_bias"] as? NSNumber)?.doubleValue }
        #expect(biases == [-1, 0, 2])
        #expect(try await value("auto_exposure_bias") == "3")
        try await VividDriver.set("auto_exposure_bias", 2)
    }

    @Test func aBracketOfTimesIsExposedByHandAndThenAsBefore() async throws {
        let before = try await value("auto_exposure")
        let result = try await CommandRunner.run(photo("--bracket", "2ms,10ms,30ms"))
        #expect(result.exitCode == 0, "\(result.messages)")
        let times = try JSONLines.parse(result.output)
            .map { ($0["exposure_time"] as? NSNumber)?.doubleValue }
        #expect(times == [0.002, 0.01, 0.03])
        #expect(try await value("auto_exposure") == before)
    }

    @Test func anInterruptedBracketPutsTheBiasBack() async throws {
        try await VividDriver.set("auto_exposure_bias", 3)
        let run = try await CommandRunner.start(
            photo("--bracket", "-2,-1,-2,-1,-2,-1,-2,-1,-2,-1,-2,-1,-2,-1,-2,-1"))
        #expect(await run.waitForLines(1))
        run.send(SIGINT)
        let result = await run.result()
        #expect(result.exitCode == 130, "\(result.messages)")
        #expect(try await value("auto_exposure_bias") == "3")
        try await VividDriver.set("auto_exposure_bias", 2)
    }

    @Test func aFlashLeavesTheLampAsItWas() async throws {
        try await VividDriver.set("led_mode", 2)
        let result = try await CommandRunner.run(photo("--flash", "on"))
        #expect(result.exitCode == 0, "\(result.messages)")
        #expect(try JSONLines.parse(result.output).first?["flash"] as? Bool == true)
        #expect(try await value("led_mode") == "2")
        try await VividDriver.set("led_mode", 0)
    }
}
