// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// What of each frame of a video has to be covered, told from what was found in all of its frames.
///
/// Faces are followed by their identities from detection to detection: between two of them everything
/// that lies between is covered, before the first and after the last one the part grows for
/// ``RedactionSettings/hold``; at the edge of the frame until the face is out. Where another identity
/// begins within that part, it is taken for the same face. A face that was lost in the middle of the
/// frame, a frame around which too few were analyzed, and one near in time with more faces than an observation has cover
/// the whole frame.
///
/// A pure value: the same calls give the same answers. Observations come in the order of the video.
package struct RedactionPlan: Sendable {
    /// How much is covered.
    package let settings: RedactionSettings
    /// How many faces were seen whose boxes tell nothing of where they are.
    package private(set) var unusableFaceCount = 0
    /// In the order of their beginnings.
    private(set) var paths: [FacePath] = []
    /// The place of the newest path of each face.
    private var places: [Int: Int] = [:]
    /// Their ends, so that a path that is over costs later frames nothing.
    private var ends = MaximumTree()
    /// The times of frames that were analyzed, ascending.
    private var analysed: [Int64] = []
    /// The times of frames that were not, ascending.
    private var unanalysed: [Int64] = []
    /// The times of frames with more faces than are known, ascending.
    private var overfull: [Int64] = []
    /// The frames that are known, ascending: from when until when.
    private var known: [ClosedRange<Int64>] = []

    /// Times of one frame differ by less than this in different readers of a video.
    private static let toleranceNanoseconds: Int64 = 1_000_000
    private static let fewestAnalysed = 3
    /// Where frames are passed over, a face is gone only where so many have not shown it: of one that a detector
    /// misses in a fifth of them, that happens once in 400,000 times.
    private static let fewestSearches = 8
    /// More paths have an effect at once than of any crowd that is seen: no more are followed then.
    private static let maximumPathCount = 8192

    /// A plan that knows of no frame.
    package init(settings: RedactionSettings) { self.settings = settings }

    /// Takes what is known of the next frame.
    ///
    /// - Parameter duration: how long it holds; `nil` for the frame of that time alone.
    package mutating func append(_ observation: FaceObservation, duration: MediaTime? = nil) {
        let time = observation.presentationTime.boundedNanoseconds
        if observation.outcome == .analysed {
            analysed.insertInOrder(time) { $0 }
        } else {
            unanalysed.insertInOrder(time) { $0 }
        }
        // A recording tells as many faces as there is room for.
        if observation.leavesOutFaces
            || observation.faces.count >= FaceObservation.usualMaximumFaceCount
        {
            overfull.insertInOrder(time) { $0 }
        }
        if case .dropped = observation.outcome { return }
        insert(time, duration)
        append(observation.faces.filter { $0.state == .observed }, at: time)
        if observation.outcome == .analysed { endPaths() }
    }

    /// Takes the faces of a frame: first those that are followed, so that none takes the path of another that is there.
    private mutating func append(_ faces: [MetadataFaceObject], at time: Int64) {
        var newcomers: [(faceID: Int, anchor: FaceAnchor)] = []
        for face in faces {
            guard let bounds = face.bounds.ofFace else {
                unusableFaceCount += 1
                continue
            }
            let anchor = FaceAnchor(
                nanoseconds: time, bounds: bounds, rollAngle: face.rollAngle)
            if let place = place(ofFace: face.faceID, at: time) {
                extend(place, by: anchor, of: face.faceID)
            } else {
                newcomers.append((face.faceID, anchor))
            }
        }
        guard !newcomers.isEmpty else { return }
        guard ends.places(before: paths.count, atLeast: time).count < Self.maximumPathCount else {
            // They are hidden with the whole frame.
            overfull.insertInOrder(time) { $0 }
            return
        }
        for (faceID, anchor) in newcomers { begin(anchor, of: faceID) }
    }

    /// Whether it knows of a face.
    package var hasFaces: Bool { !paths.isEmpty || !overfull.isEmpty }

    /// What of the frame of a time has to be covered: the whole of one that the plan does not know.
    ///
    /// - Parameter size: of the stored frame, in pixels.
    package func cover(at time: MediaTime, in size: Size) -> FrameCover {
        isKnown(time.boundedNanoseconds) ? expectedCover(at: time, in: size) : .wholeImage
    }

    /// Whether the plan tells where the faces of the frame of a time are: that it knows the frame, and
    /// that enough of those around it were analyzed.
    package func tells(of time: MediaTime) -> Bool {
        isKnown(time.boundedNanoseconds) && isAnalysed(near: time.boundedNanoseconds)
    }

    /// What of the frame of a time has to be covered by several plans: what any of them covers.
    ///
    /// A plan that tells nothing of the frame leaves to the others what it does not know, and the whole
    /// of a frame is covered that none of them tells of.
    package static func cover(
        at time: MediaTime, in size: Size, by plans: [RedactionPlan]
    ) -> FrameCover {
        guard plans.contains(where: { $0.tells(of: time) }) else { return .wholeImage }
        return plans.reduce(.regions([])) { cover, plan in
            let (regions, isLost) = plan.paths(at: time.boundedNanoseconds, in: size)
            let own = isLost && plan.tells(of: time) ? .wholeImage : FrameCover.regions(regions)
            return cover.union(own)
        }
    }

    /// What has to be covered at a time, whether or not a frame of that time is known.
    ///
    /// - Parameter visible: the part, normalized, that is shown then: what lies elsewhere hides nothing of it.
    func expectedCover(
        at time: MediaTime, in size: Size, showing visible: Rect = .unit
    ) -> FrameCover {
        guard isAnalysed(near: time.boundedNanoseconds) else { return .wholeImage }
        let (regions, isLost) = paths(at: time.boundedNanoseconds, in: size, showing: visible)
        return isLost ? .wholeImage : .regions(regions)
    }

    /// Where faces may be at a time, and whether it is not known of one of them.
    private func paths(
        at time: Int64, in size: Size, showing visible: Rect = .unit
    ) -> (regions: [[Point]], isLost: Bool) {
        let (regions, isLost) = cover(
            of: pathsInReach(of: time), at: time, in: size, showing: visible)
        return (regions, isLost || isOverfull(near: time))
    }

    /// The places of the paths that may have an effect at a time.
    func pathsInReach(of time: Int64) -> [Int] {
        let latest = time + settings.reachNanoseconds
        let end = paths.index(notBefore: latest + 1) { $0.start }
        return ends.places(before: end, atLeast: time)
    }

    /// What some of the paths say of a time.
    func cover(
        of places: some Sequence<Int>, at time: Int64, in size: Size, showing visible: Rect = .unit
    ) -> (regions: [[Point]], isLost: Bool) {
        var regions: [[Point]] = []
        var isLost = false
        for path in places.lazy.map({ paths[$0] }) {
            let isSearched = isSearched(after: path.last.nanoseconds, until: time)
            switch path.cover(
                at: time, isSearched: isSearched, settings, in: size, showing: visible)
            {
            case .nothing: continue
            case .region(let polygon): regions.append(polygon)
            case .wholeImage: isLost = true
            }
        }
        return (regions, isLost)
    }

    /// Forgets what has no effect on frames from a time on.
    mutating func forget(before time: MediaTime) {
        let time = time.boundedNanoseconds
        paths = paths.filter { !isOver($0, at: time) }
        for index in paths.indices { paths[index].forget(before: time) }
        findPaths()
        let needed = time - settings.blindnessNanoseconds
        let searched = paths.map(\.last.nanoseconds).min().map { min($0, needed) } ?? needed
        analysed.removeFirst(analysed.index(notBefore: searched) { $0 })
        // With the last one before, as it tells of every path that frames were passed over.
        unanalysed.removeFirst(max(0, unanalysed.index(notBefore: needed) { $0 } - 1))
        known.removeFirst(known.index(notBefore: needed) { $0.upperBound })
        overfull.removeFirst(overfull.index(notBefore: time - settings.reachNanoseconds) { $0 })
    }

    // MARK: Paths

    /// The path that a face continues; `nil` where it has none that goes on.
    private func place(ofFace faceID: Int, at time: Int64) -> Int? {
        guard let place = places[faceID], paths[place].last.nanoseconds < time,
            !isOver(paths[place], at: time)
        else { return nil }
        return place
    }

    /// Begins a path, or continues that of a face that was lost nearby: it may be that face, or another one.
    private mutating func begin(_ anchor: FaceAnchor, of faceID: Int) {
        if let lost = lostPath(at: anchor) {
            takeOver(lost, by: anchor, of: faceID)
        } else {
            insert(FacePath(faceID: faceID, anchor))
        }
    }

    private mutating func takeOver(_ index: Int, by anchor: FaceAnchor, of faceID: Int) {
        let rest = FacePath(leftBy: paths[index], at: anchor.nanoseconds)
        places[rest.faceID] = nil
        paths[index].append(anchor, faceID: faceID)
        ends[index] = paths[index].end
        places[faceID] = index
        insert(rest)
    }

    private mutating func insert(_ path: FacePath) {
        let place = paths.insertInOrder(path) { $0.start }
        guard place == paths.count - 1 else { return findPaths() }
        ends.append(path.end)
        note(place)
    }

    /// Notes again which path is where, after their places have changed.
    private mutating func findPaths() {
        ends = MaximumTree(paths.map(\.end))
        places = [:]
        for place in paths.indices { note(place) }
    }

    /// Notes that a face continues a path, unless it is what another identity left to it and there is a newer one.
    private mutating func note(_ place: Int) {
        let path = paths[place]
        let isSearchedFor = places[path.faceID].map { paths[$0].isSearchedFor } ?? false
        if path.isSearchedFor || !isSearchedFor { places[path.faceID] = place }
    }

    private mutating func extend(_ index: Int, by anchor: FaceAnchor, of faceID: Int) {
        let wasTakenOver = !paths[index].isSearchedFor
        paths[index].append(anchor, faceID: faceID)
        ends[index] = paths[index].end
        // Who took it over may have been the same face, whose identity is its own again.
        guard wasTakenOver, let other = lostPath(at: anchor, besides: index) else { return }
        paths[index].isSearchedFor = false
        takeOver(other, by: anchor, of: faceID)
    }

    /// Tells of each path whose face enough frames have not shown when it is over: that later frames do not change.
    private mutating func endPaths() {
        for index in ends.places(before: paths.count, atLeast: .max) {
            let last = paths[index].last.nanoseconds
            let enough = analysed.index(notBefore: last + 1) { $0 } + Self.fewestSearches - 1
            guard enough < analysed.count else { continue }
            paths[index].end = max(last + settings.reachNanoseconds, analysed[enough])
            ends[index] = paths[index].end
        }
    }

    /// The path of a face that was lost where and when another identity begins, of several the one lost
    /// last.
    private func lostPath(at anchor: FaceAnchor, besides own: Int? = nil) -> Int? {
        ends.places(before: paths.count, atLeast: anchor.nanoseconds).filter { index in
            guard index != own else { return false }
            let last = paths[index].last
            let age = anchor.nanoseconds - last.nanoseconds
            guard age > 0, !isOver(paths[index], at: anchor.nanoseconds) else { return false }
            let growth = settings.effectiveMargin + settings.effectiveGrowth * Double(age) * 1e-9
            return !last.grown(by: growth).intersection(anchor.bounds).isEmpty
                && last.bounds.hasSizeSimilar(to: anchor.bounds)
        }.max { paths[$0].last.nanoseconds < paths[$1].last.nanoseconds }
    }

    /// Whether a face has no effect any more on frames from a time on.
    private func isOver(_ path: FacePath, at time: Int64) -> Bool {
        let last = path.last.nanoseconds
        return last + settings.reachNanoseconds < time
            && isSearched(after: last, until: time)
    }

    // MARK: Times

    private mutating func insert(_ time: Int64, _ duration: MediaTime?) {
        let length = (duration?.boundedNanoseconds ?? 0) - 2 * Self.toleranceNanoseconds
        let end = time + max(0, length)
        known.insertInOrder(time...end) { $0.lowerBound }
    }

    private func isKnown(_ time: Int64) -> Bool {
        let tolerance = Self.toleranceNanoseconds
        let next = known.index(notBefore: time + tolerance) { $0.lowerBound }
        guard next > 0 else { return false }
        return known[next - 1].upperBound + tolerance > time
    }

    /// Whether enough of the frames around a time were analyzed, as a detector misses some faces: three, or
    /// all there are.
    private func isAnalysed(near time: Int64) -> Bool {
        let limit = settings.blindnessNanoseconds
        let (start, end) = (time - limit, time + limit)
        let count = analysed.count(in: start...end) { $0 }
        guard count < Self.fewestAnalysed else { return true }
        return count > 0 && unanalysed.count(in: start...end) { $0 } == 0
    }

    /// Whether a frame so near that its faces have an effect shows more of them than are known.
    private func isOverfull(near time: Int64) -> Bool {
        let reach = settings.reachNanoseconds
        return overfull.count(in: time - reach...time + reach) { $0 } > 0
    }

    /// Whether enough frames were analyzed after one time until another to have found a face in one of them, or
    /// all there are.
    private func isSearched(after start: Int64, until end: Int64) -> Bool {
        guard start < end else { return true }
        let range = start + 1...end
        return analysed.count(in: range) { $0 } >= Self.fewestSearches
            || unanalysed.count(in: range) { $0 } == 0
    }
}
