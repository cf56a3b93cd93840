// SPDX-License-Identifier: Apache-2.0
/// Where the mesh of a face lies in the stored frame, and where to look for it next.
package struct MeshPlace: Sendable, Hashable {
    /// A square that is cut out, in pixels; degrees clockwise.
    package struct Crop: Sendable, Hashable {
        package var center: Point
        package var side: Double
        package var turn: Double

        /// A square by its middle.
        package init(center: Point, side: Double, turn: Double) {
            self.center = center
            self.side = side
            self.turn = turn
        }
    }

    /// What to cut out next: the same image shows the same mesh in the same crop alone.
    package var crop: Crop
    /// The mean of the points, in pixels.
    package var center: Point
    /// The root of their mean square distance from it, in pixels, greater than 0.
    package var radius: Double
    /// How the face is turned in the image, in degrees clockwise.
    package var turn: Double

    /// A place by its numbers.
    package init(crop: Crop, center: Point, radius: Double, turn: Double) {
        self.crop = crop
        self.center = center
        self.radius = radius
        self.turn = turn
    }

    /// The place so many pixels away.
    package func moved(x: Double, y: Double) -> MeshPlace {
        var place = self
        place.center = Point(x: center.x + x, y: center.y + y)
        place.crop.center = Point(x: crop.center.x + x, y: crop.center.y + y)
        return place
    }

    /// Where a box lies about this mesh that lay about `other`, as if both were one stiff piece that moves and grows.
    package func carrying(_ box: Rect, from other: MeshPlace) -> Rect {
        let growth = radius / other.radius
        let middle = carrying(box.center, from: other)
        let (width, height) = (growth * box.width, growth * box.height)
        return Rect(
            x: middle.x - width / 2, y: middle.y - height / 2, width: width, height: height)
    }

    /// The same place, whose crop lies about the mesh as that of `other` did.
    package func carryingCrop(from other: MeshPlace) -> MeshPlace {
        var place = self
        place.crop = Crop(
            center: carrying(other.crop.center, from: other),
            side: radius / other.radius * other.crop.side,
            turn: other.crop.turn + Angle.difference(from: other.turn, to: turn))
        return place
    }

    /// To the last bit the same where the mesh is.
    private func carrying(_ point: Point, from other: MeshPlace) -> Point {
        let growth = radius / other.radius - 1
        return Point(
            x: point.x + (center.x - other.center.x) + growth * (point.x - other.center.x),
            y: point.y + (center.y - other.center.y) + growth * (point.y - other.center.y))
    }
}
