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
        for turn in VideoOrientation.allCases {
            let turned = orientation.followed(by: turn)
            let faces =
                isThorough || turn == .upright
                ? try detectFaces(in: image, orientation: turned, region: region, hints: [])
                : try scanFaces(in: image, orientation: turned, region: region, hints: [])
            found += faces.map { ($0, turned) }
        }
        // Equal confidences keep their order, in which upright is the first: `sorted` is stable.
        found.sort { $0.face.confidence > $1.face.confidence }
        var seen: [(face: DetectedFace, orientation: VideoOrientation)] = []
        for candidate in found
        where !seen.contains(where: { FaceFollower.isSame($0.face, candidate.face) }) {
            seen.append(candidate)
        }
        let sums = VideoOrientation.allCases.map { turn in
            let turned = orientation.followed(by: turn)
            let faces = seen.filter { $0.orientation == turned }
            return (turned, faces.reduce(0) { $0 + $1.face.confidence })
        }
        let best = sums.reduce(sums[0]) { $1.1 > $0.1 ? $1 : $0 }.0
        let faces = seen.filter {
            $0.orientation == best || $0.face.confidence >= sureConfidence
        }
        return (faces.map(\.face), best)
    }
}
