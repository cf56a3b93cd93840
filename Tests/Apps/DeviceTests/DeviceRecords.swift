// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

/// What the program says of devices and controls, and what the kernel's own tool says.
enum DeviceRecords {
    /// The record of a camera in `facecap devices --json`.
    static func camera(named name: String) async throws -> [String: Any] {
        let result = try await CommandRunner.run(["devices", "--json"])
        #expect(result.exitCode == 0, "\(result.messages)")
        let records = try JSONLines.parse(result.output)
        return try #require(
            records.first { $0["type"] as? String == "camera" && $0["name"] as? String == name },
            "\(result.output)")
    }

    /// The records of `facecap controls --json` for a camera by the names of the controls.
    static func controls(of path: String, _ options: [String] = []) async throws
        -> [String: [String: Any]]
    {
        let result = try await CommandRunner.run(
            ["controls", "--json", "--source", path] + options)
        #expect(result.exitCode == 0, "\(result.messages)")
        let records = try JSONLines.parse(result.output)
        return Dictionary(uniqueKeysWithValues: records.map { ($0["name"] as? String ?? "", $0) })
    }

    /// What the kernel has for a control: the answer of `v4l2-ctl -C`.
    static func driverValue(of control: String, at path: String) async throws -> String {
        let result = try await CommandRunner.run(
            ["-d", path, "-C", control], of: "/usr/bin/v4l2-ctl")
        return result.output.split(separator: ":").last.map {
            $0.trimmingPrefix { $0.isWhitespace }.prefix { !$0.isWhitespace }
        }.map(String.init) ?? ""
    }
}
