// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// Where faces went in the last moments: lines behind the middles of their boxes.
///
/// Points are kept in the space in which the faces are given, such as the normalized image.
package struct FaceTrails: Sendable {
    private struct Step {
        let time: MediaTime
        let point: Point
    }

    /// How long a trail is.
    package let duration: MediaTime
    /// For each face its paths, oldest first; a new one begins where the face was away in between.
    private var paths: [Int: [[Step]]] = [:]
    private var lastIDs: Set<Int> = []

    /// Faces at once whose trails are kept; of more, those with the least numbers.
    private static let faceLimit = 4096

    /// Trails of nobody yet.
    package init(duration: MediaTime) { self.duration = duration }

    /// Takes the faces of the next frame, and forgets what is older than the trails are long, or later.
    package mutating func append(_ faces: [MetadataFaceObject], at time: MediaTime) {
        for face in faces.prefix(Self.faceLimit) {
            let step = Step(time: time, point: face.bounds.center)
            if lastIDs.contains(face.faceID), let last = paths[face.faceID]?.indices.last {
                paths[face.faceID]?[last].append(step)
            } else {
                paths[face.faceID, default: []].append([step])
            }
        }
        lastIDs = Set(faces.map(\.faceID))
        let start = time.since(duration)
        for (id, old) in paths {
            let left = old.map { path in path.filter { $0.time >= start && $0.time <= time } }
                .filter { !$0.isEmpty }
            paths[id] = left.isEmpty ? nil : left
        }
    }

    /// The lines, below which nothing else should be drawn.
    ///
    /// - Parameters:
    ///   - width: of a line, in pixels.
    ///   - place: from the space of the faces to pixels.
    package func shapes(width: Double, place: (Point) -> Point) -> [OverlayShape] {
        paths.sorted { $0.key < $1.key }.flatMap { id, paths in
            paths.filter { $0.count > 1 }.map { path in
                .line(
                    path.map { place($0.point) }, isClosed: false, isDashed: false, width: width,
                    color: .color(ofFace: id))
            }
        }
    }
}
