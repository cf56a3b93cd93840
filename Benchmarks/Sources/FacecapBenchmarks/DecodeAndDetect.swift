// SPDX-License-Identifier: Apache-2.0
import Facecap

/// The floor the whole program is measured against: decode and detect, nothing else; run in a process
/// of its own as `FacecapBenchmarks decode-and-detect FILE`.
enum DecodeAndDetect {
    static func run(_ file: String) throws {
        let source = try MediaFileSource(file, options: .init(wantsAudio: false))
        let detector = try DetectorSelection().makeDetector()
        var hints: [DetectedFace.Hint] = []
        var (frameCount, faceCount) = (0, 0)
        while let event = try source.nextEvent() {
            guard case .video(let sample) = event else { continue }
            let (image, orientation) = (sample.pixelBuffer, sample.orientation)
            // As the program does it.
            let faces =
                try frameCount.isMultiple(of: 16)
                ? detector.detectFaces(
                    in: image, orientation: orientation, region: nil, hints: hints)
                : detector.scanFaces(
                    in: image, orientation: orientation, region: nil, hints: hints)
            frameCount += 1
            hints = faces.map { DetectedFace.Hint(bounds: $0.bounds, rollAngle: $0.rollAngle) }
            faceCount += faces.count
        }
        print(faceCount)
    }
}
