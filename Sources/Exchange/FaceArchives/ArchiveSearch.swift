// SPDX-License-Identifier: Apache-2.0
package import FaceDetectors
package import FaceValues

/// How the faces of an archive are looked for: all that a part depends on beside its frames.
package struct ArchiveSearch: Sendable, Hashable, Codable {
    /// `yunet`, `centerface` or `haar`.
    package var detector: String
    /// The detector's model, for one with a model file.
    package var model: String?
    /// The SHA-256 of its file in hex.
    package var modelChecksum: String?
    /// What runs the model; see `DetectorDescription.Kernel`.
    package var kernel: String?
    /// The face mesh that looks again at found faces.
    package var mesh: String?
    /// The SHA-256 of its file in hex.
    package var meshChecksum: String?
    /// The longer side of the only image that is looked at, in pixels.
    package var inputSize: Int?
    /// The height of the smallest faces, in pixels.
    package var smallestFace: Int?
    /// The least confidence, 0...1.
    package var score: Double?
    /// Whether all points of the mesh are kept.
    package var keepsMeshPoints = false
    /// N, where every Nth frame is looked at; 1...1000.
    package var analysisInterval = 1
    /// N, where every Nth frame is searched as a whole; 1...300, or `nil` for what is best.
    package var scanInterval: Int?
    /// Where faces are looked for, in the normalized displayed frame: x, y, width and height.
    package var region = [0.0, 0, 1, 1]

    /// A search with a detector that is loaded, everywhere in every frame.
    package init(_ detector: DetectorDescription) {
        self.detector = detector.name
        model = detector.modelName
        modelChecksum = detector.modelSHA256
        kernel = detector.kernel?.name
        mesh = detector.mesh?.modelName
        meshChecksum = detector.mesh?.modelSHA256
    }

    /// The names of what finds the faces.
    package var detectorNames: DetectorNames {
        DetectorNames(
            name: detector, model: model, modelSHA256: modelChecksum, kernel: kernel, mesh: mesh,
            meshSHA256: meshChecksum)
    }

    /// Throws where a detector finds other faces than the one of the search.
    package func check(_ detector: DetectorDescription) throws(FacecapError) {
        let found = ArchiveSearch(detector)
        guard
            (self.detector, model, modelChecksum) == (
                found.detector, found.model, found.modelChecksum
            ),
            (mesh, meshChecksum) == (found.mesh, found.meshChecksum)
        else {
            throw FacecapError(
                .modelMismatch,
                "The plan was made for \(model ?? self.detector)"
                    + (mesh.map { " with \($0)" } ?? "")
                    + ", and other models are here: fetch those (facecap models fetch), or make the plan again."
            )
        }
        guard DetectorDescription.Kernel.areEquivalent(kernel, found.kernel) else {
            throw FacecapError(
                .invalidArgument,
                "The plan was made for the kernel \(kernel ?? "none"), and \(found.kernel ?? "none") finds"
                    + " slightly other faces: set FACECAP_KERNEL=\(kernel ?? "") or make the plan on this machine."
            )
        }
    }

    /// Whether all numbers lie in their ranges.
    var isSound: Bool {
        (1...1000).contains(analysisInterval)
            && scanInterval.map { (1...300).contains($0) } != false
            && region.count == 4 && region.allSatisfy { (0...1).contains($0) }
            && inputSize.map { (32...1920).contains($0) } != false
            && smallestFace.map { (8...4096).contains($0) } != false
            && score.map { (0...1).contains($0) } != false
    }

    /// The region in the normalized displayed frame.
    package var rect: Rect { Rect(x: region[0], y: region[1], width: region[2], height: region[3]) }
}
