// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// Controls of a driver that has those of a camera; each test leaves them at their defaults.
@Suite(
    .enabled(if: DeviceLab.vivid.isHere, Comment(rawValue: DeviceLab.vivid.absence)), .serialized)
struct VividControlsTests {
    private let camera = "/dev/video0"

    private func set(_ settings: String...) async throws -> CommandResult {
        try await CommandRunner.run(
            ["controls", "--source", camera] + settings.flatMap { ["--set", $0] })
    }

    private func reset() async throws {
        let result = try await CommandRunner.run(["controls", "--source", camera, "--reset"])
        #expect(result.exitCode == 0, "\(result.messages)")
    }

    @Test func controlsHaveRealUnits() async throws {
        let controls = try await DeviceRecords.controls(of: camera)
        let exposure = try #require(controls["exposure-duration"])
        #expect(exposure["unit"] as? String == "s")
        #expect(exposure["minimum"] as? Double == 0.0001)
        #expect(exposure["maximum"] as? Double == 1)
        #expect(exposure["default"] as? Double == 0.0333)
        #expect(controls["iso"]?["choices"] as? [Double] == [100, 200, 400, 800, 1600, 3200])
        #expect(controls["exposure-bias"]?["choices"] as? [Double] == [-2, -1, 0, 1, 2])
        #expect(controls["zoom"]?["maximum"] as? Double == 8)
        #expect(
            controls["exposure-mode"]?["choices"] as? [String] == [
                "locked", "custom", "continuous", "aperture-priority",
            ])
        #expect(
            controls["power-line-frequency"]?["choices"] as? [String] == [
                "off", "50", "60", "auto",
            ])
    }

    @Test func whatIsSetReachesTheDriver() async throws {
        let result = try await set(
            "lens-position=0", "exposure-duration=0.01", "iso=800", "temperature=3000",
            "brightness=200", "zoom=2", "torch-mode=on", "exposure-bias=-1",
            "power-line-frequency=50")
        #expect(result.exitCode == 0, "\(result.messages)")
        let expected = [
            "focus_automatic_continuous": "0", "focus_absolute": "1023", "auto_exposure": "1",
            "exposure_time_absolute": "100", "iso_sensitivity_auto": "0", "iso_sensitivity": "3",
            "white_balance_automatic": "0", "white_balance_temperature": "3000",
            "brightness": "200", "zoom_absolute": "200", "led_mode": "2",
            "auto_exposure_bias": "1", "power_line_frequency": "1",
        ]
        for (control, value) in expected {
            #expect(
                try await DeviceRecords.driverValue(of: control, at: camera) == value, "\(control)")
        }
        try await reset()
        for (control, value) in [
            "focus_automatic_continuous": "1", "auto_exposure": "0", "brightness": "128",
            "zoom_absolute": "100", "led_mode": "0", "white_balance_automatic": "1",
        ] {
            #expect(
                try await DeviceRecords.driverValue(of: control, at: camera) == value, "\(control)")
        }
    }

    @Test func theFocusLooksAsFarAsItIsToldAndSaysWhatItDoes() async throws {
        let controls = try await DeviceRecords.controls(of: camera)
        #expect(controls["focus-status"]?["value"] as? String == "idle")
        let result = try await set("auto-focus-range=near")
        #expect(result.exitCode == 0, "\(result.messages)")
        #expect(try await DeviceRecords.driverValue(of: "auto_focus_range", at: camera) == "2")
        try await reset()
        #expect(try await DeviceRecords.driverValue(of: "auto_focus_range", at: camera) == "0")
    }

    @Test func oneImpossibleValueChangesNothing() async throws {
        let result = try await set("brightness=77", "exposure-duration=5")
        #expect(result.exitCode == 64)
        #expect(
            result.messages.contains(
                "exposure-duration 5 is not possible: 0.0001 to 1 s in steps of 0.0001."))
        #expect(try await DeviceRecords.driverValue(of: "brightness", at: camera) == "128")
    }

    @Test func unknownNamesComeWithASuggestion() async throws {
        let result = try await set("brigthness=77")
        #expect(result.exitCode == 64)
        #expect(result.messages.contains("did you mean brightness?"), "\(result.messages)")
        let missing = try await set("iris=3")
        #expect(missing.exitCode == 69)
        #expect(missing.messages.contains("no control iris, only focus-mode, "))
    }

    @Test func aCameraThatIsCapturedFromCanBeChanged() async throws {
        let live = try await CommandRunner.start([
            "live", "--json", "--source", camera, "--detector", "haar",
        ])
        #expect(await live.waitForLines(5))
        let result = try await set("contrast=99")
        #expect(result.exitCode == 0, "\(result.messages)")
        #expect(try await DeviceRecords.driverValue(of: "contrast", at: camera) == "99")
        let count = live.output.split(separator: "\n").count
        #expect(await live.waitForLines(count + 5))
        live.send(SIGINT)
        #expect(await live.result().exitCode == 0)
        try await reset()
    }
}
