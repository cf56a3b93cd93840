// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// The program with the USB camera as a depth camera, which shows 1000 to 1319 mm from left to right,
/// beside the synthetic camera.
@Suite(.enabled(if: DeviceLab.usbCamera.isHere, Comment(rawValue: DeviceLab.usbCamera.absence)))
struct UsbCamDepthTests {
    private static let source = [
        "--source", "synthetic:size=640x480,faces=1,motion=still,fps=15", "--detector", "haar",
    ]

    /// The node of the USB camera's images: the one that lists a format of distances.
    private func depthCamera() async throws -> String {
        let folder = "/dev/"
        for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        where name.hasPrefix("video") {
            let formats = try await CommandRunner.run(
                ["-d", folder + name, "--list-formats"], of: "/usr/bin/v4l2-ctl")
            if formats.output.contains("'Z16 '") { return folder + name }
        }
        throw CocoaError(.fileNoSuchFile)
    }

    @Test func aPhotoHasTheDistancesBesideIt() async throws {
        let folder = try TemporaryFolder()
        let result = try await CommandRunner.run(
            ["photo", folder.path + "/p.jpg", "--json", "--depth", depthCamera()] + Self.source)
        #expect(result.exitCode == 0, "\(result.messages)")
        #expect(folder.contents == ["p.depth.png", "p.jpg"])
        let raw = try await CommandRunner.run(
            [
                "-v", "error", "-i", folder.path + "/p.depth.png", "-f", "rawvideo", "-pix_fmt",
                "gray16le", folder.path + "/p.raw",
            ], of: "/usr/bin/ffmpeg")
        #expect(raw.exitCode == 0, "\(raw.messages)")
        let bytes = try Data(contentsOf: URL(filePath: folder.path + "/p.raw"))
        #expect(bytes.count == 320 * 240 * 2)
        #expect(bytes.prefix(4) == Data([0xE8, 0x03, 0xE9, 0x03]))
    }

    @Test func facesHaveTheDistanceOfTheirPlace() async throws {
        let run = try await CommandRunner.run(
            ["live", "--json", "--duration", "4s", "--depth", depthCamera()] + Self.source)
        #expect(run.exitCode == 0, "\(run.messages)")
        let faces = try JSONLines.parse(run.output).compactMap { $0["faces"] as? [[String: Any]] }
            .joined()
        let measured = faces.filter { $0["distance"] != nil }
        #expect(measured.count >= 5, "\(measured.count) of \(faces.count)\n\(run.output)")
        for face in measured {
            let bounds = try #require(face["bounds"] as? [String: Double])
            let middle = try #require(bounds["x"]) + #require(bounds["width"]) / 2
            let distance = try #require(face["distance"] as? Double)
            #expect(abs(distance - (1 + 0.32 * middle)) < 0.003)
            #expect(face["state"] as? String == "observed")
        }
    }

    @Test func aRecordingHasTheDistancesOfEveryImageBesideIt() async throws {
        let folder = try TemporaryFolder()
        let run = try await CommandRunner.run(
            [
                "record", folder.path + "/out.mp4", "--duration", "4s", "--depth",
                depthCamera(), "--json",
            ] + Self.source)
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(folder.contents == ["out.depth.mkv", "out.mp4"])
        let raw = folder.path + "/raw"
        let decoded = try await CommandRunner.run(
            [
                "-v", "error", "-i", folder.path + "/out.depth.mkv", "-fps_mode", "passthrough",
                "-f", "rawvideo", "-pix_fmt", "gray16le", raw,
            ], of: "/usr/bin/ffmpeg")
        #expect(decoded.exitCode == 0, "\(decoded.messages)")
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: raw)))
        let slope = (1000..<1320).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let size = 320 * 240 * 2
        #expect(bytes.count >= 5 * size && bytes.count.isMultiple(of: size))
        #expect(
            stride(from: 0, to: bytes.count, by: slope.count).allSatisfy {
                bytes[$0..<min($0 + slope.count, bytes.count)].elementsEqual(slope)
            })
        let times = try await CommandRunner.run(
            [
                "-v", "error", "-show_entries", "packet=pts_time", "-of", "csv=p=0",
                folder.path + "/out.depth.mkv",
            ], of: "/usr/bin/ffprobe"
        ).output.split(separator: "\n").compactMap { Double($0) }
        #expect(times.count == bytes.count / size)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        // Matroska's times are whole milliseconds: 3.9996 s is 4.0.
        #expect(times.allSatisfy { (0...4).contains($0) }, "\(times)")
        // The camera gives 15 frames a second; on a slow machine some give way to the movie.
        let intervals = zip(times, times.dropFirst()).map { $1 - $0 }.sorted()
        #expect(abs(intervals[intervals.count / 2] - 1.0 / 15) < 0.01, "\(times)")
    }

    @Test func aCameraWithoutDistancesIsRefused() async throws {
        let run = try await CommandRunner.run(
            ["live", "--json", "--duration", "1s", "--depth", "/dev/video0"] + Self.source)
        #expect(run.exitCode != 0)
        #expect(run.messages.contains("/dev/video0"), "\(run.messages)")
    }
}
