public import CaptureSamples
public import FaceValues

/// Finds faces in one image at a time; it is used by one thread at a time and blocks it.
public protocol FaceDetector: AnyObject, Sendable {
    /// The detector's name and what it runs on.
    var description: DetectorDescription { get }
    /// The pixels on an image's longer side beyond which a larger one shows the detector hardly more;
    /// `nil` where that is not known.
    var neededLongerSide: Int? { get }
    /// Finds the faces of a stored image that stands upright once turned by `orientation`.
    ///
    /// - Parameters:
    ///   - region: where to look, in pixels of the stored image; `nil` for everywhere.
    ///   - hints: where faces are expected; see `FaceHint`.
    /// - Returns: faces in descending order of confidence; the same image and hints give the same
    ///   faces, whatever the number of threads.
    func detectFaces(
        in image: PixelBuffer, orientation: VideoOrientation, region: Rect?, hints: [FaceHint]
    ) throws(FacecapError) -> [DetectedFace]
}

extension FaceDetector {
    /// Not known.
    public var neededLongerSide: Int? { nil }
}
