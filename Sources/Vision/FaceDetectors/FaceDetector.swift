// SPDX-License-Identifier: Apache-2.0
public import CaptureSamples
public import FaceValues

/// Finds faces in one image at a time; it is used by one thread at a time and blocks it.
public protocol FaceDetector: AnyObject, Sendable {
    /// The detector's name and what it runs on.
    var description: DetectorDescription { get }
    /// The pixels on an image's longer side beyond which a larger one shows the detector hardly more;
    /// `nil` where that is not known.
    var neededLongerSide: Int? { get }
    /// Finds the faces of a stored image that stands upright once turned by `orientation`, as
    /// thoroughly as the detector can.
    ///
    /// - Parameters:
    ///   - image: the stored image, in the pixel format of its source.
    ///   - orientation: how the image has to be turned so that people stand upright; mirroring makes no
    ///     difference.
    ///   - region: where to look, in pixels of the stored image; `nil` for everywhere.
    ///   - hints: where faces are expected; see `DetectedFace.Hint`.
    /// - Returns: faces in descending order of confidence; the same image and hints give the same
    ///   faces, whatever the number of threads.
    func detectFaces(
        in image: PixelBuffer, orientation: VideoOrientation, region: Rect?,
        hints: [DetectedFace.Hint]
    ) throws(FacecapError) -> [DetectedFace]
    /// Finds the faces of a frame that comes soon after one that was looked at thoroughly: faces that are
    /// hard to find may be found only where hints say that they were just seen.
    ///
    /// Parameters and result are those of ``detectFaces(in:orientation:region:hints:)``.
    func scanFaces(
        in image: PixelBuffer, orientation: VideoOrientation, region: Rect?,
        hints: [DetectedFace.Hint]
    ) throws(FacecapError) -> [DetectedFace]
    /// Looks at faces that were just seen, where hints say, and nowhere else.
    ///
    /// - Returns: those that were found again; `nil` from a detector that cannot look at parts.
    func followFaces(
        in image: PixelBuffer, orientation: VideoOrientation, hints: [DetectedFace.Hint]
    ) throws(FacecapError) -> [DetectedFace]?
}

extension FaceDetector {
    /// Not known.
    public var neededLongerSide: Int? { nil }

    /// Looks thoroughly.
    public func scanFaces(
        in image: PixelBuffer, orientation: VideoOrientation, region: Rect?,
        hints: [DetectedFace.Hint]
    ) throws(FacecapError) -> [DetectedFace] {
        try detectFaces(in: image, orientation: orientation, region: region, hints: hints)
    }

    /// Looks at no parts.
    public func followFaces(
        in image: PixelBuffer, orientation: VideoOrientation, hints: [DetectedFace.Hint]
    ) throws(FacecapError) -> [DetectedFace]? { nil }
}
