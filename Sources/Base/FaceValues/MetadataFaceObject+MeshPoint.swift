// SPDX-License-Identifier: Apache-2.0
extension MetadataFaceObject {
    /// A point of the mesh of a face.
    public struct MeshPoint: Sendable, Hashable {
        /// Where it is, in the unit of the space of the face it belongs to.
        public var position: Point
        /// How far it lies behind the middle of the head's front, in longer sides of the image, as far as a single
        /// image tells; negative for what is nearer to the camera.
        public var depth: Double

        /// A point of the mesh of a face.
        public init(position: Point, depth: Double) {
            self.position = position
            self.depth = depth
        }
    }
}
