// SPDX-License-Identifier: Apache-2.0
package import CaptureSamples
package import FaceValues

/// From here on a face is believed that stands another way up than most.
private let sureConfidence = 0.8
/// How much surer a face has to be in another turn to stand upright there and not as the image is stored: networks are
/// almost as sure of heads that lie on their side. YuNet was surer of twelve faces of photographs by .05 at least; of
/// drawn heads that are tilted and turned 16 of 451 are found in the wrong turn with it, and 25 without.
private let uprightLead = 0.02

extension FaceDetector {
    /// Finds faces whichever way up they are, in each quarter turn of the image.
    ///
    /// The turns beside that of `orientation` are scanned quickly: a thorough look costs several times as much,
    /// and the first faces of a video would wait for it.
    ///
    /// - Parameter isThorough: whether small faces are looked for in the other turns too, where those are
    ///   turned that were found, or nobody was found at all; and whether the image may take as long as
    ///   ``HaarDetector`` likes.
    /// - Returns: each face once, in descending order of confidence, and the orientation in which most of them
    ///   stand upright; that of the image where there is none.
    package func detectFacesOfAllTurns(
        in image: PixelBuffer, orientation: VideoOrientation, region: Rect?, isThorough: Bool
    ) throws(FacecapError) -> (faces: [DetectedFace], orientation: VideoOrientation) {
        // Upright is the first, and counts where others are as good.
        let orientations = VideoOrientation.turns.map(orientation.followed)
        func turnedFaces(_ faces: [DetectedFace], _ turned: VideoOrientation) -> [TurnedFace] {
            let lead = turned == orientation ? uprightLead : 0
            return faces.map { TurnedFace(face: $0, orientation: turned, lead: lead) }
        }
        var found: [TurnedFace] = []
        for turned in orientations {
            let faces =
                turned != orientation
                ? try scanFaces(in: image, orientation: turned, region: region, hints: [])
                : try look(at: image, orientation, region, isPatient: isThorough)
            found += turnedFaces(faces, turned)
        }
        let best = TurnedFace.mostUpright(found, of: orientations)
        let missing = found.isEmpty ? orientations : [best]
        if isThorough {
            for turned in missing where turned != orientation {
                found.removeAll { $0.orientation == turned }
                let faces = try detectFaces(
                    in: image, orientation: turned, region: region, hints: [])
                found += turnedFaces(faces, turned)
            }
        }
        let upright = TurnedFace.mostUpright(found, of: orientations)
        let faces = TurnedFace.eachOnce(found).filter {
            $0.orientation == upright || $0.face.confidence >= sureConfidence
        }
        return (faces.map(\.face), upright)
    }

    private func look(
        at image: PixelBuffer, _ orientation: VideoOrientation, _ region: Rect?, isPatient: Bool
    ) throws(FacecapError) -> [DetectedFace] {
        if isPatient, let detector = self as? HaarDetector {
            return try detector.examine(image, orientation: orientation, region: region)
        }
        return try detectFaces(in: image, orientation: orientation, region: region, hints: [])
    }
}

/// A face, and the orientation of the image in which it was found.
private struct TurnedFace {
    let face: DetectedFace
    let orientation: VideoOrientation
    /// By how much it counts more than it is sure.
    let lead: Double

    static func eachOnce(_ found: [TurnedFace]) -> [TurnedFace] {
        FaceFollower.eachOnce(found, by: { $0.face }, rank: \.rank)
    }

    var rank: Double { face.confidence + lead }

    /// The first of the orientations in which most faces stand upright.
    static func mostUpright(
        _ found: [TurnedFace], of orientations: [VideoOrientation]
    ) -> VideoOrientation {
        let seen = eachOnce(found)
        func confidence(_ turned: VideoOrientation) -> Double {
            seen.reduce(0) { $0 + ($1.orientation == turned ? $1.face.confidence : 0) }
        }
        return orientations.reduce(orientations[0]) {
            confidence($1) > confidence($0) ? $1 : $0
        }
    }
}
