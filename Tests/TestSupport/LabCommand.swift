// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Runs the tools of the device lab's kernel, such as `v4l2-ctl` and `ffmpeg`.
public enum LabCommand {
    /// Runs a line of shell to its end, which has to come within a minute.
    public static func run(_ line: String) async throws -> CommandResult {
        try await CommandRunner.run(["-c", line], of: "/bin/bash")
    }

    /// Starts a line of shell that goes on until it is stopped or ends by itself.
    public static func start(_ line: String) async throws -> RunningCommand {
        try await CommandRunner.start(["-c", "exec \(line)"], of: "/bin/bash")
    }

    /// The first node of a driver that has images, such as `/dev/video0`; empty where there is none.
    public static func camera(driver: String) async throws -> String {
        let nodes = try await run(
            "for node in /dev/video*; do v4l2-ctl -d $node --info | grep -q 'name *: \(driver)$' "
                + "&& v4l2-ctl -d $node --list-formats | grep -q '\\[0\\]' && echo $node; done")
        return nodes.output.split(separator: "\n").first.map(String.init) ?? ""
    }

    /// The mean of red, green and blue of the first frame of a video, 0...255.
    public static func meanColor(of video: String) async throws -> [Double] {
        let bytes = try await run(
            "ffmpeg -v error -i \(video) -frames:v 1 -vf scale=1:1:flags=area -pix_fmt rgb24 "
                + "-f rawvideo - | od -An -tu1")
        return bytes.output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    }
}
