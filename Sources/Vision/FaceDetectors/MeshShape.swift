// SPDX-License-Identifier: Apache-2.0
import Glibc

/// How much further a head is turned than its pose and ``MeshCalibration`` say, by the shape of its mesh.
///
/// The network does not see all of a turn, and what it misses shows in the shape: it reports a head that is turned as
/// one that is bent. The turn is linear in the places of the 400 points which are neither on lips nor on eyelids,
/// times ``products``. It was fitted by ridge regression to the 560 strongest principal components, even and odd, of
/// 273,000 looks of ``MeshRefiner`` at random people: 6,700 of the synthetic camera (motion `wander`, 40 poses, three a second,
/// seeds 30001...31500, 36001...36900 and 40001...41900; with `size=480x360,noise=4` 32001...32400, 34001...34700
/// and 42001...43000; with `size=240x180,noise=2` 33001...33150 and 43001...43150) and 780 of another renderer,
/// which count three times, 250 of them small, noisy and compressed. Faces of eight videos take part as well, beside the same
/// ones in half the size, with noise, compressed further or mirrored, with which they were to agree, and so do 14,300 pairs of
/// looks at the same image of a drawn person by two crops. What it adds to the 14 videos at hand was to be 0, as the angles of
/// real heads are not known: in the mean square it is 1.1 degrees about x, 0.6 about y and 0.3 about z. Twice as many people
/// made the errors 1 to 3 % smaller, regression trees on what is left would make them 4 % smaller: the rest does not show in the
/// mesh.
enum MeshShape {
    /// A point of the mesh.
    struct Point {
        let index: Int
        /// The one on the other side of the face, or the same.
        let mirrorImage: Int
        /// Where it lies on most heads, as ``MeshPose/place(of:)`` measures it.
        let place: Vector
        /// By how many degrees a centimeter along x, y and z turns the head; one such turn for each of
        /// ``MeshShape/products``, none of points on lips and eyelids.
        let turns: [(x: Vector, y: Vector, z: Vector)]
    }

    /// The powers of yaw / 45 and pitch / 25 whose products the turns of a point are multiplied by.
    static let products: [(yaw: Int, pitch: Int)] = [
        (0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (0, 1), (1, 1), (2, 1),
    ]

    /// All points of the mesh, those of `mesh-shape.csv` and their mirror images.
    static let points: [Point] = PackageResources.mesh_shape_csv
        .split(separator: UInt8(ascii: "\n")).filter { $0.first != UInt8(ascii: "#") }.flatMap {
            line in
            let numbers = line.split(separator: UInt8(ascii: ",")).map(number)
            let (index, other) = (Int(numbers[0]), Int(numbers[1]))
            let point = Point(index: index, mirrorImage: other, Array(numbers.dropFirst(2)))
            return index == other ? [point] : [point, point.mirrored]
        }

    /// For each point of the mesh the one on the other side of the face.
    static let mirrorImages = points.sorted { $0.index < $1.index }.map(\.mirrorImage)

    /// Reads the table, which else the first look at a face does.
    static func load() { _ = (points, turningPoints, turns, mirrorImages) }

    /// The nearest number to a decimal fraction of at most 15 digits.
    static func number(_ digits: ArraySlice<UInt8>) -> Double {
        var (value, unit, isFraction) = (0.0, 1.0, false)
        for digit in digits {
            switch digit {
            case UInt8(ascii: "-"): unit = -unit
            case UInt8(ascii: "."): isFraction = true
            default:
                value = 10 * value + Double(digit - UInt8(ascii: "0"))
                if isFraction { unit *= 10 }
            }
        }
        return value / unit
    }

    /// The points that tell of a turn, and their turns one after the other.
    private static let turningPoints = points.filter { !$0.turns.isEmpty }
        .map { (index: $0.index, place: $0.place) }
    private static let turns = points.flatMap(\.turns)

    /// The part of the turn that depends on the shape, in degrees, where `yaw` is in parts of 45 degrees and `pitch` in
    /// parts of 25.
    static func turn(_ mesh: [Vector], on pose: MeshPose, yaw: Double, pitch: Double) -> Vector {
        let factors = products.map { pow(yaw, Double($0.yaw)) * pow(pitch, Double($0.pitch)) }
        return turns.withUnsafeBufferPointer { turns in
            var sum = Vector(0, 0, 0)
            var next = 0
            for point in turningPoints {
                let off = pose.place(of: mesh[point.index]) - point.place
                for factor in factors {
                    let turn = turns[next]
                    sum = sum + (turn.x * off.x + turn.y * off.y + turn.z * off.z) * factor
                    next += 1
                }
            }
            return sum
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
            turns: zip(MeshShape.products, turns).map { product, turn in
                let sign = product.yaw.isMultiple(of: 2) ? 1.0 : -1
                return (
                    x: mirrored(turn.x) * -sign, y: mirrored(turn.y) * sign,
                    z: mirrored(turn.z) * sign
                )
            })
    }
}
