// SPDX-License-Identifier: Apache-2.0
/// Where a frame lies in another one, in which it is shown larger or smaller, or between bars.
package struct FramePlacement: Sendable, Hashable {
    /// From the normalized frame to the normalized other one.
    package let transform: CoordinateTransform
    /// How many longer sides of the other one a longer side of the frame is there, the unit of depth.
    private let depthScale: Double

    /// A frame that fills a part of another one, both in pixels of that one.
    package init(part: Rect, in size: Size) {
        transform = .scale(
            x: part.width / size.width, y: part.height / size.height,
            thenShiftX: part.x / size.width, y: part.y / size.height)
        depthScale = part.longerSide / max(size.width, size.height)
    }

    /// What is known of the frame, in the coordinates of the other one.
    package func apply(_ observation: FaceObservation) -> FaceObservation {
        var result = observation
        result.faces = observation.faces.map(apply)
        result.codes?.objects = observation.codes?.objects.map(transform.apply) ?? []
        result.searchLimits = observation.searchLimits.map {
            SearchLimits.moved($0, by: transform, orientation: observation.orientation)
        }
        return result
    }

    private func apply(_ face: MetadataFaceObject) -> MetadataFaceObject {
        var result = transform.apply(face)
        result.mesh = result.mesh?.map {
            MetadataFaceObject.MeshPoint(position: $0.position, depth: $0.depth * depthScale)
        }
        return result
    }
}
