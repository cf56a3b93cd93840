// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

extension MeshLook {
    /// The heights of eyes and mouth in their widths, in space, so that they do not depend on where the face
    /// looks.
    var openings: DetectedFace.Openings {
        DetectedFace.Openings(
            leftEye: ratio([(160, 144), (158, 153)], across: (33, 133)),
            rightEye: ratio([(385, 380), (387, 373)], across: (362, 263)),
            mouth: ratio([(13, 14)], across: (78, 308)))
    }

    private func ratio(_ heights: [(Int, Int)], across width: (Int, Int)) -> Double {
        let height = heights.reduce(0) { $0 + (points[$1.0] - points[$1.1]).length }
        let length = (points[width.0] - points[width.1]).length
        return length > 0 ? height / (Double(heights.count) * length) : 0
    }
}
