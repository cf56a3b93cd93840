// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceAnalysis
internal import FaceDetectors
internal import FaceTracking
internal import FaceValues

/// Makes observations of frames: looks at them, then tells who is who.
///
/// It is used by one thread, the metadata queue's.
struct FaceAnalyzer {
    /// The live stream whose frames they are; `nil` where all is looked at.
    var stream: PacedStream?
    private var looker: FrameLooker
    private var numbering: FaceNumbering
    /// By which the frames come.
    private var connection: CaptureConnection?

    /// - Parameter lastFaceID: the greatest id that was given before; 0 for none.
    init(detector: any FaceDetector, tracking: FaceTracker.Configuration, lastFaceID: Int) {
        looker = FrameLooker(detector: detector)
        numbering = FaceNumbering(tracking: tracking, lastFaceID: lastFaceID)
    }

    /// The greatest id so far; 0 where there was none.
    var lastFaceID: Int { numbering.lastFaceID }

    /// Says by which connection the next frame comes: by another one, it shows what another input sees, where nobody is
    /// known.
    mutating func take(from connection: CaptureConnection) {
        defer { self.connection = connection }
        guard let last = self.connection, last !== connection else { return }
        looker.reset()
        numbering.beginAnotherSource()
    }

    /// Looks at a frame; see ``FrameLooker/look(at:region:scanInterval:needsMotion:)``. Live streams take turns.
    mutating func analyse(
        _ frame: CapturedFrame, region: Rect, scanInterval: ScanInterval
    ) throws(FacecapError) -> FaceObservation {
        if stream != nil { LookTurns.shared.take() }
        defer { if stream != nil { LookTurns.shared.give() } }
        let look = try looker.look(
            at: frame, region: region, scanInterval: scanInterval,
            needsMotion: numbering.followsFaces)
        guard let look else { return pass(frame.header, outcome: .skipped(.interval)) }
        return numbering.number(look, of: frame.header)
    }

    /// Carries the faces on to a frame that is not looked at.
    mutating func pass(_ frame: CapturedFrame.Header, outcome: FrameLedger.Outcome)
        -> FaceObservation
    {
        numbering.pass(frame, outcome: outcome)
    }

    /// Forgets every face, as after an interruption; their ids are not given again.
    mutating func reset(after gap: CaptureDelivery.Gap) {
        looker.reset()
        numbering.reset(suspended: gap.suspended)
    }
}
