// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import TestSupport
import Testing

/// Two cameras in one session, on one clock.
@Suite(.enabled(if: DeviceLab.vivid.isHere, Comment(rawValue: DeviceLab.vivid.absence)))
struct VividSeveralCamerasTests {
    @Test func twoCamerasAreRecordedTogether() async throws {
        let folder = try TemporaryFolder()
        let run = try await CommandRunner.run(
            [
                "record", "out.mp4", "--source", "left=\(VividDriver.path)", "--source",
                "right=\(VividDriver.otherPath)", "--duration", "3s", "--json", "--detector",
                "haar", "--region", "0,0,0.1,0.1", "--preset", "ultrafast", "--size", "640x480",
            ], workingDirectory: folder.path)
        #expect(run.exitCode == 0, "\(run.messages)")
        let records = try JSONLines.parse(run.output)
        var starts: [Double] = []
        for name in ["left", "right"] {
            let frames = records.filter {
                $0["type"] as? String == "faces" && $0["camera"] as? String == name
            }
            #expect(frames.count >= 15, "\(name): \(frames.count)")
            let first = try #require(frames.first)
            starts.append(try #require(first["pts"] as? Double))
            // One clock: the time of a frame is that of its capture, whichever the camera.
            let zeros = frames.compactMap { frame -> Double? in
                guard let pts = frame["pts"] as? Double, let ns = frame["monotonic_ns"] as? Int
                else { return nil }
                return Double(ns) / 1e9 - pts
            }
            starts.append(try #require(zeros.first))
            let recorded = frames.filter { $0["outcome"] as? String != "dropped" }.count
            let decoded = try await LabCommand.run(
                "ffprobe -v error -count_frames -select_streams v -show_entries "
                    + "stream=nb_read_frames -of csv=p=0 \(folder.path)/out-\(name).mp4")
            #expect(Int(decoded.output.split(separator: "\n").first ?? "") == recorded)
        }
        #expect(min(starts[0], starts[2]) == 0)
        #expect(abs(starts[1] - starts[3]) < 0.001, "\(starts)")
    }
}
