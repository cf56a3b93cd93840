// SPDX-License-Identifier: Apache-2.0
/// Where the mesh of a face lies in the stored frame, and where it was looked for.
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

    /// What the mesh was seen in: the same image shows the same mesh in the same crop alone.
    package var crop: Crop
    /// The mean of the points, in pixels.
    package var center: Point
    /// The root of their mean square distance from it, in pixels, greater than 0.
    package var radius: Double

    /// A place by its numbers.
    package init(crop: Crop, center: Point, radius: Double) {
        self.crop = crop
        self.center = center
        self.radius = radius
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
        let middle = Point(
            x: center.x + growth * (box.center.x - other.center.x),
            y: center.y + growth * (box.center.y - other.center.y))
        let (width, height) = (growth * box.width, growth * box.height)
        return Rect(
            x: middle.x - width / 2, y: middle.y - height / 2, width: width, height: height)
    }
}
