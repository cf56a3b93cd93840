// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What `facecap inspect` shows to people of a face track.
struct FacePage {
    let lines: [String]

    private static let shownGaps = 20

    init(_ faces: FaceStatistics) {
        var frames = "\(faces.frameCount.counted("frame")), \(faces.analysedCount) analyzed"
        let reasons = faces.notAnalysedCounts.sorted { $0.key < $1.key }
        frames += reasons.map { ", \($0.value) not (\($0.key))" }.joined()
        if faces.unreadableCount > 0 { frames += ", \(faces.unreadableCount) unreadable" }
        var lines = ["Faces (track \(faces.trackID))", "  " + frames]
        if let mean = faces.meanFaceCount {
            lines.append(
                "  faces in a frame: at most \(faces.maximumFaceCount), "
                    + "\(InspectionPage.number(mean)) on average"
                    + (faces.wrongFaceCount > 0 ? "; \(faces.wrongFaceCount) damaged" : ""))
        }
        if faces.gapCount > 0 {
            let stretches = faces.gapCount.counted("stretch")
            lines.append("  nothing is known in \(stretches):")
            lines += faces.gaps.prefix(Self.shownGaps).map { gap in
                "    from \(InspectionPage.time(gap.start.seconds)) for "
                    + "\(InspectionPage.number(gap.duration.seconds)) s"
            }
        }
        if !faces.faces.isEmpty {
            lines.append("    id  first         last          frames  in view")
            lines += faces.faces.map(Self.row)
        }
        self.lines = lines + InspectionPage.damage(faces.damage)
    }

    private static func row(_ face: FaceStatistics.Face) -> String {
        [
            String(face.id).padded(to: 6, isNumber: true),
            InspectionPage.time(face.first.seconds).padded(to: 12),
            InspectionPage.time(face.last.seconds).padded(to: 12),
            String(face.frameCount).padded(to: 6, isNumber: true),
            InspectionPage.time(face.secondsInView),
        ].joined(separator: "  ")
    }
}
