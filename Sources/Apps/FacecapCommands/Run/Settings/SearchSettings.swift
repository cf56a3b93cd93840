// SPDX-License-Identifier: Apache-2.0
internal import FaceAnalysis
import Facecap

/// How faces are found in the frames of a session.
struct SearchSettings: Sendable {
    var detector = DetectorSelection()
    var analysisInterval = 1
    var scanInterval = ScanInterval(nil)
    var limits = CaptureMetadataOutput.Limits()
    /// The machine-readable codes that are looked for.
    var symbologies: [MetadataMachineReadableCodeObject.Symbology] = []
    /// In the normalized displayed frame.
    var region = Rect.unit
    /// What the face track says that is written of what is found.
    var faceKeys = FaceTrackFormat.Keys.facecap
    var smoothsFaces = true
    /// Whether it is told who is back under another id.
    var relinksFaces = false
    /// Whether a face counts as soon as it was seen once, however unsure the detector was.
    var reportsUnsureFaces = false

    /// Any face in every frame, with the best detector.
    init() {}

    /// What the user's words say of the detector.
    init(_ detection: DetectionOptions, _ details: DetailOptions) {
        detector = detection.selection
        detector.keepsMeshPoints = details.meshPoints
    }

    /// Looks at the frames that the user's words name.
    mutating func apply(_ rhythm: RhythmOptions) {
        analysisInterval = rhythm.detectEvery
        scanInterval = rhythm.scanEvery
    }

    /// How faces are followed.
    var tracking: FaceTracker.Configuration {
        var tracking = FaceTracker.Configuration()
        tracking.isSmoothingEnabled = smoothsFaces
        if relinksFaces { tracking.relinkNanoseconds = 60_000_000_000 }
        if reportsUnsureFaces { tracking.immediateConfidence = 0 }
        return tracking
    }

    /// What keeps a detector from finding faces in a source's frames, as a face track says it; `nil` for nothing.
    func searchLimits(of detectorName: String, in format: VideoFormat) -> String? {
        let limits = SearchLimits(
            region: region, longerSide: max(format.width, format.height),
            inputSize: detector.inputSize, smallestFace: detector.smallestFace,
            score: detector.scoreThreshold, detector: detectorName)
        guard faceKeys == .apple else { return limits.text }
        return limits.withRhythm(
            analysisInterval: analysisInterval, scanInterval: scanInterval.requested,
            frameRate: format.frameRate
        ).text
    }

    /// Has faces reported as those need them who hide them: unsure ones too, and none smoothed, as what is
    /// smooth lags behind the face.
    mutating func reportFacesToHide() {
        reportsUnsureFaces = true
        smoothsFaces = false
    }
}
