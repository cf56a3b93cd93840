// SPDX-License-Identifier: Apache-2.0
package import FaceValues
import Glibc

/// What is drawn over an image for its faces: the same shapes wherever it is drawn.
package struct FaceOverlay: Sendable, Hashable {
    /// In the order in which they are drawn.
    package var shapes: [OverlayShape] = []

    /// The shapes of faces of one of the images that follow each other.
    ///
    /// - Parameters:
    ///   - faces: in pixels of what is drawn on.
    ///   - codes: in those pixels as well.
    ///   - bounds: of what is drawn on; lines and letters grow with it.
    ///   - layout: that placed the labels of the frame before.
    ///   - obstacles: that labels must not cover.
    ///   - metrics: of the labels; `nil` for those of the font.
    package init(
        faces: [MetadataFaceObject], codes: [MetadataMachineReadableCodeObject] = [],
        style: OverlayStyle = OverlayStyle(), in bounds: Rect, layout: inout LabelLayout,
        around obstacles: [Rect] = [], metrics: LabelMetrics? = nil
    ) {
        let unit = Self.unit(of: bounds.size)
        for face in faces { append(face, style, unit) }
        let metrics = metrics ?? .font(size: bounds.size)
        var texts: [Int: (texts: [String], color: OverlayColor)] = [:]
        var items: [LabelLayout.Item] = []
        for face in faces {
            let choices = Self.texts(of: face, style)
            guard !choices.isEmpty, texts[face.faceID] == nil else { continue }
            texts[face.faceID] = (choices, .color(ofFace: face.faceID))
            items.append(
                LabelLayout.Item(
                    id: face.faceID, box: Self.box(around: face), sizes: choices.map(metrics.size)))
        }
        for (index, code) in codes.enumerated() {
            shapes.append(
                .line(
                    code.corners, isClosed: true, isDashed: false, width: unit,
                    color: Self.codeColor))
            // Faces' labels are placed before.
            let id = Int.max - index
            let text = Self.text(of: code)
            texts[id] = ([text], Self.codeColor)
            items.append(
                LabelLayout.Item(id: id, box: code.bounds, sizes: [metrics.size(of: text)]))
        }
        let placements = layout.place(
            items, in: bounds, around: obstacles, gap: metrics.gap, step: metrics.step)
        for placement in placements {
            guard let (texts, color) = texts[placement.id] else { continue }
            shapes.append(.label(texts[placement.choice], in: placement.rect, color: color))
        }
    }

    /// To be seen on white paper, and no face's.
    private static let codeColor = OverlayColor(red: 224, green: 0, blue: 120)
    /// Characters of a code's text that are drawn.
    private static let codeLimit = 40

    /// What the label of a code says: its text in one line, or what kind of code it is.
    private static func text(of code: MetadataMachineReadableCodeObject) -> String {
        let words = (code.stringValue ?? "").split { character in
            character.isWhitespace
                || character.unicodeScalars.contains {
                    $0.properties.generalCategory == .control
                        || $0.properties.generalCategory == .format
                }
        }
        let text = words.joined(separator: " ")
        if text.isEmpty { return code.symbology.rawValue }
        return text.count > codeLimit ? text.prefix(codeLimit - 1) + "…" : text
    }

    /// The width of a line: 2 pixels in an image of 640x480.
    package static func unit(of size: Size) -> Double {
        max(1, (min(size.width, size.height) / 240).rounded())
    }

    /// The corners of a face's box, turned about its middle by the roll: top left, top right, bottom
    /// right, bottom left of the upright head. Of a head that lies on its side the box is as wide as the head is
    /// high.
    package static func corners(of face: MetadataFaceObject) -> [Point] {
        let roll = face.rollAngle ?? 0
        let radians = roll.isFinite ? roll * .pi / 180 : 0
        let (sine, cosine) = (sin(radians), cos(radians))
        let middle = face.bounds.center
        var (x, y) = (face.bounds.width / 2, face.bounds.height / 2)
        if abs(sine) > abs(cosine) { swap(&x, &y) }
        return [(-x, -y), (x, -y), (x, y), (-x, y)].map { x, y in
            Point(x: middle.x + x * cosine - y * sine, y: middle.y + x * sine + y * cosine)
        }
    }

    private mutating func append(_ face: MetadataFaceObject, _ style: OverlayStyle, _ unit: Double)
    {
        let color = OverlayColor.color(ofFace: face.faceID)
        if style.showsBoxes {
            shapes.append(
                .line(
                    Self.corners(of: face), isClosed: true, isDashed: face.state != .observed,
                    width: unit, color: color))
        }
        if style.showsAxes { appendAxes(of: face, unit) }
        if style.showsLandmarks, let landmarks = face.landmarks {
            for point in landmarks.points {
                shapes.append(.dot(point, radius: unit * 1.5, color: color))
            }
        }
    }

    /// Red to the right of the frame, green up, blue where the nose points; on black, to be seen on any skin.
    private mutating func appendAxes(of face: MetadataFaceObject, _ unit: Double) {
        guard let (middle, ends) = Self.axes(of: face) else { return }
        for (end, color) in zip(ends, OverlayColor.axes) {
            for (width, color) in [(unit * 2, OverlayColor.black), (unit, color)] {
                shapes.append(
                    .line(
                        [middle, end], isClosed: false, isDashed: false, width: width, color: color)
                )
            }
        }
    }

    /// Where the head's own right (as it is seen), up and ahead point to, from the middle of its box; `nil` where
    /// not all of its angles are known.
    package static func axes(of face: MetadataFaceObject) -> (middle: Point, ends: [Point])? {
        guard let roll = face.rollAngle, let yaw = face.yawAngle, let pitch = face.pitchAngle,
            [roll, yaw, pitch].allSatisfy({ abs($0) <= 360 })
        else { return nil }
        let bounds = face.bounds
        let middle = bounds.center
        let length = 0.45 * min(bounds.width, bounds.height)
        func turned(_ x: Double, _ y: Double, _ degrees: Double) -> (Double, Double) {
            let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
            return (x * cosine - y * sine, x * sine + y * cosine)
        }
        // Nodding, then turning, then leaning: pitch lifts the nose, yaw brings it to the left of the frame.
        let ends = [(1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, 1.0)].map { right, down, near in
            let (down, near) = turned(down, near, pitch)
            let (right, _) = turned(right, near, yaw)
            let (x, y) = turned(right, down, roll)
            return Point(x: middle.x + length * x, y: middle.y + length * y)
        }
        return (middle, ends)
    }

    /// The least upright rectangle that holds the turned box.
    private static func box(around face: MetadataFaceObject) -> Rect {
        let corners = corners(of: face)
        let (xs, ys) = (corners.map(\.x), corners.map(\.y))
        return Rect(
            corner: Point(x: xs.min() ?? .nan, y: ys.min() ?? .nan),
            corner: Point(x: xs.max() ?? .nan, y: ys.max() ?? .nan))
    }

    /// What a label says, and what it says where that has no room.
    private static func texts(of face: MetadataFaceObject, _ style: OverlayStyle) -> [String] {
        let text = text(of: face, style)
        let id = "#\(face.faceID)"
        if text.isEmpty { return [] }
        return style.showsIDs && text != id ? [text, id] : [text]
    }

    /// `#3 roll -4 yaw 12 pitch 0`; what is unknown is left out.
    private static func text(of face: MetadataFaceObject, _ style: OverlayStyle) -> String {
        var words: [String] = []
        if style.showsIDs { words.append("#\(face.faceID)") }
        if style.showsAngles {
            for (name, angle) in [
                ("roll", face.rollAngle), ("yaw", face.yawAngle), ("pitch", face.pitchAngle),
            ] {
                if let degrees = angle.flatMap({ Int(exactly: $0.rounded()) }) {
                    words.append("\(name) \(degrees)")
                }
            }
        }
        return words.joined(separator: " ")
    }
}
