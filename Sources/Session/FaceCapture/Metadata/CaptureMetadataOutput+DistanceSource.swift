// SPDX-License-Identifier: Apache-2.0
public import FaceValues

extension CaptureMetadataOutput {
    /// Tells how far faces are away, for a ``CaptureMetadataOutput``.
    public protocol DistanceSource: AnyObject, Sendable {
        /// Sets `MetadataFaceObject.distance` of the observed faces of a frame, where it is known.
        ///
        /// Called on the metadata queue before anybody is told of the frame; it has to return at once.
        func measureFaces(in observation: inout FaceObservation)
    }
}
