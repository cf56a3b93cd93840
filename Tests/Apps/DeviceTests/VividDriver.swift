// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport

/// The driver of the virtual cameras: what goes wrong with it, on request.
enum VividDriver {
    /// Where the camera of these tests is now.
    static var path: String { node(named: "vivid-000-vid-cap") ?? "/dev/video0" }

    /// Where the other one is.
    static var otherPath: String { node(named: "vivid-001-vid-cap") ?? "/dev/video2" }

    /// Where the camera is whose images lie in several planes of memory.
    static var multiplanarPath: String { node(named: "vivid-002-vid-cap") ?? "/dev/video4" }

    /// A node of the driver that gives no images.
    static var outputPath: String { node(named: "vivid-001-vid-out") ?? "/dev/video3" }

    private static func node(named name: String) -> String? {
        let folder = "/sys/class/video4linux"
        let nodes = try? FileManager.default.contentsOfDirectory(atPath: folder)
        return nodes?.first { node in
            let text = try? String(contentsOfFile: "\(folder)/\(node)/name", encoding: .utf8)
            return text?.split(separator: "\n").first.map(String.init) == name
        }.map { "/dev/\($0)" }
    }

    /// Takes all its cameras away, as if they were unplugged.
    static func unbind() throws { try write("vivid.0", to: "unbind") }

    /// Brings them back.
    static func bind() throws { try write("vivid.0", to: "bind") }

    /// Sets a control of the camera by its name.
    static func set(_ control: String, _ value: Int = 1) async throws {
        let run = try await CommandRunner.run(
            ["-d", path, "-c", "\(control)=\(value)"], of: "/usr/bin/v4l2-ctl")
        guard run.exitCode == 0, run.messages.isEmpty else { throw Refusal(reason: run.messages) }
    }

    struct Refusal: Error {
        let reason: String
    }

    private static func write(_ text: String, to name: String) throws {
        let path = "/sys/bus/platform/drivers/vivid/\(name)"
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        defer { try? file.close() }
        try file.write(contentsOf: Data(text.utf8))
    }
}
