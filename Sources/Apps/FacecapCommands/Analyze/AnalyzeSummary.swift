// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What was found in a video.
struct AnalyzeSummary: Sendable, Hashable {
    var frameCount = 0
    var analysedCount = 0
    /// The most faces in one frame.
    var maximumFaceCount = 0
    /// The faces that were told apart.
    var faceIDs: Set<Int> = []

    init() {}

    /// What a movie's first face track tells.
    init(_ faces: FaceStatistics) {
        frameCount = faces.frameCount
        analysedCount = faces.analysedCount
        maximumFaceCount = faces.maximumFaceCount
        faceIDs = Set(faces.faces.map(\.id))
    }

    /// Counts the next frame.
    mutating func add(_ observation: FaceObservation) {
        if case .dropped = observation.outcome { return }
        frameCount += 1
        if observation.outcome == .analysed { analysedCount += 1 }
        maximumFaceCount = max(maximumFaceCount, observation.faces.count)
        faceIDs.formUnion(observation.faces.map(\.faceID))
    }

    /// A few words for people.
    var text: String {
        let frames = frameCount == 1 ? "1 frame" : "\(frameCount) frames"
        let looked = analysedCount == frameCount ? "" : ", \(analysedCount) analysed"
        guard !faceIDs.isEmpty else { return "\(frames)\(looked), no face" }
        let ids = faceIDs.count == 1 ? "1 id" : "\(faceIDs.count) ids"
        let faces = maximumFaceCount == 1 ? "1 face" : "\(maximumFaceCount) faces"
        return "\(frames)\(looked), at most \(faces) at once, \(ids)"
    }
}
