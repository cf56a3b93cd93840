// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// The way of one face through a video, as far as detectors saw it.
struct FacePath: Sendable {
    /// What has to be covered for the face.
    enum Cover: Hashable {
        case nothing
        case region([Point])
        /// It is not known where the face is.
        case wholeImage
    }

    /// Whose detections continue the path.
    private(set) var faceID: Int
    /// At least one, in ascending order of time.
    private var anchors: [FaceAnchor]
    /// After this the face has no effect any more; `.max` while that is not known.
    var end = Int64.max
    /// When the face was seen first, also when that is forgotten.
    private let beginning: Int64
    /// When another identity took over the path of which this is a copy; until then only its later detections have an
    /// effect. `nil` for a path that is no copy.
    private let takeover: Int64?
    /// Whether its face is searched for where it is lost: another one may continue it.
    var isSearchedFor: Bool

    /// The motion of a face is that of its last 0.4 s.
    private static let motionNanoseconds: Int64 = 400_000_000
    /// Where faces cross, an identity may be another one's for a few frames: what was seen within 0.2 s is
    /// covered too.
    private static let exchangeNanoseconds: Int64 = 200_000_000
    /// A face that was followed for less may have been none: it is held, but not searched for.
    private static let briefNanoseconds: Int64 = 500_000_000

    init(faceID: Int, _ first: FaceAnchor) {
        self.faceID = faceID
        anchors = [first]
        beginning = first.nanoseconds
        takeover = nil
        isSearchedFor = true
        anchors[0].isNewIdentity = true
    }

    /// What is left to a face whose path another identity takes over: it is held, and continues where it comes back.
    init(leftBy path: FacePath, at time: Int64) {
        faceID = path.faceID
        beginning = path.beginning
        // Its motion is told from these.
        let start = path.last.nanoseconds - Self.motionNanoseconds
        anchors = Array(path.anchors[path.firstIndex(notBefore: start)...])
        takeover = time
        isSearchedFor = false
    }

    /// From when on it may have an effect, but for what is covered before a face was seen.
    var start: Int64 { takeover ?? beginning }

    var first: FaceAnchor { anchors[0] }
    var last: FaceAnchor { anchors[anchors.count - 1] }

    /// Goes on with a later detection, of the same face or of one that is taken for it.
    mutating func append(_ anchor: FaceAnchor, faceID: Int) {
        var anchor = anchor
        // A face that comes back after another identity took its path over is hidden before its return, like a new one.
        let isBack = takeover.map { last.nanoseconds < $0 } ?? false
        anchor.isNewIdentity = faceID != self.faceID || isBack
        self.faceID = faceID
        isSearchedFor = true
        anchors.append(anchor)
        end = .max
    }

    /// Forgets all but the last detection before a time.
    mutating func forget(before nanoseconds: Int64) {
        let needed = anchors.lastIndex { $0.nanoseconds <= nanoseconds } ?? 0
        // A little more, as the motion is told from it.
        let kept = anchors.firstIndex {
            $0.nanoseconds >= anchors[needed].nanoseconds - Self.motionNanoseconds
        }
        anchors.removeFirst(kept ?? 0)
    }

    /// What has to be covered at a time, in pixels of an image.
    ///
    /// - Parameters:
    ///   - isSearched: whether enough frames were analyzed after the face was seen last, up to that time.
    ///   - visible: the part of the image, normalized, that is shown at that time.
    func cover(
        at time: Int64, isSearched: Bool, _ settings: RedactionSettings, in size: Size,
        showing visible: Rect
    ) -> Cover {
        let newCorners = cornersOfNewIdentities(after: time, settings, size, visible)
        if time < max(start, first.nanoseconds) {
            return newCorners.isEmpty ? .nothing : region(newCorners)
        }
        if time > last.nanoseconds { return coverAfter(time, isSearched, settings, size, visible) }
        let after = firstIndex(notBefore: time)
        let next = anchors[after]
        let margin = settings.effectiveMargin
        let nearby = newCorners + nearbyCorners(at: time, margin, size)
        if next.nanoseconds == time { return region(nearby) }
        let previous = anchors[after - 1]
        let distance = min(time - previous.nanoseconds, next.nanoseconds - time)
        let growth = margin + settings.effectiveGrowth * seconds(distance)
        return region(
            nearby + previous.corners(grownBy: growth, in: size)
                + next.corners(grownBy: growth, in: size))
    }

    /// Where the face was seen shortly before and after a time.
    private func nearbyCorners(at time: Int64, _ margin: Double, _ size: Size) -> [Point] {
        anchors[firstIndex(notBefore: time - Self.exchangeNanoseconds)...]
            .prefix { $0.nanoseconds <= time + Self.exchangeNanoseconds }
            .flatMap { $0.corners(grownBy: margin, in: size) }
    }

    /// Where identities may have been before they began.
    private func cornersOfNewIdentities(
        after time: Int64, _ settings: RedactionSettings, _ size: Size, _ visible: Rect
    ) -> [Point] {
        let limit = time + settings.reachNanoseconds
        let next = anchors.index(notBefore: max(time + 1, start)) { $0.nanoseconds }
        return anchors[next...]
            .prefix { $0.nanoseconds <= limit }
            .filter(\.isNewIdentity)
            .flatMap { corners(of: $0, before: time, settings, size, visible) }
    }

    /// Where a face may have been before a detection: none where it was still out of the frame.
    private func corners(
        of anchor: FaceAnchor, before time: Int64, _ settings: RedactionSettings, _ size: Size,
        _ visible: Rect
    ) -> [Point] {
        let age = anchor.nanoseconds - time
        let shift = shift(of: anchor, over: -seconds(age))
        guard
            age <= settings.hold.nanoseconds
                || age <= settings.reachNanoseconds && isVisible(anchor, shift, settings, visible)
        else { return [] }
        return extendedCorners(anchor, age, shift, settings, size)
    }

    private func coverAfter(
        _ time: Int64, _ isSearched: Bool, _ settings: RedactionSettings, _ size: Size,
        _ visible: Rect
    ) -> Cover {
        let age = time - last.nanoseconds
        let shift = shift(of: last, over: seconds(age))
        let isBrief = last.nanoseconds - beginning < Self.briefNanoseconds
        let isAtEdge = isAtEdge(last, settings, visible)
        guard isSearchedFor || age <= settings.hold.nanoseconds else { return .nothing }
        if age <= settings.hold.nanoseconds || !isSearched && (isBrief || isAtEdge) {
            return region(extendedCorners(last, age, shift, settings, size))
        }
        guard isSearched else { return .wholeImage }
        guard age <= settings.reachNanoseconds else { return .nothing }
        if isAtEdge {
            guard isVisible(last, shift, settings, visible) else { return .nothing }
            return region(extendedCorners(last, age, shift, settings, size))
        }
        return isBrief ? .nothing : .wholeImage
    }

    /// From where the face was seen to where its motion takes it.
    private func extendedCorners(
        _ anchor: FaceAnchor, _ age: Int64, _ shift: Point, _ settings: RedactionSettings,
        _ size: Size
    ) -> [Point] {
        let growth = settings.effectiveMargin + settings.effectiveGrowth * seconds(age)
        return anchor.corners(grownBy: growth, in: size)
            + anchor.corners(grownBy: growth, shift: shift, in: size)
    }

    private func region(_ points: [Point]) -> Cover {
        .region(ConvexHull.polygon(around: points))
    }

    /// Whether the face may be leaving or entering what is shown where it was seen.
    private func isAtEdge(
        _ anchor: FaceAnchor, _ settings: RedactionSettings, _ visible: Rect
    ) -> Bool {
        let grown = anchor.grown(by: settings.effectiveMargin)
        return grown.x < visible.x || grown.y < visible.y || grown.maxX > visible.maxX
            || grown.maxY > visible.maxY
    }

    /// Whether something of a face at the edge is still shown, as it moved.
    private func isVisible(
        _ anchor: FaceAnchor, _ shift: Point, _ settings: RedactionSettings, _ visible: Rect
    ) -> Bool {
        guard isAtEdge(anchor, settings, visible) else { return false }
        var moved = anchor.grown(by: settings.effectiveMargin)
        moved.x += shift.x
        moved.y += shift.y
        return !moved.intersection(visible).isEmpty
    }

    /// How far the face moves in so many seconds, forwards from its last detection or backwards from one at
    /// which it begins or comes back.
    private func shift(of anchor: FaceAnchor, over seconds: Double) -> Point {
        let motion = seconds < 0 ? Self.motionNanoseconds : -Self.motionNanoseconds
        let other = anchors[firstIndex(notBefore: anchor.nanoseconds + motion)]
        guard other.nanoseconds != anchor.nanoseconds else { return Point(x: 0, y: 0) }
        let share = seconds / self.seconds(anchor.nanoseconds - other.nanoseconds)
        let (from, to) = (other.bounds.center, anchor.bounds.center)
        return Point(x: (to.x - from.x) * share, y: (to.y - from.y) * share)
    }

    private func seconds(_ nanoseconds: Int64) -> Double { Double(nanoseconds) * 1e-9 }

    /// The last one where all are before.
    private func firstIndex(notBefore time: Int64) -> Int {
        min(anchors.index(notBefore: time) { $0.nanoseconds }, anchors.count - 1)
    }
}
