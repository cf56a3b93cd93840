// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// Where faces were seen last and how they moved, told by detections alone: what the next look needs of those
/// before it.
///
/// It is no tracker: it gives no identities and forgets at every reset point.
struct KnownFaces {
    private struct Known {
        /// As it was seen last, and the frame that showed it.
        var face: DetectedFace
        var frame: Int
        /// Pixels a frame.
        var velocity = (x: 0.0, y: 0.0)
        /// How it was turned when that was seen last: its roll, or the turn of a mesh whose roll is not sure.
        var roll: Double?
        var wasJustSeen = true

        init(_ face: DetectedFace, at frame: Int) {
            self.face = face
            self.frame = frame
            roll = face.rollAngle ?? face.meshPlace?.turn
        }

        /// Where it is expected in a later frame.
        func hint(at frame: Int) -> DetectedFace.Hint {
            // Where somebody who hides went is not known.
            var hint = DetectedFace.Hint(
                bounds: wasJustSeen ? expectedBounds(at: frame) : face.bounds, rollAngle: roll,
                wasJustSeen: wasJustSeen)
            hint.confidence = face.confidence
            hint.landmarks = face.landmarks
            hint.meshAsymmetry = face.meshAsymmetry
            let steps = Double(frame - self.frame)
            if wasJustSeen {
                hint.meshPlace = face.meshPlace?.moved(
                    x: steps * velocity.x, y: steps * velocity.y)
            }
            return hint
        }

        func expectedBounds(at frame: Int) -> Rect {
            let steps = Double(frame - self.frame)
            var bounds = face.bounds
            bounds.x += steps * velocity.x
            bounds.y += steps * velocity.y
            return bounds
        }

        mutating func see(_ face: DetectedFace, at frame: Int) {
            let before = self
            self = Known(face, at: frame)
            let steps = Double(max(1, frame - before.frame))
            let (old, new) = (before.face.bounds.center, face.bounds.center)
            velocity = (
                x: (before.velocity.x + (new.x - old.x) / steps) / 2,
                y: (before.velocity.y + (new.y - old.y) / steps) / 2
            )
            roll = roll ?? before.roll
            self.face.meshAsymmetry = face.meshAsymmetry ?? before.face.meshAsymmetry
        }
    }

    /// What overlaps the expected place by more, intersection over union, is the face.
    private static let sameFaceOverlap = 0.25
    /// Frames for which the turn of a face that is not seen is remembered.
    private static let memory = 30

    private var faces: [Known] = []

    /// Whether somebody was seen at the last look.
    var areAnyJustSeen: Bool { faces.contains(where: \.wasJustSeen) }

    /// Whether somebody is known, and everybody who is was seen at the last look.
    var areAllJustSeen: Bool { !faces.isEmpty && faces.allSatisfy(\.wasJustSeen) }

    /// Whether somebody is known, and everybody who is was seen at the last look and has a mesh that no other face is
    /// near to.
    var areMeshesApart: Bool {
        !faces.isEmpty
            && faces.indices.allSatisfy { index in
                guard faces[index].wasJustSeen, let crop = faces[index].face.meshPlace?.crop else {
                    return false
                }
                return faces.indices.allSatisfy { other in
                    let bounds = faces[other].face.bounds
                    let reach = (crop.side + bounds.longerSide) / 2
                    let (x, y) = (bounds.center.x - crop.center.x, bounds.center.y - crop.center.y)
                    return other == index || max(abs(x), abs(y)) > reach
                }
            }
    }

    /// Where faces are expected in a frame that comes later than all before.
    func hints(at frame: Int) -> [DetectedFace.Hint] { faces.map { $0.hint(at: frame) } }

    /// Whether somebody who was seen at the last look is not among what a look at a frame showed.
    func isAnyLost(in found: [DetectedFace], at frame: Int) -> Bool {
        zip(faces, matches(in: found, at: frame)).contains { $0.wasJustSeen && $1 == nil }
    }

    /// Takes in what a look at a frame showed.
    mutating func update(with found: [DetectedFace], at frame: Int) {
        let matches = matches(in: found, at: frame)
        for (index, match) in matches.enumerated() {
            faces[index].wasJustSeen = false
            if let match { faces[index].see(found[match], at: frame) }
        }
        faces.removeAll { frame - $0.frame > Self.memory }
        for (number, face) in found.enumerated() where !matches.contains(number) {
            faces.append(Known(face, at: frame))
        }
    }

    /// Which of the found faces each known one is; `nil` where it is none.
    private func matches(in found: [DetectedFace], at frame: Int) -> [Int?] {
        var isTaken = [Bool](repeating: false, count: found.count)
        return faces.map { known in
            let expected = known.expectedBounds(at: frame)
            var most = Self.sameFaceOverlap
            var nearest: Int?
            for (number, face) in found.enumerated() where !isTaken[number] {
                let overlap = face.bounds.intersectionOverUnion(expected)
                if overlap > most { (most, nearest) = (overlap, number) }
            }
            if let nearest { isTaken[nearest] = true }
            return nearest
        }
    }

    /// Takes in that places are elsewhere from the next frame on.
    mutating func move(by transform: CoordinateTransform, growth: Double) {
        for index in faces.indices {
            faces[index].face.bounds = transform.apply(faces[index].face.bounds)
            faces[index].velocity.x *= growth
            faces[index].velocity.y *= growth
            // Its mesh is found again by the next look at all.
            faces[index].face.meshPlace = nil
        }
    }

    /// Forgets all faces.
    mutating func removeAll() { faces.removeAll(keepingCapacity: true) }
}
