// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Something that can be drawn of faces, as users name it.
enum OverlayPart: String, Sendable, CaseIterable {
    case boxes, ids, axes, angles, landmarks

    /// What is drawn unless a user says otherwise: the axes tell what the angles tell.
    static let defaults: [OverlayPart] = [.boxes, .ids, .axes, .landmarks]
}

extension OverlayStyle {
    /// The style with these parts and no others.
    init(_ parts: [OverlayPart]) {
        self.init()
        showsBoxes = parts.contains(.boxes)
        showsIDs = parts.contains(.ids)
        showsAxes = parts.contains(.axes)
        showsAngles = parts.contains(.angles)
        showsLandmarks = parts.contains(.landmarks)
    }
}

extension ValueReader<[OverlayPart]> {
    /// Names of parts with commas between them, or `none`.
    static var overlayParts: ValueReader {
        let words = OverlayPart.allCases.map(\.rawValue)
        return ValueReader(
            "PART,...", allowed: "none, or some of " + words.joined(separator: ", "),
            completion: .words(words + ["none"])
        ) { text in
            if text == "none" { return [] }
            let parts = text.split(separator: ",", omittingEmptySubsequences: false)
                .map { OverlayPart(rawValue: String($0)) }
            return parts.contains(nil) ? nil : parts.compactMap(\.self)
        } write: { parts in
            parts.map(\.rawValue).joined(separator: ",")
        }
    }
}
