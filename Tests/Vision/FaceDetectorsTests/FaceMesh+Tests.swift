// SPDX-License-Identifier: Apache-2.0
import FaceDetectors

extension FaceMesh {
    /// The points of a mesh.
    static let pointCount = 468
}
