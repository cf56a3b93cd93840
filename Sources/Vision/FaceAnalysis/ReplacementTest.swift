// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues

/// Tells where a face is suddenly somebody else's: at a cut between people who sit in the same place hardly anything
/// but their faces changes, too little for a ``CutTest``.
///
/// It compares a face with the one that was in the same place at the look before, and where there is none now, its place
/// and the faces that came in the same frame. Where a part of its place is as it was something hides the rest. Of 3,374
/// looks at the faces of videos, from one frame to the next, all correlated by 0.67 or more with the one before; of 1,176
/// pairs of different faces of photographs 95 of 100 correlate by less than 0.58.
struct ReplacementTest {
    /// Nanoseconds between two looks: in a longer time a head turns or is hidden.
    private static let longestGap: Int64 = 70_000_000
    /// Nanoseconds for which a face is remembered: a hand that passes leaves at every look another part of it free.
    private static let memory: Int64 = 300_000_000
    /// The same where nobody was found in its place since, as when a scene is dark for a moment: as long as a face that
    /// is not seen is followed.
    private static let longMemory: Int64 = 1_500_000_000
    /// Looks at faces that are remembered, as times may stand still.
    private static let mostRemembered = 512

    /// The faces of the last look that can be compared.
    private(set) var seen: [SeenFace] = []
    private var past: [SeenFace] = []
    private var time = MediaTime.zero

    /// Takes in what a look at an image showed, and tells whether those who were seen at the look before are all
    /// gone, with others in their places or elsewhere.
    ///
    /// - Parameter isInOtherLight: whether the scene is known to be the same in another light, as in a flash: a face is
    ///   known then unless it is unlike.
    mutating func areReplaced(
        by faces: [DetectedFace], in image: PixelBuffer, at time: MediaTime,
        isInOtherLight: Bool = false
    ) -> Bool {
        let (before, gap) = (seen.filter(\.isSure), time.nanoseconds &- self.time.nanoseconds)
        let isSoon = 0...Self.longestGap ~= gap
        past += seen
        see(faces, in: image, at: time, isInOtherLight: isInOtherLight)
        let sure = seen.filter(\.isSure)
        guard isSoon else { return false }
        let newcomers = sure.filter { new in
            !before.contains { new.isInPlace(of: $0) }
        }
        var isAnyReplaced = false
        let places = [before.map(\.bounds), faces.map(\.bounds)]
        for old in before
        where !places.contains(where: { SeenFace.isNearAnother(old.bounds, of: $0) }) {
            let others: [FacePatch]
            if let face = faces.first(where: { SeenFace.isSamePlace(old.bounds, $0.bounds) }) {
                others = sure.filter { $0.bounds == face.bounds }.map(\.patch)
            } else if newcomers.isEmpty {
                others = []
            } else {
                let rest = FacePatch(of: old.bounds, in: image).map { [$0] } ?? []
                others = rest + newcomers.map(\.patch)
            }
            if others.isEmpty { continue }
            let known = past.filter {
                $0.isSure && age(of: $0) <= Self.memory && $0.isInPlace(of: old)
            }
            guard
                known.allSatisfy({ known in others.allSatisfy(known.patch.isUnlike) }),
                !Self.isPartSeen(of: known, in: image)
            else { return false }
            isAnyReplaced = true
        }
        return isAnyReplaced
    }

    /// Takes in what a look at an image showed, whatever was seen before.
    mutating func begin(with faces: [DetectedFace], in image: PixelBuffer, at time: MediaTime) {
        forget()
        see(faces, in: image, at: time)
    }

    /// The next look is compared with none.
    mutating func forget() { (seen, past) = ([], []) }

    /// Whether a face of the last look has the shapes of one that was in its place before.
    func isKnown(_ face: DetectedFace) -> Bool {
        seen.contains { $0.bounds == face.bounds && $0.isKnown }
    }

    private mutating func see(
        _ faces: [DetectedFace], in image: PixelBuffer, at time: MediaTime,
        isInOtherLight: Bool = false
    ) {
        self.time = time
        forgetPast()
        seen = faces.compactMap { SeenFace($0, in: image, at: time) }
        for index in seen.indices {
            let new = seen[index]
            seen[index].isKnown = past.reversed().contains { old in
                new.isInPlace(of: old)
                    && (isInOtherLight
                        ? !new.patch.isUnlike(old.patch) : new.patch.isSame(as: old.patch))
            }
        }
    }

    /// Forgets what is old, and sooner where somebody was found in its place since.
    private mutating func forgetPast() {
        past = past.suffix(Self.mostRemembered).filter { old in
            let age = self.age(of: old)
            guard 0...Self.longMemory ~= age else { return false }
            return age <= Self.memory
                || !past.contains { $0.time > old.time && $0.isInPlace(of: old) }
        }
    }

    private func age(of seen: SeenFace) -> Int64 { time.nanoseconds &- seen.time.nanoseconds }

    /// Whether a part of a face, as it was at one look or another, is in its place in an image.
    private static func isPartSeen(of looks: [SeenFace], in image: PixelBuffer) -> Bool {
        let cells = looks.map { $0.sharedCells(in: image) }.filter { !$0.isEmpty }
        guard let first = cells.first else { return false }
        return FacePatch.isPart(
            cells.dropFirst().reduce(first) { zip($0, $1).map { $0 || $1 } })
    }
}
