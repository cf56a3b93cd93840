// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// Cameras of a driver that can be taken away and given back.
@Suite(.enabled(if: DeviceLab.vivid.isHere, Comment(rawValue: DeviceLab.vivid.absence)))
struct VividDevicesTests {
    private func driver(_ file: String) throws {
        try Data("vivid.0".utf8).write(
            to: URL(filePath: "/sys/bus/platform/drivers/vivid/\(file)"))
    }

    @Test func devicesSaysWhatACameraOffers() async throws {
        let camera = try await DeviceRecords.camera(named: "vivid-000-vid-cap")
        #expect(camera["path"] as? String == "/dev/video0")
        #expect(camera["driver"] as? String == "vivid")
        #expect(camera["bus"] as? String == "platform:vivid-000")
        #expect(camera["busy"] as? Bool == false)
        #expect(camera["reason"] == nil)
        let formats = try #require(camera["formats"] as? [[String: Any]])
        let yuyv = try #require(formats.first { $0["pixel_format"] as? String == "YUYV" })
        let sizes = try #require(yuyv["sizes"] as? [[String: Any]])
        let vga = try #require(
            sizes.first { $0["width"] as? Int == 640 && $0["height"] as? Int == 480 },
            "\(sizes)")
        #expect((vga["frame_rates"] as? [[Double]])?.contains([25, 25]) == true, "\(vga)")
        #expect((camera["controls"] as? [Any])?.isEmpty == false)
    }

    @Test func peopleGetATable() async throws {
        let result = try await CommandRunner.run(["devices"])
        #expect(result.output.contains("camera /dev/video0 - vivid-000-vid-cap\n"))
        #expect(result.output.contains("  state     free\n"), "\(result.output)")
        #expect(result.output.contains("microphone hw:"), "\(result.output)")
        #expect(
            result.output.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(result.output)")
    }

    @Test func aCameraThatStreamsIsBusyAndGoesOn() async throws {
        let live = try await CommandRunner.start([
            "live", "--json", "--source", "/dev/video0", "--detector", "haar",
        ])
        #expect(await live.waitForLines(5))
        let camera = try await DeviceRecords.camera(named: "vivid-000-vid-cap")
        #expect(camera["busy"] as? Bool == true)
        let doctor = try await CommandRunner.run(["doctor", "--json"])
        let finding = try JSONLines.parse(doctor.output).first {
            $0["thing"] as? String == "camera /dev/video0"
        }
        #expect(finding?["status"] as? String != "ok", "\(doctor.output)")
        #expect((finding?["remedy"] as? String)?.isEmpty == false, "\(doctor.output)")
        let count = live.output.split(separator: "\n").count
        #expect(await live.waitForLines(count + 5))
        live.send(SIGINT)
        let result = await live.result()
        #expect(result.exitCode == 0, "\(result.messages)")
    }

    @Test func aCameraIsFoundByItsNameAndByTheWayItsUserSaysThatItLooks() async throws {
        let folder = try TemporaryFolder()
        let environment: [String: String?] = ["XDG_CONFIG_HOME": folder.path]
        func name(of source: String) async throws -> String? {
            let run = try await CommandRunner.run(
                [
                    "live", "--json", "--duration", "200ms", "--detector", "haar", "--source",
                    source,
                ],
                environment: environment)
            guard run.exitCode == 0 else { return nil }
            let session = try JSONLines.parse(run.output).first
            return (session?["source"] as? [String: Any])?["name"] as? String
        }
        #expect(try await name(of: "front") == nil)
        #expect(try await name(of: "VIVID-001") == "/dev/video2")
        for (node, position) in [("/dev/video2", "front"), ("/dev/video0", "back")] {
            let run = try await CommandRunner.run(
                ["devices", "--set-position", "\(node)=\(position)"], environment: environment)
            #expect(run.exitCode == 0 && run.output.isEmpty, "\(run.messages)")
        }
        #expect(try await name(of: "front") == "/dev/video2")
        #expect(try await name(of: "back") == "/dev/video0")
        let several = try await CommandRunner.run(
            ["live", "--source", "vivid"], environment: environment)
        #expect(several.exitCode == 64 && several.messages.contains("/dev/video0"))
        let listed = try await CommandRunner.run(["devices", "--json"], environment: environment)
        let positions = try JSONLines.parse(listed.output).compactMap {
            $0["position"] as? String
        }
        #expect(positions.sorted() == ["back", "front"])
    }

    @Test func camerasThatGoAndComeAreEvents() async throws {
        let watch = try await CommandRunner.start(["devices", "--watch", "--json"])
        let here = try await CommandRunner.run(["devices", "--json"])
        let count = here.output.split(separator: "\n").count
        #expect(await watch.waitForLines(count))
        try driver("unbind")
        #expect(await watch.waitForLines(count + 2), "\(watch.output) \(watch.messages)")
        try driver("bind")
        #expect(await watch.waitForLines(count + 4), "\(watch.output) \(watch.messages)")
        watch.send(SIGINT)
        let result = await watch.result()
        #expect(result.exitCode == 0)
        let events = try JSONLines.parse(result.output).filter {
            $0["name"] as? String == "vivid-000-vid-cap"
        }
        #expect(
            events.compactMap { $0["event"] as? String } == [
                "present", "disappeared", "appeared",
            ], "\(result.output)")
    }
}
