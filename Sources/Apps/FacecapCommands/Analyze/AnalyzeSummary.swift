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
    /// When faces were in view.
    private var presence = FacePresence()

    init() {}

    /// What a movie's first face track tells, up to where it is damaged.
    init(ofMovie path: String) throws(FacecapError) {
        var frames = try FaceTrackReader(path: path).frames()
        while let element = try? frames.next() {
            switch element {
            case .frame(let frame): add(frame.observation)
            case .gap(let start, let duration):
                presence.add(
                    at: start.seconds, until: start.advanced(by: duration).seconds, faceCount: nil)
            }
        }
    }

    /// Counts the next frame.
    mutating func add(_ observation: FaceObservation) {
        let isAnalysed = observation.outcome == .analysed
        presence.add(
            at: observation.presentationTime.seconds, until: observation.end?.seconds,
            faceCount: isAnalysed ? observation.faces.count : nil)
        if case .dropped = observation.outcome { return }
        frameCount += 1
        if isAnalysed { analysedCount += 1 }
        maximumFaceCount = max(maximumFaceCount, observation.faces.count)
        faceIDs.formUnion(observation.faces.map(\.faceID))
    }

    /// The same for a page.
    var figures: AnalysisPage.Video.Figures {
        AnalysisPage.Video.Figures(
            frameCount: frameCount, analysedCount: analysedCount,
            maximumFaceCount: maximumFaceCount, idCount: faceIDs.count, presence: presence)
    }

    /// A few words for people.
    var text: String {
        let frames = frameCount.counted("frame")
        let looked = analysedCount == frameCount ? "" : ", \(analysedCount) analyzed"
        guard !faceIDs.isEmpty else { return "\(frames)\(looked), no face" }
        let ids = faceIDs.count.counted("id")
        let faces = maximumFaceCount.counted("face")
        return "\(frames)\(looked), at most \(faces) at once, \(ids)"
    }
}
