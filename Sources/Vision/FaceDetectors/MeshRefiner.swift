// SPDX-License-Identifier: Apache-2.0
internal import COpenCV
internal import CaptureSamples
internal import FaceValues
import Glibc

/// Looks at found faces again with the face mesh, and reads points and angles there.
///
/// What is told of a face depends on this image alone: the place that a face had before only says where to cut out the
/// first crop, and its turn which quarter turn to try first, and to believe where the image does not show it.
struct MeshRefiner {
    /// Of a smaller face, in stored pixels, angles cannot be told.
    private static let smallestFace = 16.0
    /// A smaller face, in stored pixels, is blurred in its crop, and may be one that the mesh does not fit.
    static let smallestClearFace = 24.0
    /// From here on a mesh is one of a face.
    static let leastPresence = 0.5
    /// Where the eyes are less apart, in longest sides of the box, a face is a profile, which the mesh does not fit. At .13
    /// the angles of three in 60 drawn people were left out on the way to a yaw of 60.
    private static let leastEyeDistance = 0.06
    /// A crop that is off by more is cut out again: degrees, parts of its side.
    private static let largestTurn = 2.5
    private static let largestShift = 0.04
    private static let largestGrowth = 0.07
    /// By how much more the crop of a face that is followed may be off: one that does not settle would tremble.
    private static let followedTolerance = 2.0
    /// By how much more the crop of a face that looks far to a side may be off: others tell its angles, which are cut where
    /// its points settle.
    private static let toleranceFarToASide = 4.0
    private static let mostPasses = 3
    /// A mesh that is followed is one of the face from here on: below it lie looks at faces in another quarter turn, and
    /// those at faces of videos and drawings that were askew.
    private static let leastFollowedLogit = 8.0
    /// Points that fit a head worse lie askew. In 500 looks at faces of videos it was .032 at most, at drawn ones .044; from
    /// .046 where a photograph was looked at in a crop for another face.
    private static let largestResidual = 0.045
    /// The same of a face that is followed, which is looked for everywhere where it fits worse: from .0438 on points lay askew
    /// in a crop half as large as the face's.
    private static let largestFollowedResidual = 0.042
    /// The same in a box without points: of 42 looks in those of Haar cascades that fitted worse 26 told a yaw that was
    /// off by more than 13 degrees.
    private static let largestResidualInBox = 0.035
    /// Faces that are looked at by one call, which takes 64 crops.
    private static let batchSize = 16

    let mesh: FaceMesh
    let threads: Int
    /// What a turn seen in the points of the first pass has to be multiplied by.
    let pointsGain: Double
    /// Whether faces keep all points of their mesh.
    let keepsPoints: Bool

    /// A mesh that fits a face.
    struct Fit {
        let look: MeshLook
        /// The points that tell the angles: those of the look, or the mean of what other crops show.
        let points: [Vector]
        let pose: MeshPose
        let place: MeshPlace
        let asymmetry: MeshAsymmetry?
        /// How much the asymmetry matters, 0...1: other crops show the mirror image too.
        let asymmetryShare: Double
    }

    /// A face that is being looked at.
    struct Subject {
        let index: Int
        let box: Rect
        private(set) var crop: FacecapCrop
        /// The turn that this image suggests, and how many quarter turns more were tried first.
        let turn: Double
        let quarters: Int
        /// Whether it was not expected.
        let isNew: Bool
        /// Whether it stood in the same quarter turn before, so that others need not be looked at.
        let isQuarterKnown: Bool
        /// Whether its first crop was cut by its box.
        var isCutByBox = true
        /// Whether it may stand in another quarter turn than it was looked at.
        var isQuarterUnsure = false
        /// How far off its crop may be, in what is allowed otherwise.
        var tolerance = 1.0
        private(set) var look: MeshLook?
        /// How sure the network was of its surest look.
        private(set) var largestLogit = -Double.infinity
        /// How the template lies on the points of the last look.
        private(set) var pose: MeshPose?
        /// The looks that tell the angles of a face that looks to a side, and how much each of them counts.
        var views: [(look: MeshLook, weight: Double)] = []
        /// By how much its mesh and that of its mirror image differ, as far as that is known.
        var asymmetry: MeshAsymmetry?

        /// Whether the network was as sure of it as of one that is followed.
        var isSurelyFace: Bool { largestLogit >= leastFollowedLogit }

        /// What the last look says of the face; `nil` where it shows none.
        var fit: Fit? {
            guard let look, look.presence >= leastPresence else { return nil }
            let points = views.isEmpty ? look.points : MeshLook.meanPoints(of: views)
            return (views.isEmpty ? pose : MeshPose(points)).map {
                Fit(
                    look: look, points: points, pose: $0,
                    place: look.place(in: crop, turn: $0.turnInImage),
                    asymmetry: asymmetry, asymmetryShare: views.first?.weight ?? 1)
            }
        }

        /// Takes in what a look at a crop shows.
        mutating func see(_ look: MeshLook, in crop: FacecapCrop) {
            self.look = look
            self.crop = crop
            largestLogit = max(largestLogit, look.logit)
            pose = MeshPose(look.points)
        }
    }

    /// The same faces with points and angles of the mesh, the indices of those it does not fit or that are too
    /// small for it, and of these the ones that it does not see as a face either.
    func refine(
        _ faces: [DetectedFace], in image: PixelBuffer, orientation: VideoOrientation,
        hints: [DetectedFace.Hint]
    ) throws(FacecapError) -> (faces: [DetectedFace], others: [Int], unseen: [Int]) {
        let scene = FaceMesh.Scene(image, faces: faces)
        var result = faces
        var others = faces.indices.filter { !Self.suits(faces[$0]) }
        var unseen = others
        var waiting = faces.indices.filter { Self.suits(faces[$0]) }
        while !waiting.isEmpty {
            var subjects = waiting.prefix(Self.batchSize).map { index in
                subject(faces[index], index: index, orientation: orientation, hints: hints)
            }
            waiting.removeFirst(subjects.count)
            try look(at: &subjects, in: scene)
            for subject in subjects {
                let isInBox = faces[subject.index].landmarks == nil
                let bound = isInBox ? Self.largestResidualInBox : Self.largestResidual
                guard let fit = subject.fit, fit.pose.residual <= bound else {
                    others.append(subject.index)
                    if !subject.isSurelyFace { unseen.append(subject.index) }
                    continue
                }
                guard !subject.isQuarterUnsure, !isAskew(subject, fit) else { continue }
                write(fit, to: &result[subject.index], in: image)
            }
        }
        return (result, others, unseen)
    }

    /// The faces whose meshes surely lie where hints say or near there, and the hints where none does; who is not sure is
    /// lost. The box of a face lies about its mesh as the one that was seen before did about its own, and its confidence
    /// is the same.
    func follow(
        _ hints: [DetectedFace.Hint], in image: PixelBuffer
    ) throws(FacecapError) -> (faces: [DetectedFace], others: [DetectedFace.Hint]) {
        // Who is followed stands apart from all others.
        let scene = FaceMesh.Scene(image, faces: [])
        var faces: [DetectedFace] = []
        var waiting = hints.indices.filter { Self.canFollow(hints[$0], in: image) }
        var others = hints.filter { !Self.canFollow($0, in: image) }
        while !waiting.isEmpty {
            var subjects = waiting.prefix(Self.batchSize).compactMap { index in
                hints[index].meshPlace.map {
                    Subject(
                        index: index, box: hints[index].bounds, crop: FacecapCrop($0.crop),
                        turn: $0.crop.turn, quarters: 0, isNew: false, isQuarterKnown: true,
                        isCutByBox: false, tolerance: Self.followedTolerance,
                        asymmetry: hints[index].meshAsymmetry?.later)
                }
            }
            waiting.removeFirst(subjects.count)
            try look(at: &subjects, in: scene)
            for subject in subjects {
                let hint = hints[subject.index]
                guard let fit = subject.fit, let place = hint.meshPlace else {
                    others.append(hint)
                    continue
                }
                guard isSure(fit, subject) else { continue }
                var face = DetectedFace(
                    bounds: fit.place.carrying(hint.bounds, from: place),
                    confidence: hint.confidence)
                write(fit, to: &face, in: image)
                face.meshPlace = fit.place.carryingCrop(from: place)
                if Self.suits(face) { faces.append(face) } else { others.append(hint) }
            }
        }
        return (faces, others)
    }

    /// Whether the last look at a face that is followed can be believed: points that are laid on a face which is turned
    /// otherwise, larger or smaller than the one before may be askew.
    private func isSure(_ fit: Fit, _ subject: Subject) -> Bool {
        fit.look.logit >= Self.leastFollowedLogit
            && fit.pose.residual <= Self.largestFollowedResidual && nextCrop(subject, fit) == nil
    }

    /// Whether a mesh is expected whose middle lies in the image.
    private static func canFollow(_ hint: DetectedFace.Hint, in image: PixelBuffer) -> Bool {
        guard let crop = hint.meshPlace?.crop else { return false }
        // Comparisons with a NaN are false.
        return (0...Double(image.width)).contains(crop.center.x)
            && (0...Double(image.height)).contains(crop.center.y)
    }

    /// Writes what a mesh says into a face, whose box is known.
    private func write(_ fit: Fit, to face: inout DetectedFace, in image: PixelBuffer) {
        MeshAngles(
            fit.points, fit.pose, logit: fit.look.logit, size: face.bounds.longerSide,
            hidden: fit.look.hiddenParts(in: image),
            asymmetry: fit.asymmetry?.part(fit.asymmetryShare)
        ).write(to: &face)
        (face.landmarks, face.openings) = (fit.look.landmarks, fit.look.openings)
        (face.meshPlace, face.meshAsymmetry) = (fit.place, fit.asymmetry)
        if keepsPoints { face.mesh = fit.look.mesh(in: image) }
    }

    /// Looks once; then at other quarter turns where that shows no face; then again around the points where the crop was cut
    /// by a box, or for points that lie elsewhere; then in other crops at faces that look to a side.
    private func look(
        at subjects: inout [Subject], in scene: FaceMesh.Scene
    ) throws(FacecapError) {
        let first = try mesh.look(at: subjects.map(\.crop), in: scene, threads: threads)
        for index in subjects.indices {
            subjects[index].see(first[index], in: subjects[index].crop)
        }
        for index in subjects.indices where isQuarterUncertain(subjects[index]) {
            try lookAtOtherQuarters(of: &subjects[index], in: scene)
        }
        try settle(&subjects, in: scene)
        for _ in 1..<Self.mostPasses {
            let again = subjects.indices.compactMap { index in
                nextCrop(subjects[index], subjects[index].fit).map { (index: index, crop: $0) }
            }
            guard !again.isEmpty else { break }
            let looks = try mesh.look(at: again.map(\.crop), in: scene, threads: threads)
            for ((index, crop), look) in zip(again, looks) { subjects[index].see(look, in: crop) }
        }
        try lookAtMirrorImages(of: &subjects, in: scene)
        try lookAtViews(of: &subjects, in: scene)
    }

    /// Looks again around the points of faces whose first crop, by their box, fits: how boxes lie about faces changes from
    /// frame to frame, and the angles with it. A look that does not fit where it was cut is not kept.
    private func settle(
        _ subjects: inout [Subject], in scene: FaceMesh.Scene
    ) throws(FacecapError) {
        let again = subjects.indices.compactMap { index -> (index: Int, crop: FacecapCrop)? in
            let subject = subjects[index]
            guard subject.isCutByBox, let fit = subject.fit, nextCrop(subject, fit) == nil,
                Self.firstLookCounts(at: fit.pose.yaw)
            else { return nil }
            return (index, fit.look.crop(on: fit.pose))
        }
        let looks = try mesh.look(at: again.map(\.crop), in: scene, threads: threads)
        for ((index, crop), look) in zip(again, looks) {
            var settled = subjects[index]
            settled.see(look, in: crop)
            if let fit = settled.fit, nextCrop(settled, fit) == nil { subjects[index] = settled }
        }
    }

    /// What a face is to be cut out by next; `nil` where the last crop fits, or shows none.
    private func nextCrop(_ subject: Subject, _ fit: Fit?) -> FacecapCrop? {
        guard let look = subject.look, look.presence >= Self.leastPresence / 2,
            let pose = subject.pose
        else { return nil }
        let crop = subject.crop
        let wanted = look.crop(on: pose)
        let shift = hypot(wanted.center_x - crop.center_x, wanted.center_y - crop.center_y)
        let turn = abs(Angle.difference(from: crop.turn_degrees, to: wanted.turn_degrees))
        let growth = abs(crop.side / wanted.side - 1)
        let isFar = fit.map { Self.isFarToASide($0.pose.yaw) } ?? false
        let tolerance = isFar ? Self.toleranceFarToASide : subject.tolerance
        let isOff =
            turn > tolerance * Self.largestTurn
            || shift > tolerance * Self.largestShift * wanted.side
            || !(growth <= tolerance * Self.largestGrowth)
        return isOff && wanted.side > 0 ? wanted : nil
    }

    private func subject(
        _ face: DetectedFace, index: Int, orientation: VideoOrientation, hints: [DetectedFace.Hint]
    ) -> Subject {
        let hint = FaceFollower.hint(about: face, in: hints)
        let turn =
            face.landmarks.map { FaceRefiner.turnOfPoints($0, gain: pointsGain) }
            ?? face.rollAngle ?? -Double(orientation.degrees)
        let quarters = hint?.finiteRollAngle.map {
            Int((Angle.difference(from: turn, to: $0) / 90).rounded())
        }
        return Subject(
            index: index, box: face.bounds,
            crop: Self.crop(of: face.bounds, turn: turn, quarters: quarters ?? 0),
            turn: turn, quarters: quarters ?? 0, isNew: hint == nil,
            isQuarterKnown: quarters == 0, asymmetry: hint?.meshAsymmetry?.later)
    }

    /// Whether a face is large enough, and its points do not say that it is seen from the side.
    private static func suits(_ face: DetectedFace) -> Bool {
        let longestSide = face.bounds.longerSide
        guard longestSide >= smallestFace else { return false }
        guard let points = face.landmarks else { return true }
        let (a, b) = (points.leftEye, points.rightEye)
        return hypot(a.x - b.x, a.y - b.y) >= leastEyeDistance * longestSide
    }
}
