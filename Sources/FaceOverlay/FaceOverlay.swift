public import FaceValues
import Glibc

/// What is drawn over a picture for its faces: the same shapes wherever it is drawn.
public struct FaceOverlay: Sendable, Hashable {
    /// In the order in which they are drawn.
    public var shapes: [OverlayShape] = []

    /// Nothing.
    public init() {}

    /// The shapes of faces.
    ///
    /// - Parameters:
    ///   - faces: in pixels of what is drawn on.
    ///   - size: of what is drawn on; lines and letters grow with it.
    public init(faces: [FaceObject], style: OverlayStyle = OverlayStyle(), size: Size) {
        let unit = Self.unit(of: size)
        for face in faces { append(face, style, unit) }
    }

    /// The width of a line: 2 pixels in a picture of 640x480.
    public static func unit(of size: Size) -> Double {
        max(1, (min(size.width, size.height) / 240).rounded())
    }

    /// The corners of a face's box, turned about its middle by the roll: top left, top right, bottom
    /// right, bottom left of the upright head.
    public static func corners(of face: FaceObject) -> [Point] {
        let radians = (face.rollAngle ?? 0) * .pi / 180
        let (sine, cosine) = (sin(radians), cos(radians))
        let middle = Point(
            x: face.bounds.x + face.bounds.width / 2, y: face.bounds.y + face.bounds.height / 2)
        let (x, y) = (face.bounds.width / 2, face.bounds.height / 2)
        return [(-x, -y), (x, -y), (x, y), (-x, y)].map { x, y in
            Point(x: middle.x + x * cosine - y * sine, y: middle.y + x * sine + y * cosine)
        }
    }

    private mutating func append(_ face: FaceObject, _ style: OverlayStyle, _ unit: Double) {
        let color = OverlayColor.color(ofFace: face.faceID)
        if style.showsBoxes {
            shapes.append(
                .line(
                    Self.corners(of: face), isClosed: true, isDashed: face.state != .observed,
                    width: unit, color: color))
        }
        if style.showsLandmarks, let landmarks = face.landmarks {
            for point in landmarks.points {
                shapes.append(.dot(point, radius: unit * 1.5, color: color))
            }
        }
        let text = Self.text(of: face, style)
        if !text.isEmpty {
            let corner = Point(x: face.bounds.x, y: face.bounds.y - unit * 2)
            shapes.append(.label(text, at: corner, height: max(12, unit * 8), color: color))
        }
    }

    /// `#3 roll -4 yaw 12 pitch 0`; what is unknown is left out.
    private static func text(of face: FaceObject, _ style: OverlayStyle) -> String {
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
