// SPDX-License-Identifier: Apache-2.0
internal import FaceAnalysis
import FaceArchives
import Facecap

extension ArchiveSearch {
    /// The search that a user's words ask for; loads the detector to see which one it is.
    ///
    /// - Throws: what loading a detector throws.
    init(_ search: SearchSettings, _ messages: Messages) throws(FacecapError) {
        self.init(try search.detector.makeDetector(messages).description)
        inputSize = search.detector.inputSize
        smallestFace = search.detector.smallestFace
        score = search.detector.scoreThreshold
        keepsMeshPoints = search.detector.keepsMeshPoints
        analysisInterval = search.analysisInterval
        scanInterval = search.scanInterval.requested
        region = [search.region.x, search.region.y, search.region.width, search.region.height]
    }

    /// What keeps faces of a video from being found, as a face track says it; `nil` for nothing.
    func searchLimits(in format: VideoFormat, _ keys: FaceTrackFormat.Keys) -> String? {
        let limits = SearchLimits(
            region: rect, longerSide: max(format.width, format.height), inputSize: inputSize,
            smallestFace: smallestFace, score: score, detector: detector)
        guard keys == .apple else { return limits.text }
        return limits.withRhythm(
            analysisInterval: analysisInterval, scanInterval: scanInterval,
            frameRate: format.frameRate
        ).text
    }
}
