// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceDetectors
internal import FaceValues

/// Looks for faces in the frames of one source: everywhere, or where they were just seen.
///
/// What it finds in a frame depends on the frames since the last reset point alone, so that groups of
/// ``ScanRhythm/groupLength`` frames can be looked at independently of each other. It is used by one thread.
struct FaceScanner {
    /// What a look at a frame showed.
    struct Result {
        /// In stored pixels.
        var faces: [DetectedFace]
        /// `nil` where nothing was looked at: no face was known, and no scan due.
        var scan: FaceObservation.Scan?
        /// Whether another scene begins.
        var isCut: Bool
    }

    /// Degrees by which a face is turned that stands nearer to upright than to any other quarter turn.
    private static let uprightRoll = 45.0

    /// Where no face of a frame that is turned further is as sure as faces are that stand upright, they may stand so in
    /// the frame as it is: who was tilted and looked aside at first may look ahead now.
    private static let sureConfidence = 0.9

    /// Frames from one search to the next where meshes tell where the known faces are.
    private static let framesOfMeshes = 2

    private let detector: any FaceDetector
    private var cuts = CutTest()
    private var replacements = ReplacementTest()
    private var dissolves = DissolveTest()
    private var known = KnownFaces()
    private var rhythm = ScanRhythm()
    private var changes = SceneChanges()
    /// How frames are turned further so that most faces stand upright: a camera may hang on its side.
    private var turn = VideoOrientation.upright
    /// How much further they are turned by the next look where nobody is found: never upright.
    private var nextTurn = VideoOrientation.quarterTurn
    /// Whether a cut was seen that could not be told, because the detector failed there.
    private var owesCut = false
    /// Of the frame that was looked at last.
    private var geometry: FrameGeometry?

    /// A scanner that looks with `detector`.
    init(detector: any FaceDetector) { self.detector = detector }

    /// Looks at a frame, whose number is greater than those of all before.
    ///
    /// - Parameters:
    ///   - region: where to look, in stored pixels; `nil` for everywhere.
    ///   - interval: how often a frame is searched as a whole.
    mutating func look(
        at frame: CapturedFrame, region: Rect?, interval: ScanInterval
    ) throws(FacecapError) -> Result {
        let number = frame.id.number
        let image = frame.sampleBuffer.pixelBuffer
        let time = frame.sampleBuffer.presentationTime
        let isResetPoint = rhythm.isResetPoint(number)
        follow(FrameGeometry(frame.sampleBuffer))
        var isCut = cuts.isCut(at: image, isFresh: isResetPoint) || owesCut
        owesCut = isCut
        var (faces, look) =
            isResetPoint || isCut
            ? (try scanNewScene(frame, region: region), .thorough)
            : try lookAgain(at: frame, region: region, interval: interval)
        if var found = faces {
            let before = replacements
            var areReplaced = replacements.areReplaced(
                by: found, in: image, at: time, isInOtherLight: cuts.isInOtherLight)
            if areReplaced, look == .follow {
                // The mesh of a face that jumped may lie askew, which the box of a search does not.
                replacements = before
                let hints = known.hints(at: number)
                found = try scan(frame, hints, region: region, isThorough: false)
                look = .scan
                changes.begin(at: cuts.thumbnail)
                areReplaced = replacements.areReplaced(
                    by: found, in: image, at: time, isInOtherLight: cuts.isInOtherLight)
            }
            if areReplaced {
                (isCut, owesCut) = (true, true)
                (found, look) = (try scanNewScene(frame, region: region), .thorough)
                replacements.begin(with: found, in: image, at: time)
            }
            let newcomers = dissolves.newcomers(
                among: replacements.seen, in: image, reducedTo: cuts.thumbnail, at: time)
            for index in found.indices {
                let replacesAnother = newcomers.contains { $0.bounds == found[index].bounds }
                found[index].replacesAnother = replacesAnother
                found[index].hasKnownShapes =
                    !replacesAnother && replacements.isKnown(found[index])
            }
            faces = found
        }
        rhythm.note(look, at: number)
        owesCut = false
        if let faces {
            turnBack(where: faces, stored: frame.sampleBuffer.orientation)
            known.update(with: faces, at: number)
        }
        let scan = faces.map { _ in FaceObservation.Scan(age: rhythm.scanAge(at: number)) }
        return Result(faces: faces ?? [], scan: scan, isCut: isCut)
    }

    /// Looks at the first frame of a scene: nobody is known there.
    private mutating func scanNewScene(
        _ frame: CapturedFrame, region: Rect?
    ) throws(FacecapError) -> [DetectedFace] {
        known.removeAll()
        forgetShapes()
        let faces = try scanAllTurns(frame, region: region)
        changes.begin(at: cuts.thumbnail)
        return faces
    }

    /// Looks at a further frame of a scene, and tells how; no faces where nobody was known and no scan is due.
    private mutating func lookAgain(
        at frame: CapturedFrame, region: Rect?, interval: ScanInterval
    ) throws(FacecapError) -> (faces: [DetectedFace]?, look: ScanRhythm.Look) {
        let number = frame.id.number
        let hints = known.hints(at: number)
        let frames = interval.frames(atMost: framesBetweenScans)
        var look = rhythm.look(at: number, interval: frames)
        if look == .follow {
            look = .scan
            let image = frame.sampleBuffer.pixelBuffer
            if !changes.isLarge(in: cuts.thumbnail, of: image, outside: hints) {
                let found = try follow(frame, hints, within: region)
                // Who is lost may be anywhere.
                let isAnyLost = found.map { known.isAnyLost(in: $0, at: number) } ?? false
                if !isAnyLost { return (found, .follow) }
            }
        }
        let faces = try scan(frame, hints, region: region, isThorough: look == .thorough)
        changes.begin(at: cuts.thumbnail)
        return (faces, look)
    }

    /// The number of frames from one search of all of a frame to the next where the known faces can be followed as well:
    /// by a detector that needs nothing else for that, or by their meshes.
    private var framesBetweenScans: Int {
        if let detector = detector as? any FollowingDetector {
            return known.areAllJustSeen ? detector.framesBetweenScans : 1
        }
        return known.areMeshesApart ? Self.framesOfMeshes : 1
    }

    /// Takes in how large a frame is and what it shows.
    private mutating func follow(_ next: FrameGeometry) {
        defer { geometry = next }
        guard let geometry, geometry != next else { return }
        let growth = geometry.growth(to: next)
        known.move(by: geometry.pixels(of: next), growth: growth)
        forgetShapes()
        if !CutTest.canCompare(next.zoom.factor / geometry.zoom.factor) { cuts.forget() }
    }

    private mutating func forgetShapes() {
        replacements.forget()
        dissolves.forget()
    }

    /// Takes notice of a frame that is not looked at, before the first that is; whether it showed anything.
    mutating func notice(_ frame: CapturedFrame) -> Bool {
        _ = cuts.isCut(at: frame.sampleBuffer.pixelBuffer, isFresh: false)
        return cuts.hasShapes
    }

    /// Forgets everything, as after an interruption.
    mutating func reset() { self = FaceScanner(detector: detector) }

    private mutating func scan(
        _ frame: CapturedFrame, _ hints: [DetectedFace.Hint], region: Rect?, isThorough: Bool
    ) throws(FacecapError) -> [DetectedFace] {
        let image = frame.sampleBuffer.pixelBuffer
        let orientation = frame.sampleBuffer.orientation.withoutMirroring
        let turned = orientation.followed(by: turn)
        let found =
            isThorough
            ? try detector.detectFaces(in: image, orientation: turned, region: region, hints: hints)
            : try detector.scanFaces(in: image, orientation: turned, region: region, hints: hints)
        let faces = Self.faces(found, within: region)
        if turn != .upright, !faces.contains(where: { $0.confidence >= Self.sureConfidence }) {
            let others = Self.faces(
                try detector.scanFaces(
                    in: image, orientation: orientation, region: region, hints: []), within: region)
            if Self.confidence(in: others) > Self.confidence(in: faces) {
                (turn, nextTurn) = (.upright, .quarterTurn)
                return others
            }
        }
        guard isThorough, faces.isEmpty else { return faces }
        let further = turn.followed(by: nextTurn)
        let others = Self.faces(
            try detector.scanFaces(
                in: image, orientation: orientation.followed(by: further), region: region,
                hints: []), within: region)
        if !others.isEmpty { turn = further }
        let isLast = nextTurn == .threeQuarterTurn
        nextTurn =
            isLast || !others.isEmpty ? .quarterTurn : nextTurn.followed(by: .quarterTurn)
        return others
    }

    /// Everything in a frame that has nothing to do with those before it, whichever way up it is. The first
    /// frame may be the only one, and takes its time.
    private mutating func scanAllTurns(
        _ frame: CapturedFrame, region: Rect?
    ) throws(FacecapError) -> [DetectedFace] {
        let orientation = frame.sampleBuffer.orientation.withoutMirroring
        let found = try detector.detectFacesOfAllTurns(
            in: frame.sampleBuffer.pixelBuffer, orientation: orientation, region: region,
            isThorough: frame.id.number == 0)
        turn = orientation.inverse.followed(by: found.orientation)
        nextTurn = .quarterTurn
        return Self.faces(found.faces, within: region)
    }

    /// Frames are turned no further where most faces turn out to stand upright: a head that looks aside and is
    /// tilted may first be seen in a frame that is turned too far.
    private mutating func turnBack(
        where faces: [DetectedFace], stored orientation: VideoOrientation
    ) {
        guard turn != .upright else { return }
        let rolls = faces.compactMap(\.rollAngle)
        let upright = -Double(orientation.degrees)
        let count = rolls.count {
            abs(Angle.difference(from: upright, to: $0)) < Self.uprightRoll
        }
        guard 2 * count > rolls.count else { return }
        (turn, nextTurn) = (.upright, .quarterTurn)
    }

    private static func confidence(in faces: [DetectedFace]) -> Double {
        faces.reduce(0) { $0 + $1.confidence }
    }

    /// The known faces that are found again; `nil` where nobody is known, or the detector cannot follow.
    private func follow(
        _ frame: CapturedFrame, _ hints: [DetectedFace.Hint], within region: Rect?
    ) throws(FacecapError) -> [DetectedFace]? {
        guard known.areAnyJustSeen else { return nil }
        let orientation = frame.sampleBuffer.orientation.withoutMirroring
        let found = try detector.followFaces(
            in: frame.sampleBuffer.pixelBuffer, orientation: orientation.followed(by: turn),
            hints: hints)
        return found.map { Self.faces($0, within: region) }
    }

    /// Known faces may have left the region where others are looked for, and boxes may lie beside what was looked at.
    private static func faces(_ faces: [DetectedFace], within region: Rect?) -> [DetectedFace] {
        guard let region else { return faces }
        return faces.filter { region.contains($0.bounds.center) }
    }
}
