// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues

/// Tells where a face becomes another one little by little, as in a dissolve, a fade or a wipe: in between both are seen in
/// its place, or both scenes in the frame, and nothing else, which is not so where a head turns or something passes in front
/// of it.
///
/// In 74 videos, 48 of them played two and three times as fast, and 126 with a hand before a face nobody was told. Of 40
/// pairs of faces of photographs that dissolve in 0.2 s before one background 29 were, of 14 pairs of people in videos whose
/// scenes dissolve or wipe 13.
struct DissolveTest {
    /// Nanoseconds that a dissolve takes at most, ...
    private static let longestTime: Int64 = 1_200_000_000
    /// ... and those in which nobody is found in it; ...
    private static let longestGap: Int64 = 500_000_000
    /// ... and looks, as times may stand still.
    private static let mostLooks = 128
    /// A face that differs by less, in levels of luma, is the same.
    private static let leastDifference = 5

    /// What was seen in one place, the last look last.
    private struct Course {
        var looks: [SeenFace]
        /// The face that became this one, which may still be seen in the first looks.
        let former: FacePatch?
        /// When a face was found there last, and the looks since.
        private var lastFound: MediaTime
        private var missCount = 0

        init(_ face: SeenFace, after former: FacePatch? = nil) {
            (looks, lastFound, self.former) = ([face], face.time, former)
        }

        /// Takes in a face that is found there.
        mutating func find(_ face: SeenFace) {
            append(face)
            (lastFound, missCount) = (face.time, 0)
        }

        /// Takes in what is seen there where no face is found; whether one may come back.
        mutating func miss(in image: PixelBuffer, at time: MediaTime) -> Bool {
            missCount += 1
            if let bounds = looks.last?.bounds, let patch = FacePatch(of: bounds, in: image) {
                append(SeenFace(of: bounds, patch: patch, at: time))
            }
            return missCount < mostLooks
                && 0...longestGap ~= time.nanoseconds &- lastFound.nanoseconds
        }

        private mutating func append(_ look: SeenFace) {
            looks.append(look)
            looks = looks.suffix(mostLooks).filter {
                look.time.nanoseconds &- $0.time.nanoseconds <= longestTime
            }
        }

        func distance(to face: SeenFace) -> Double {
            looks.last?.bounds.center.distance(to: face.bounds.center) ?? .infinity
        }
    }

    private var courses: [Course] = []
    private var transitions = TransitionTest()

    /// Nobody was seen before.
    mutating func forget() {
        courses.removeAll(keepingCapacity: true)
        transitions.forget()
    }

    /// Takes in the faces of a look at an image, and tells which of them have become others.
    mutating func newcomers(
        among faces: [SeenFace], in image: PixelBuffer, reducedTo thumbnail: FrameThumbnail,
        at time: MediaTime
    ) -> [SeenFace] {
        guard !faces.isEmpty || !courses.isEmpty else { return [] }
        transitions.take(thumbnail, at: time, remembering: Self.longestTime)
        var before = courses
        courses.removeAll(keepingCapacity: true)
        var newcomers: [SeenFace] = []
        for face in faces {
            let match = before.indices.filter { face.isInPlace(of: before[$0].looks.last ?? face) }
                .min { before[$0].distance(to: face) < before[$1].distance(to: face) }
            guard let match else {
                courses.append(Course(face))
                continue
            }
            var course = before.remove(at: match)
            course.find(face)
            if SeenFace.isNearAnother(face.bounds, of: faces.map(\.bounds)) {
                course = Course(face)
            } else if let former = dissolvedFace(in: course) {
                newcomers.append(face)
                course = Course(face, after: former)
            }
            courses.append(course)
        }
        for var course in before where course.miss(in: image, at: time) {
            courses.append(course)
        }
        if courses.isEmpty { transitions.forget() }
        return newcomers
    }

    /// The face that has become that of the last look, which is compared with looks ever further apart; `nil` where it is
    /// the same.
    private func dissolvedFace(in course: Course) -> FacePatch? {
        let looks = course.looks
        guard let now = looks.last, now.isSure else { return nil }
        var distance = 2
        while distance < looks.count {
            let start = looks.count - 1 - distance
            let before = looks[start]
            if before.isSure, now.patch.difference(from: before.patch) > Self.leastDifference,
                now.patch.isUnlike(before.patch),
                !FacePatch.isPart(now.patch.sharedCells(with: before.patch)),
                // Otherwise the face was told as another one while it was still half the one before.
                course.former.map({ before.patch.isMixture(of: $0, and: now.patch) != true })
                    ?? true
            {
                let mixtures = looks[(start + 1)...].dropLast().compactMap {
                    $0.patch.isMixture(of: before.patch, and: now.patch)
                }
                if !mixtures.isEmpty && mixtures.allSatisfy({ $0 })
                    || transitions.isTransition(since: before.time)
                {
                    return before.patch
                }
            }
            distance += distance / 2
        }
        return nil
    }
}
