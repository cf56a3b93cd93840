// SPDX-License-Identifier: Apache-2.0
import FaceValues

@testable import FaceRedaction

/// A video of 25 frames a second with one or more faces, as a detector saw them.
struct Video {
    static let size = Size(width: 1000, height: 1000)

    var plan: RedactionPlan

    init(_ settings: RedactionSettings = RedactionSettings(method: .blur)) {
        plan = RedactionPlan(settings: settings)
    }

    static func time(_ frame: Int) -> MediaTime { MediaTime(value: Int64(frame), timescale: 25) }

    static func face(_ id: Int = 1, x: Double, y: Double = 0.45, side: Double = 0.1)
        -> MetadataFaceObject
    {
        MetadataFaceObject(
            faceID: id, bounds: Rect(x: x, y: y, width: side, height: side), confidence: 0.9)
    }

    static func observation(
        _ frame: Int, _ faces: [MetadataFaceObject], outcome: FrameLedger.Outcome = .analysed
    ) -> FaceObservation {
        FaceObservation(
            frame: FrameID(frame), presentationTime: time(frame), captureNanoseconds: 0,
            outcome: outcome, faces: faces)
    }

    /// Adds frames, each with what `faces` says of it.
    mutating func append(
        _ frames: Range<Int>, outcome: FrameLedger.Outcome = .analysed,
        _ faces: (Int) -> [MetadataFaceObject] = { _ in [] }
    ) {
        for frame in frames { plan.append(Self.observation(frame, faces(frame), outcome: outcome)) }
    }

    func cover(_ frame: Int) -> FrameCover { plan.cover(at: Self.time(frame), in: Self.size) }

    /// Whether the whole of a normalized box is covered.
    func covers(_ box: Rect, in frame: Int) -> Bool {
        let points = [
            box.origin, Point(x: box.maxX, y: box.y), Point(x: box.x, y: box.maxY),
            Point(x: box.maxX, y: box.maxY), box.center,
        ]
        return points.allSatisfy { covers($0, in: frame) }
    }

    func covers(_ point: Point, in frame: Int) -> Bool {
        guard case .regions(let polygons) = cover(frame) else { return true }
        let place = Point(x: point.x * Self.size.width, y: point.y * Self.size.height)
        return polygons.contains { $0.contains(place) }
    }
}

extension [Point] {
    /// Whether a convex polygon, in the order of ``ConvexHull``, holds a point.
    func contains(_ point: Point) -> Bool {
        count > 2
            && indices.allSatisfy { index in
                let (a, b) = (self[index], self[(index + 1) % count])
                return (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) >= -1e-9
            }
    }
}
