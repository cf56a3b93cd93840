package import CaptureSamples
package import FaceValues

/// From here on a face is believed that stands another way up than most.
private let sureConfidence = 0.8

extension FaceDetector {
    /// Finds faces whichever way up they are, in each quarter turn of the image.
    ///
    /// - Parameter isThorough: whether small faces are looked for in all turns, and not only in that of
    ///   `orientation`.
    /// - Returns: each face once, in descending order of confidence, and the orientation in which most of them
    ///   stand upright; that of the image where there is none.
    package func detectFacesOfAllTurns(
        in image: PixelBuffer, orientation: VideoOrientation, region: Rect?, isThorough: Bool
    ) throws(FacecapError) -> (faces: [DetectedFace], orientation: VideoOrientation) {
        var found: [(face: DetectedFace, orientation: VideoOrientation)] = []
        // Upright is the first, and counts where others are as good.
        let orientations = VideoOrientation.allCases.map(orientation.followed)
        for turned in orientations {
            let faces =
                isThorough || turned == orientation
                ? try detectFaces(in: image, orientation: turned, region: region, hints: [])
                : try scanFaces(in: image, orientation: turned, region: region, hints: [])
            found += faces.map { ($0, turned) }
        }
        let seen = FaceFollower.eachOnce(found) { $0.face }
        func confidence(_ turned: VideoOrientation) -> Double {
            seen.reduce(0) { $0 + ($1.orientation == turned ? $1.face.confidence : 0) }
        }
        let best = orientations.reduce(orientation) {
            confidence($1) > confidence($0) ? $1 : $0
        }
        let faces = seen.filter {
            $0.orientation == best || $0.face.confidence >= sureConfidence
        }
        return (faces.map(\.face), best)
    }
}
