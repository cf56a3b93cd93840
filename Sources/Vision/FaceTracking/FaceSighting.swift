// SPDX-License-Identifier: Apache-2.0
import FaceValues

/// A detection as faces are told apart by.
struct FaceSighting {
    /// What the detector said.
    private(set) var face: DetectedFace
    /// Where that is as if the camera had never moved.
    let bounds: Rect
    /// How far the camera has moved what it sees since the beginning, in pixels.
    let camera: Point
    /// Whether another detection lies over a part of it.
    let isCrowded: Bool

    /// The detections of a frame, surest first, where the camera has moved everything by `camera`.
    static func sightings(_ faces: [DetectedFace], camera: Point) -> [FaceSighting] {
        faces.indices.map { index in
            let bounds = faces[index].bounds
            let isCrowded = faces.indices.contains {
                $0 != index && bounds.isCrowded(by: faces[$0].bounds)
            }
            return FaceSighting(
                face: faces[index], bounds: bounds.moved(x: -camera.x, y: -camera.y),
                camera: camera, isCrowded: isCrowded)
        }
    }

    /// Makes the angles of faces less sure that other detections, or faces that are expected in places, are near.
    static func doubtAngles(of sightings: inout [FaceSighting], beside places: [Rect]) {
        let all = sightings.map(\.bounds) + places
        for index in sightings.indices {
            var nearness = 0.0
            for other in all.indices where other != index {
                nearness = max(nearness, all[index].nearness(of: all[other]))
            }
            sightings[index].face.doubtAngles(nearness: nearness)
        }
    }
}

extension Rect {
    /// What shares more of a face's own area hides a part of it.
    private static let crowdingShare = 0.08

    /// Whether another rectangle lies over a part of this one.
    func isCrowded(by other: Rect) -> Bool {
        other.intersection(self).area > Self.crowdingShare * area
    }

    /// Whether this and the other rectangle share more than a part of the smaller one.
    func covers(_ part: Double, of other: Rect) -> Bool {
        intersection(other).area > part * min(area, other.area)
    }

    /// The rectangle elsewhere.
    func moved(x: Double, y: Double) -> Rect {
        Rect(x: self.x + x, y: self.y + y, width: width, height: height)
    }
}
