// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// A video of a real, moving face that a program feeds into a camera image by image.
@Suite(
    .enabled(
        if: DeviceLab.loopback.isHere && SharedMedia.isAvailable,
        Comment(rawValue: DeviceLab.loopback.absence)))
struct LoopbackFaceTests {
    private struct Frame {
        let isAnalysed: Bool
        var ids: [Int] = []
        /// x, y, width and height of each face in pixels.
        var boxes: [[Double]] = []

        /// The largest difference of a coordinate; infinite where the faces are others.
        func distance(to other: Frame) -> Double {
            guard boxes.count == other.boxes.count else { return .infinity }
            let pairs = zip(boxes.joined(), other.boxes.joined())
            return pairs.map { abs($0 - $1) }.max() ?? 0
        }
    }

    private static let device = "/dev/video9"
    /// Frames before which nothing is compared: late for a detector that has just been loaded.
    private static let warmUp = 6
    /// How raw images of the video lie in a file.
    private static let layout = "-f rawvideo -pix_fmt nv12 -s 640x480 -r 3"

    /// The faces of each frame by a look at all of it, which no load of the machine changes.
    private func frames(_ words: [String]) async throws -> [Frame] {
        let run = try await CommandRunner.run(
            words + [
                "--json", "--no-smoothing", "--scan-every", "1", "--model-dir",
                SharedMedia.path("models"), "--detector", "yunet",
            ])
        #expect(run.exitCode == 0, "\(run.messages)")
        let records = try JSONLines.parse(run.output)
        let frames = records.filter { $0["type"] as? String == "faces" }
        return frames.map { record in
            var frame = Frame(isAnalysed: record["analysed"] as? Bool == true)
            for face in record["faces"] as? [[String: Any]] ?? [] {
                frame.ids.append(face["id"] as? Int ?? -1)
                let bounds = face["bounds"] as? [String: Double] ?? [:]
                frame.boxes.append(
                    [("x", 640.0), ("y", 480), ("width", 640), ("height", 480)].map {
                        (bounds[$0.0] ?? .infinity) * $0.1
                    })
            }
            return frame
        }
    }

    /// The sums of the images of a video.
    private func sums(_ video: String) async throws -> [Substring] {
        let run = try await LabCommand.run(
            "ffmpeg -v error \(video) -fps_mode passthrough -pix_fmt yuv420p -f framemd5 - | "
                + "grep -v '^#'")
        return run.output.split(separator: "\n").compactMap { $0.split(separator: " ").last }
    }

    @Test func aMovingFaceThroughACameraIsThatOfTheFile() async throws {
        let folder = try TemporaryFolder()
        let (raw, movie) = ("\(folder.path)/file", "\(folder.path)/shown.mp4")
        let video = SharedMedia.path("media/videos/cap13_with_speech.mp4")
        let made = try await LabCommand.run(
            "ffmpeg -v error -i \(video) -an -vf scale=640:480 -pix_fmt nv12 -frames:v 40 "
                + "-f rawvideo \(raw)")
        #expect(made.exitCode == 0, "\(made.messages)")
        let feed = try await LabCommand.start(
            "ffmpeg -v error \(Self.layout) -re -stream_loop -1 -i \(raw) -c copy -f v4l2 "
                + Self.device)
        var isCamera = false
        for _ in 0..<100 where !isCamera {
            let answer = try await LabCommand.run(
                "sleep 0.1; v4l2-ctl -d \(Self.device) --list-formats")
            isCamera = answer.output.contains("[0]")
        }
        #expect(isCamera, "\(feed.messages)")
        // Without loss, so that the movie has the very images of the camera.
        let shown = try await frames([
            "record", movie, "--source", Self.device, "--pixel-format", "nv12", "--duration", "10s",
            "--quality", "0", "--preset", "ultrafast",
        ])
        feed.send(SIGTERM)
        _ = await feed.result(within: 10)
        #expect(shown.count >= 20)
        #expect(shown.contains { !$0.boxes.isEmpty })
        let known = Set(try await sums("\(Self.layout) -i \(raw)"))
        #expect(try await sums("-i \(movie)").allSatisfy(known.contains))

        let expected = try await frames(["live", "--source", movie])
        #expect(expected.count == shown.count)
        let pairs = zip(shown, expected).dropFirst(Self.warmUp).filter { $0.0.isAnalysed }
        // On a machine under pressure every third frame is analysed.
        #expect(pairs.count >= 5)
        #expect(pairs.allSatisfy { $0.ids == $1.ids })
        let distances = pairs.map { $0.distance(to: $1) }
        print("\(pairs.count) frames, boxes differ by at most \(distances.max() ?? 0) px")
        #expect(distances.allSatisfy { $0 <= 2 }, "\(distances)")
    }
}
