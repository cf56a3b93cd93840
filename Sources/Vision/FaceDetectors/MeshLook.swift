// SPDX-License-Identifier: Apache-2.0
internal import CFaceNetworks
internal import COpenCV
internal import CaptureSamples
internal import FaceValues
import Glibc

/// What the mesh says of one crop.
struct MeshLook {
    /// x and y of each point in pixels of the stored image, then z in such pixels, away from the camera.
    let points: [Vector]
    /// How sure the network is that there is a face, as a logit.
    let logit: Double
    /// How sure the network is that there is a face, 0...1.
    var presence: Double { 1 / (1 + exp(-logit)) }

    /// Takes the numbers of the shim for a crop; what is seen of a mirrored one is exchanged back.
    init(_ values: ArraySlice<Float>, in crop: FacecapCrop) {
        let scale = crop.side / Double(FACECAP_MESH_SIDE)
        let middle = Double(FACECAP_MESH_SIDE) / 2
        let turn = crop.turn_degrees * .pi / 180
        let cosine = cos(turn) * scale
        let sine = sin(turn) * scale
        let isMirrored = crop.is_mirrored != 0
        let start = values.startIndex
        points = (0..<Int(FACECAP_MESH_POINTS)).map { index in
            let place = start + 3 * (isMirrored ? MeshShape.mirrorImages[index] : index)
            let right = Double(values[place]) - middle
            let x = isMirrored ? -right : right
            let y = Double(values[place + 1]) - middle
            return Vector(
                crop.center_x + x * cosine - y * sine, crop.center_y + x * sine + y * cosine,
                Double(values[place + 2]) * scale)
        }
        logit = Double(values[start + 3 * Int(FACECAP_MESH_POINTS)])
    }

    /// The mean of the points of looks, which count as much as their weights; at least one.
    static func meanPoints(of looks: [(look: MeshLook, weight: Double)]) -> [Vector] {
        let share = 1 / looks.reduce(0) { $0 + $1.weight }
        return looks[0].look.points.indices.map { index in
            looks.reduce(Vector(0, 0, 0)) { $0 + $1.look.points[index] * $1.weight } * share
        }
    }

    /// The points that detectors tell as well.
    var landmarks: FaceLandmarks {
        FaceLandmarks(
            leftEye: middle(33, 133), rightEye: middle(362, 263), nose: point(1),
            leftMouth: point(61), rightMouth: point(291))
    }

    /// What lies outside an image, 0...1: of all points, and of those along the forehead, where few of them are.
    struct HiddenParts {
        static let none = HiddenParts(face: 0, forehead: 0)

        let face: Double
        let forehead: Double
    }

    private static let forehead = [21, 54, 103, 67, 109, 10, 338, 297, 332, 284, 251]

    /// What of the face lies outside an image.
    func hiddenParts(in image: PixelBuffer) -> HiddenParts {
        let (width, height) = (Double(image.width), Double(image.height))
        let isHidden = points.map { !(0...width ~= $0.x && 0...height ~= $0.y) }
        func part(_ flags: [Bool]) -> Double {
            Double(flags.count { $0 }) / Double(flags.count)
        }
        return HiddenParts(
            face: part(isHidden), forehead: part(Self.forehead.map { isHidden[$0] }))
    }

    /// All points as they are reported, their depth in parts of the image's longer side.
    func mesh(in image: PixelBuffer) -> [MetadataFaceObject.MeshPoint] {
        let longerSide = Double(max(image.width, image.height))
        return points.map {
            MetadataFaceObject.MeshPoint(
                position: Point(x: $0.x, y: $0.y), depth: $0.z / longerSide)
        }
    }

    /// Where the points lie, which were seen in `crop`, of a face that is turned by `turn` degrees.
    func place(in crop: FacecapCrop, turn: Double) -> MeshPlace {
        let sum = points.reduce(Vector(0, 0, 0), +)
        let center = Point(x: sum.x / Double(points.count), y: sum.y / Double(points.count))
        let squares = points.reduce(0) {
            $0 + ($1.x - center.x) * ($1.x - center.x) + ($1.y - center.y) * ($1.y - center.y)
        }
        return MeshPlace(
            crop: MeshPlace.Crop(
                center: Point(x: crop.center_x, y: crop.center_y), side: crop.side,
                turn: crop.turn_degrees),
            center: center, radius: (squares / Double(points.count)).squareRoot(), turn: turn)
    }

    /// The square around the points that is turned as their pose is in the image, half as large again.
    func crop(on pose: MeshPose) -> FacecapCrop {
        let turn = pose.turnInImage
        let cosine = cos(turn * .pi / 180)
        let sine = sin(turn * .pi / 180)
        var low = Point(x: .infinity, y: .infinity)
        var high = Point(x: -.infinity, y: -.infinity)
        for point in points {
            let x = point.x * cosine + point.y * sine
            let y = point.y * cosine - point.x * sine
            low = Point(x: min(low.x, x), y: min(low.y, y))
            high = Point(x: max(high.x, x), y: max(high.y, y))
        }
        let center = Point(x: (low.x + high.x) / 2, y: (low.y + high.y) / 2)
        return FacecapCrop(
            center_x: center.x * cosine - center.y * sine,
            center_y: center.x * sine + center.y * cosine,
            side: 1.5 * max(high.x - low.x, high.y - low.y), turn_degrees: turn, is_mirrored: 0)
    }

    private func point(_ index: Int) -> Point { Point(x: points[index].x, y: points[index].y) }

    private func middle(_ a: Int, _ b: Int) -> Point { .middle(point(a), point(b)) }
}
