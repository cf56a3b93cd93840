import Facecap

/// What one detection costs, by source size and detector.
enum DetectionCost {
    static func report() throws {
        var table = Table("detection", "source", "faces", "ms a frame (median)")
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
        let detector = try DetectorSelection(name: name).makeDetector()
        let source = try SyntheticCamera(
            SyntheticCamera.Configuration(
                specifier: "faces=\(faceCount),size=\(width)x\(height),pace=fast,frames=40"))
        var hints: [FaceHint] = []
        var times: [Double] = []
        while let event = try source.nextEvent() {
            guard case .video(let sample) = event else { continue }
            let start = MonotonicClock.nowNanoseconds
            let faces = try detector.detectFaces(
                in: sample.pixelBuffer, orientation: .upright, region: nil, hints: hints)
            times.append(Double(MonotonicClock.nowNanoseconds - start) / 1e6)
            hints = faces.map { FaceHint(bounds: $0.bounds, rollAngle: $0.rollAngle) }
        }
        return times.median
    }
}
