// SPDX-License-Identifier: Apache-2.0

/// How much further a head is turned than its pose and ``MeshCalibration`` say, by the shape of its mesh.
///
/// The network does not see all of a turn, and what it misses shows in the shape: it reports a head that is turned as
/// one that is bent. The turn is linear in the places of the 400 points which are neither on lips nor on eyelids,
/// times a polynomial of yaw. It was fitted by ridge regression to 2,680 random people of the synthetic camera (motion
/// `wander`, seeds 5001...5160, 6001...6300, 30001...30440, 31001...31440), as ``MeshRefiner`` looks at them, together
/// with 1,823 faces of videos, for which it was to be 0: of real heads the angles are not known, and theirs change by
/// 0.1 (roll, yaw) and 0.3 degrees (pitch) on average.
enum MeshShape {
    /// A point of the mesh.
    struct Point {
        let index: Int
        /// The one on the other side of the face, or the same.
        let mirrorImage: Int
        /// Where it lies on most heads, as ``MeshPose/place(of:)`` measures it.
        let place: Vector
        /// By how many degrees a centimetre along x, y and z turns the head; one such turn for each power of yaw / 45,
        /// none of points on lips and eyelids.
        let turns: [(x: Vector, y: Vector, z: Vector)]
    }

    /// All points of the mesh, those of `mesh-shape.csv` and their mirror images.
    static let points: [Point] = String(decoding: PackageResources.mesh_shape_csv, as: UTF8.self)
        .split(separator: "\n").filter { !$0.hasPrefix("#") }.flatMap { line in
            let numbers = line.split(separator: ",").compactMap { Double($0) }
            let (index, other) = (Int(numbers[0]), Int(numbers[1]))
            let point = Point(index: index, mirrorImage: other, Array(numbers.dropFirst(2)))
            return index == other ? [point] : [point, point.mirrored]
        }

    /// For each point of the mesh the one on the other side of the face.
    static let mirrorImages = points.sorted { $0.index < $1.index }.map(\.mirrorImage)

    /// The part of the turn that depends on the shape, in degrees, where `yaw` is in parts of 45 degrees.
    static func turn(_ mesh: [Vector], on pose: MeshPose, yaw: Double) -> Vector {
        points.reduce(Vector(0, 0, 0)) { sum, point in
            let off = pose.place(of: mesh[point.index]) - point.place
            var power = 1.0
            return point.turns.reduce(sum) {
                defer { power *= yaw }
                return $0 + ($1.x * off.x + $1.y * off.y + $1.z * off.z) * power
            }
        }
    }
}

extension MeshShape.Point {
    /// Reads the numbers of a line, beginning with the place.
    fileprivate init(index: Int, mirrorImage: Int, _ numbers: [Double]) {
        func vector(_ start: Int) -> Vector {
            Vector(numbers[start], numbers[start + 1], numbers[start + 2])
        }
        self.init(
            index: index, mirrorImage: mirrorImage, place: vector(0),
            turns: stride(from: 3, to: numbers.count, by: 9).map {
                (x: vector($0), y: vector($0 + 3), z: vector($0 + 6))
            })
    }

    /// The point of the other side of the face.
    fileprivate var mirrored: Self {
        func mirrored(_ turn: Vector) -> Vector { Vector(turn.x, -turn.y, -turn.z) }
        return Self(
            index: mirrorImage, mirrorImage: index, place: Vector(-place.x, place.y, place.z),
            turns: turns.enumerated().map { power, turn in
                let sign = power.isMultiple(of: 2) ? 1.0 : -1
                return (
                    x: mirrored(turn.x) * -sign, y: mirrored(turn.y) * sign,
                    z: mirrored(turn.z) * sign
                )
            })
    }
}
