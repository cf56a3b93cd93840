// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import VideoDeviceOutput

@Suite(
    .serialized,
    .enabled(if: DeviceLab.loopback.isHere, Comment(rawValue: DeviceLab.loopback.absence)))
struct LoopbackOutputTests {
    private func write(_ device: String, _ options: [String]) async throws -> RunningCommand {
        try await CommandRunner.start(
            [
                "live", "--quiet", "--detector", "haar", "--detect-every", "30", "--source",
                "synthetic:faces=1,size=320x240,fps=10,motion=still", "--to-device", device,
                "--json",
            ] + options)
    }

    @Test func aReaderOfTheDeviceSeesTheImages() async throws {
        let writer = try await write("/dev/video10", ["--duration", "20s"])
        _ = await writer.waitForLines(5)
        let folder = try TemporaryFolder()
        let read = try await CommandRunner.run(
            [
                "-v", "error", "-f", "v4l2", "-i", "/dev/video10", "-frames:v", "3", "-pix_fmt",
                "gray", "-f", "rawvideo", folder.path + "/a.gray",
            ], of: "/usr/bin/ffmpeg")
        writer.send(SIGINT)
        let run = await writer.result()
        #expect(read.exitCode == 0, "\(read.messages)")
        #expect(run.exitCode == 0, "\(run.messages)")
        let bytes = Array(try Data(contentsOf: URL(filePath: folder.path + "/a.gray")))
        #expect(bytes.count == 3 * 320 * 240)
        // A drawn head in front of a backdrop is no even surface.
        #expect(Set(bytes).count > 20)
    }

    /// A device with `exclusive_caps=1` is a camera alone then.
    @Test func aSecondWriterIsToldThatTheDeviceIsTaken() async throws {
        let first = try await write("/dev/video10", ["--duration", "60s"])
        _ = await first.waitForLines(5)
        let refused = try await write("/dev/video10", ["--duration", "60s"]).result()
        first.send(SIGINT)
        let run = await first.result()
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(refused.exitCode == 75, "\(refused.messages)")
        #expect(refused.messages.contains("Another program writes to /dev/video10"))
    }

    @Test func aReaderSeesWhatIsWrittenWithoutBuffers() async throws {
        let calls = try LinuxOutputDeviceCalls(path: "/dev/video10")
        let format = try #require(try calls.setFormat(.planar, width: 320, height: 240))
        #expect(format.imageSize >= format.byteCount)
        let image = [UInt8](repeating: 77, count: format.byteCount)
        func write() throws -> Bool {
            try image.withUnsafeBytes { bytes in
                try calls.write(bytes, withinMilliseconds: 500)
            }
        }
        // The device is a camera from the first frame on.
        #expect(try write())
        let folder = try TemporaryFolder()
        let reader = try await LabCommand.start(
            "ffmpeg -v error -f v4l2 -i /dev/video10 -frames:v 3 -f rawvideo \(folder.path)/seen")
        var isSeen: Bool {
            let file = try? FileManager.default.attributesOfItem(atPath: folder.path + "/seen")
            return file?[.size] as? Int == 3 * image.count
        }
        var count = 0
        while !isSeen, count < 1000 {
            count += 1
            #expect(try write())
            try await Task.sleep(for: .milliseconds(20))
        }
        let run = await reader.result(within: 10)
        #expect(run.exitCode == 0, "\(run.messages)")
        let seen = try Data(contentsOf: URL(filePath: folder.path + "/seen"))
        #expect(seen == Data(image + image + image))
    }

    @Test func aDeviceThatItsLastWriterLeftUnusableSaysHowToMendIt() async throws {
        let device = "/dev/video10"
        let writer = try await LabCommand.start(
            "ffmpeg -v error -f lavfi -i testsrc=s=320x240:r=10 -t 1 -pix_fmt yuv420p -f v4l2 "
                + device)
        _ = await writer.result(within: 20)
        let run = try await write(device, ["--duration", "1s"]).result()
        // Whether it can be used again depends on the version of the module.
        if run.exitCode != 0 {
            #expect(run.exitCode == 69, "\(run.messages)")
            #expect(run.messages.contains("load its module again"), "\(run.messages)")
        }
    }

    @Test func aDeviceThatIsNoOutputIsNamed() async throws {
        let writer = try await write("/dev/null", [])
        let run = await writer.result()
        #expect(run.exitCode != 0 && run.messages.contains("/dev/null"))
    }
}
