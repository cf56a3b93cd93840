// SPDX-License-Identifier: Apache-2.0
public import FaceValues

/// Gives faces identities: turns the detections of each frame into faces with stable ids.
///
/// Faces are followed by a motion model whose uncertainty grows with time, and detections are
/// dealt out to all faces at once at the least total cost. An id belongs to one person while the face is
/// in view, survives missed detections and short occlusions, and is never used again, not even after
/// ``reset()``; a face that may be somebody else's has a new one. A face that is not seen is reported no
/// longer than it was seen before.
///
/// A new face of high confidence, and every face of the first analyzed frame, has an id at once; any
/// other must be seen a few times first, so that a flicker uses up no id.
///
/// A pure value without input, output or threads: the same calls give the same faces. Every frame
/// takes one call, either ``update(with:at:imageSize:isCut:)`` or ``advance(to:)``, in the order of the
/// stream. A frame whose time is not later than the one before counts as 1/30 s later, so that
/// streams without a clock, or with one that jumps back, are followed too.
public struct FaceTracker: Sendable {
    /// A new detection that shares more of the smaller box with a face already seen in the frame is
    /// taken for a part of that face; less is needed when it is of low confidence.
    private static let sureShadowOverlap = 0.6
    private static let unsureShadowOverlap = 0.35
    /// A face with less than this share of its box in the frame is leaving.
    private static let leavingShare = 0.4
    private static let nominalStep: Int64 = 33_333_333
    private static let maximumStep: Int64 = 60_000_000_000

    /// What the tracker was made with.
    public let configuration: Configuration
    /// What the last update, advance or reset found and lost, in ascending order of ids, lost
    /// faces first and renamed ones last.
    public private(set) var events: [Event] = []

    /// The faces that have an id and were not among those that the last update or advance returned, ascending.
    package private(set) var hiddenFaceIDs: [Int] = []

    /// Whether the last update was given more faces than are followed.
    package private(set) var leavesOutFaces = false

    /// The greatest id so far; 0 where there was none.
    package private(set) var lastFaceID = 0

    private var tracks: [FaceTrack] = []
    /// What the next update or advance tells first.
    private var untoldEvents: [Event] = []
    private var lastTime: MediaTime?
    private var isBeginning = true
    private var image = Rect(x: 0, y: 0, width: 0, height: 0)
    /// How far the camera has moved everything since the beginning, in pixels.
    private var camera = Point(x: 0, y: 0)
    private var association = FaceAssociation()
    private var relinker = FaceRelinker()

    /// A tracker that has seen nothing yet.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
    }

    /// A tracker that has seen nothing yet, whose ids are above those of an earlier one.
    package init(configuration: Configuration, lastFaceID: Int) {
        self.init(configuration: configuration)
        self.lastFaceID = lastFaceID
    }

    /// The faces of an analyzed frame, by ascending id, in the space of the detections: stored
    /// pixels. Boxes that are no numbers, have no extent or lie outside the frame are ignored.
    ///
    /// - Parameters:
    ///   - detections: what the detector found, in pixels of the stored frame.
    ///   - time: the frame's time; what is not later than the one before counts as 1/30 s later.
    ///   - imageSize: pixels of the stored frame.
    ///   - isCut: whether another scene begins: all faces of before are lost, and those of this
    ///     frame have ids at once.
    public mutating func update(
        with detections: [DetectedFace], at time: MediaTime, imageSize: Size,
        isCut: Bool = false
    ) -> [MetadataFaceObject] {
        update(
            with: detections, at: time, imageSize: imageSize, isCut: isCut,
            cameraMotion: Point(x: 0, y: 0))
    }

    /// The same where the camera has moved everything by `cameraMotion`, in pixels, since the analyzed frame before,
    /// and shows a part of the frame alone, where that is not all.
    package mutating func update(
        with detections: [DetectedFace], at time: MediaTime, imageSize: Size,
        visible: Rect? = nil, isCut: Bool, cameraMotion: Point
    ) -> [MetadataFaceObject] {
        image = visible ?? Rect(size: imageSize)
        beginEvents()
        step(to: time)
        camera = Point(x: camera.x + cameraMotion.x, y: camera.y + cameraMotion.y)
        if isCut { endTracks() }
        removeLostTracks()
        let faces: [DetectedFace]
        (faces, leavesOutFaces) = DetectionFilter(
            maximumCount: max(0, configuration.maximumFaceCount)
        ).filter(detections, imageSize: imageSize)
        var sightings = FaceSighting.sightings(faces, camera: camera)
        endReplacedTracks(sightings)
        match(&sightings)
        removeLostTracks()
        startTracks(sightings)
        giveUpHiddenFaces()
        confirmTracks()
        relink()
        isBeginning = false
        return report()
    }

    /// The faces of a frame that was not analyzed, by ascending id: `predicted` or `held`.
    public mutating func advance(to time: MediaTime) -> [MetadataFaceObject] {
        advance(to: time, visible: image)
    }

    /// The same where a part of the frame is shown.
    package mutating func advance(to time: MediaTime, visible: Rect) -> [MetadataFaceObject] {
        image = visible
        beginEvents()
        step(to: time)
        removeLostTracks()
        return report()
    }

    /// Where faces are expected at a time, for the detection of the frame with that time.
    public func hints(at time: MediaTime) -> [DetectedFace.Hint] {
        let seconds = Double(min(nanoseconds(to: time), Self.maximumStep)) * 1e-9
        return tracks.map {
            DetectedFace.Hint(
                bounds: $0.placeAhead(afterSeconds: seconds).moved(x: camera.x, y: camera.y),
                rollAngle: $0.rollAngle)
        }
    }

    /// Whether any face is followed, be it out of sight.
    package var followsFaces: Bool { !tracks.isEmpty }

    /// Gives all faces up, as after an interruption; ids go on where they were.
    public mutating func reset() {
        events.removeAll(keepingCapacity: true)
        endTracks()
        hiddenFaceIDs.removeAll()
    }

    /// Gives all faces up; the next update or advance tells that they are lost.
    ///
    /// - Parameter suspendedNanoseconds: what passed since the last frame that the times of frames do not count.
    package mutating func giveUpFaces(suspendedNanoseconds: Int64 = 0) {
        reset()
        untoldEvents += events
        relinker.step(
            nanoseconds: 0, elapsed: max(0, suspendedNanoseconds),
            memory: configuration.relinkNanoseconds)
    }

    private mutating func beginEvents() {
        events.removeAll(keepingCapacity: true)
        swap(&events, &untoldEvents)
    }

    private mutating func endTracks() {
        noteLost(tracks)
        tracks.removeAll(keepingCapacity: true)
        isBeginning = true
    }

    /// Gives up the faces that became others.
    private mutating func endReplacedTracks(_ sightings: [FaceSighting]) {
        for sighting in sightings where sighting.face.replacesAnother {
            guard let index = association.bestTrack(tracks, for: sighting) else { continue }
            noteLost([tracks.remove(at: index)])
        }
    }

    private func nanoseconds(to time: MediaTime) -> Int64 {
        guard let lastTime else { return 0 }
        let (elapsed, overflow) = time.nanoseconds.subtractingReportingOverflow(
            lastTime.nanoseconds)
        if overflow { return time > lastTime ? .max : Self.nominalStep }
        return elapsed > 0 ? elapsed : Self.nominalStep
    }

    private mutating func step(to time: MediaTime) {
        let elapsed = nanoseconds(to: time)
        let step = min(elapsed, Self.maximumStep)
        for index in tracks.indices { tracks[index].step(nanoseconds: step) }
        relinker.step(
            nanoseconds: step, elapsed: elapsed, memory: configuration.relinkNanoseconds)
        lastTime = time
    }

    /// Deals the detections out to the tracks.
    private mutating func match(_ sightings: inout [FaceSighting]) {
        association.match(tracks, sightings)
        let unseen = tracks.indices
            .filter { association.sightingOfTrack[$0] == nil && tracks[$0].faceID != nil }
            .map { tracks[$0].placeAhead }
        FaceSighting.doubtAngles(of: &sightings, beside: unseen)
        for index in tracks.indices {
            if let number = association.sightingOfTrack[index] {
                let sighting = sightings[number]
                tracks[index].observe(
                    sighting, isContested: unseen.contains(where: sighting.bounds.isCrowded))
            } else {
                tracks[index].miss()
            }
        }
    }

    /// Starts a track for each detection that is left and not part of a face seen already.
    private mutating func startTracks(_ sightings: [FaceSighting]) {
        var isTaken = association.isTaken
        for index in sightings.indices where !isTaken[index] {
            let face = sightings[index].face
            let overlap =
                face.confidence >= configuration.immediateConfidence
                ? FaceTracker.sureShadowOverlap : FaceTracker.unsureShadowOverlap
            let isShadow = sightings.indices.contains {
                isTaken[$0] && face.bounds.covers(overlap, of: sightings[$0].face.bounds)
            }
            if isShadow { continue }
            isTaken[index] = true
            tracks.append(
                FaceTrack(sightings[index], isSmoothed: configuration.isSmoothingEnabled))
        }
    }

    /// Gives up faces out of sight, those first that were seen least recently, where more are followed than the limit: who is
    /// seen counts more.
    private mutating func giveUpHiddenFaces() {
        let excess = tracks.count - max(0, configuration.maximumFaceCount)
        guard excess > 0 else { return }
        let oldest = tracks.indices.sorted { tracks[$0].ageNanoseconds > tracks[$1].ageNanoseconds }
        let removed = oldest.prefix(excess).sorted()
        noteLost(removed.map { tracks[$0] })
        for index in removed.reversed() { tracks.remove(at: index) }
    }

    /// Gives an id to every track that has earned one.
    private mutating func confirmTracks() {
        for index in tracks.indices where tracks[index].faceID == nil {
            guard isBeginning || isBelievable(tracks[index]) else { continue }
            lastFaceID += 1
            tracks[index].confirm(faceID: lastFaceID)
            events.append(.found(faceID: lastFaceID))
        }
    }

    private func isBelievable(_ track: FaceTrack) -> Bool {
        track.confidence >= configuration.immediateConfidence
            || track.evidence >= configuration.confirmationCount
                && track.lifetimeNanoseconds >= configuration.confirmationNanoseconds
    }

    private mutating func removeLostTracks() {
        noteLost(tracks.filter(isLost))
        tracks.removeAll(where: isLost)
    }

    /// Tells who has come back, where that is asked for.
    private mutating func relink() {
        guard configuration.relinkNanoseconds > 0 else { return }
        for rename in relinker.renames(among: tracks) {
            events.append(.renamed(from: rename.from, to: rename.to))
        }
    }

    private mutating func noteLost(_ lost: [FaceTrack]) {
        if configuration.relinkNanoseconds > 0 {
            for track in lost { relinker.remember(track) }
        }
        // In this frame nobody was found yet.
        let earlier = events.compactMap { if case .lost(let faceID) = $0 { faceID } else { nil } }
        events = (earlier + lost.compactMap(\.faceID)).sorted().map { .lost(faceID: $0) }
    }

    private func isLost(_ track: FaceTrack) -> Bool {
        if track.ageNanoseconds > min(configuration.gapNanoseconds, FaceTracker.maximumStep) {
            return true
        }
        guard let absence = track.absenceNanoseconds else { return false }
        if track.faceID == nil && track.evidence < 1 { return true }
        if absence > configuration.absenceNanoseconds { return true }
        return absence > configuration.edgeAbsenceNanoseconds && isLeaving(track)
    }

    private func isLeaving(_ track: FaceTrack) -> Bool {
        let expected = track.placeAhead.moved(x: camera.x, y: camera.y)
        return expected.intersection(image).area < FaceTracker.leavingShare * expected.area
    }

    /// The faces that are reported; notes which are not.
    private mutating func report() -> [MetadataFaceObject] {
        let prediction = configuration.predictionNanoseconds
        let rule = HoldRule(
            image: image, camera: camera, predictionNanoseconds: prediction,
            observed: tracks.filter(\.wasJustSeen).map {
                $0.reportedBounds($0.state(predictionNanoseconds: prediction), camera: camera)
            })
        var faces: [MetadataFaceObject] = []
        hiddenFaceIDs.removeAll(keepingCapacity: true)
        for track in tracks {
            guard let face = track.faceObject(predictionNanoseconds: prediction, camera: camera)
            else { continue }
            if rule.shows(track) { faces.append(face) } else { hiddenFaceIDs.append(face.faceID) }
        }
        hiddenFaceIDs.sort()
        faces.sort { $0.faceID < $1.faceID }
        return faces
    }
}
