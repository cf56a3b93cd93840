// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// Faces that go into the virtual camera's output and come out of its input.
@Suite(
    .enabled(
        if: DeviceLab.vivid.isHere && SharedMedia.isAvailable,
        Comment(rawValue: DeviceLab.vivid.absence)))
struct VividLoopTests {
    private struct Face: Equatable {
        let id: Int
        /// x, y, width and height in pixels.
        let box: [Double]
    }

    private func faces(_ source: String, _ arguments: [String] = []) async throws -> [[Face]] {
        let run = try await CommandRunner.run(
            [
                "live", "--json", "--no-smoothing", "--source", source, "--model-dir",
                SharedMedia.path("models"), "--detector", "yunet",
            ] + arguments)
        #expect(run.exitCode == 0, "\(run.messages)")
        return try JSONLines.parse(run.output).filter { $0["analysed"] as? Bool == true }.map {
            ($0["faces"] as? [[String: Any]] ?? []).compactMap { face in
                guard let id = face["id"] as? Int,
                    let bounds = face["bounds"] as? [String: Double]
                else { return nil }
                let shares = [("x", 1280.0), ("y", 720), ("width", 1280), ("height", 720)]
                return Face(id: id, box: shares.map { (bounds[$0.0] ?? .infinity) * $0.1 })
            }.sorted { $0.id < $1.id }
        }
    }

    @Test func facesThroughACameraAreThoseOfTheFile() async throws {
        let folder = try TemporaryFolder()
        let clip = SharedMedia.path("media/procedural/proc_four.mp4")
        // A moment with several faces, held for as long as it takes.
        let made = try await LabCommand.run(
            "cd \(folder.path) && ffmpeg -v error -ss 1 -i \(clip) -frames:v 1 -vf scale=1280:720 "
                + "-pix_fmt nv12 -f rawvideo one && for i in 1 2 3 4 5 6; do cat one; done > six && "
                + "ffmpeg -v error -f rawvideo -pix_fmt nv12 -s 1280x720 -r 30 -i six -c:v rawvideo "
                + "six.nut && v4l2-ctl -d3 --set-dv-bt-timings index=5 && "
                + "v4l2-ctl -d2 --set-dv-bt-timings index=5 && "
                + "v4l2-ctl -d2 -c loop_video=1,osd_text_mode=2 && v4l2-ctl -d3 --set-fmt-video-out="
                + "width=1280,height=720,pixelformat=NV12")
        #expect(made.exitCode == 0, "\(made.messages)")
        let fromFile = try #require(try await faces("\(folder.path)/six.nut").last)
        #expect(fromFile.count >= 2)

        let feed = try await LabCommand.start(
            "v4l2-ctl -d3 --stream-out-mmap --stream-loop --stream-from=\(folder.path)/six "
                + "> /dev/null 2>&1")
        let fromCamera = try await faces(
            "/dev/video2",
            [
                "--pixel-format", "nv12", "--size", "1280x720", "--duration", "10s",
                "--detect-every", "5",
            ])
        feed.send(SIGTERM)
        _ = await feed.result(within: 10)
        // Before the first frame arrives the camera shows noise.
        let settled = fromCamera.suffix(3)
        #expect(settled.count == 3)
        for frame in settled {
            #expect(frame.map(\.id) == fromFile.map(\.id))
            for (left, right) in zip(frame, fromFile) {
                let distance = zip(left.box, right.box).map { abs($0 - $1) }.max() ?? .infinity
                #expect(distance <= 2, "\(left) and \(right)")
            }
        }
    }
}
