// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What one detection costs on one thread, by source size and detector.
enum DetectionCost {
    static func report() throws {
        var table = Table("detection", "source", "faces", "CPU ms a frame (median)")
        for name in [DetectorSelection.Name.yunet, .haar] {
            for (width, height) in [(640, 360), (1280, 720), (1920, 1080)] {
                for faceCount in [0, 1, 4] {
                    let milliseconds = try measure(name, width, height, faceCount)
                    table.add(
                        "\(name)", "\(width)x\(height)", "\(faceCount)", milliseconds.text(2))
                }
            }
        }
        table.print()
    }

    private static func measure(
        _ name: DetectorSelection.Name, _ width: Int, _ height: Int, _ faceCount: Int
    ) throws -> Double {
        try milliseconds(
            of: DetectorSelection(name: name, threads: 1).makeDetector(), width: width,
            height: height, faceCount: faceCount)
    }

    /// CPU time of the calling thread for a frame, without that for drawing it.
    static func milliseconds(
        of detector: any FaceDetector, width: Int, height: Int, faceCount: Int
    ) throws -> Double {
        let source = try SyntheticCamera(
            SyntheticCamera.Configuration(
                specifier: "faces=\(faceCount),size=\(width)x\(height),pace=fast,frames=25"))
        var hints: [DetectedFace.Hint] = []
        var times: [Double] = []
        while let event = try source.nextEvent() {
            guard case .video(let sample) = event else { continue }
            let start = ThreadClock.milliseconds
            let faces = try detector.scanFaces(
                in: sample.pixelBuffer, orientation: .upright, region: nil, hints: hints)
            times.append(ThreadClock.milliseconds - start)
            hints = faces.map { DetectedFace.Hint(bounds: $0.bounds, rollAngle: $0.rollAngle) }
        }
        return times.median
    }
}
