// SPDX-License-Identifier: Apache-2.0
package import CaptureSamples
package import FaceTracking
package import FaceValues

/// Tells who is who in what looks at frames showed: observations with ids and normalized positions.
///
/// It needs no images, and every frame in its order. It is used by one thread.
package struct FaceNumbering {
    private var tracker: FaceTracker
    private var quality = CaptureQualityMeter()
    /// Faces are followed in what the camera sees, in pixels of the first frame that was looked at, as if nothing had
    /// ever been zoomed.
    private var whole: FrameGeometry?
    private var imageSize: Size?
    /// Whether the next frame that is looked at is of another source than the one before.
    private var isAtAnotherSource = false

    /// A numbering that has seen nothing yet.
    ///
    /// - Parameter lastFaceID: the greatest id that was given before; 0 for none.
    package init(tracking: FaceTracker.Configuration, lastFaceID: Int = 0) {
        tracker = FaceTracker(configuration: tracking, lastFaceID: lastFaceID)
    }

    /// The greatest id so far; 0 where there was none.
    package var lastFaceID: Int { tracker.lastFaceID }

    /// Whether any face is followed, be it out of sight.
    package var followsFaces: Bool { tracker.followsFaces }

    /// The faces of a frame that was looked at.
    package mutating func number(
        _ look: FaceLook, of frame: CapturedFrame.Header
    ) -> FaceObservation {
        imageSize = look.imageSize
        let isCut = look.isCut || isAtAnotherSource
        isAtAnotherSource = false
        let shown = FrameGeometry(size: look.imageSize, zoom: frame.zoom)
        let whole = whole ?? FrameGeometry(size: look.imageSize, zoom: .none)
        self.whole = whole
        // Where nobody is followed, nobody asks for it.
        let motion = tracker.followsFaces ? look.cameraMotion : Point(x: 0, y: 0)
        var faces: [MetadataFaceObject]
        if shown == whole {
            faces = tracker.update(
                with: look.faces, at: frame.presentationTime, imageSize: look.imageSize,
                isCut: isCut, cameraMotion: motion)
        } else {
            let growth = shown.growth(to: whole)
            let seen = shown.pixels(of: whole)
            faces = tracker.update(
                with: look.faces.map(seen.apply), at: frame.presentationTime,
                imageSize: whole.size, visible: whole.pixels(of: frame.zoom),
                isCut: isCut, cameraMotion: Point(x: motion.x * growth, y: motion.y * growth)
            ).map(seen.inverse.apply)
        }
        quality.measure(&faces, imageSize: look.imageSize, at: frame.presentationTime)
        var result = observation(
            of: frame, outcome: .analysed, scan: look.scan, isCut: isCut, faces: faces)
        result.leavesOutFaces = tracker.leavesOutFaces
        return result
    }

    /// Carries the faces on to a frame that was not looked at.
    package mutating func pass(
        _ frame: CapturedFrame.Header, outcome: FrameLedger.Outcome
    ) -> FaceObservation {
        var faces: [MetadataFaceObject]
        if let whole, let imageSize {
            let shown = FrameGeometry(size: imageSize, zoom: frame.zoom)
            faces = tracker.advance(
                to: frame.presentationTime, visible: whole.pixels(of: frame.zoom))
            if shown != whole { faces = faces.map(whole.pixels(of: shown).apply) }
        } else {
            faces = tracker.advance(to: frame.presentationTime)
        }
        return observation(of: frame, outcome: outcome, faces: faces)
    }

    /// Forgets every face, as after an interruption; their ids are not given again, and the next observation tells that
    /// they are lost.
    ///
    /// - Parameter suspended: how long the machine was suspended meanwhile, which the times of frames do not count.
    package mutating func reset(suspended: MediaTime = .zero) {
        tracker.giveUpFaces(suspendedNanoseconds: suspended.nanoseconds)
        whole = nil
    }

    /// Forgets every face as frames of another source follow, whose first one is a cut.
    package mutating func beginAnotherSource() {
        reset()
        isAtAnotherSource = true
    }

    private func observation(
        of frame: CapturedFrame.Header, outcome: FrameLedger.Outcome,
        scan: FaceObservation.Scan? = nil, isCut: Bool = false,
        faces: [MetadataFaceObject]
    ) -> FaceObservation {
        let normalized = imageSize.map { size in
            let transform = CoordinateTransform.normalizedFromPixels(of: size)
            return faces.map { transform.apply($0).withAnglesOfMovies }
        }
        var (found, lost, renamed): ([Int], [Int], [FaceRename]) = ([], [], [])
        for event in tracker.events {
            switch event {
            case .found(let id): found.append(id)
            case .lost(let id): lost.append(id)
            case .renamed(let from, let to): renamed.append(FaceRename(from: from, to: to))
            }
        }
        var result = FaceObservation(
            frame: frame.id, presentationTime: frame.presentationTime,
            captureNanoseconds: frame.captureNanoseconds, orientation: frame.orientation,
            outcome: outcome, scan: scan, isCut: isCut, faces: normalized ?? [],
            foundFaceIDs: found, lostFaceIDs: lost)
        result.renamedFaceIDs = renamed
        result.hiddenFaceIDs = tracker.hiddenFaceIDs
        result.zoom = frame.zoom
        result.frameSize = frame.size ?? imageSize
        result.duration = frame.duration
        return result
    }
}

extension MetadataFaceObject {
    /// The face with angles that the 32-bit floats of a movie hold exactly, so that a stream and a movie
    /// say the same: multiples of 1/16384 degree.
    fileprivate var withAnglesOfMovies: MetadataFaceObject {
        func rounded(_ degrees: Double) -> Double { (degrees * 16_384).rounded() / 16_384 }
        // Greater than 0 remains so.
        func roundedSigma(_ degrees: Double) -> Double { max(1 / 16_384, rounded(degrees)) }
        var face = self
        face.rollAngle = rollAngle.map(rounded)
        face.yawAngle = yawAngle.map(rounded)
        face.pitchAngle = pitchAngle.map(rounded)
        face.relativePitchAngle = relativePitchAngle.map(rounded)
        face.rollSigma = rollSigma.map(roundedSigma)
        face.yawSigma = yawSigma.map(roundedSigma)
        face.pitchSigma = pitchSigma.map(roundedSigma)
        face.leftEyeOpenness = leftEyeOpenness.map(rounded)
        face.rightEyeOpenness = rightEyeOpenness.map(rounded)
        face.mouthOpenness = mouthOpenness.map(rounded)
        return face
    }
}
