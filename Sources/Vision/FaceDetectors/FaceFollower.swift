// SPDX-License-Identifier: Apache-2.0
internal import COpenCV
internal import CaptureSamples
internal import FaceValues

/// Looks at faces where they are expected, each turned upright and made as large as faces are found best.
struct FaceFollower {
    /// The side of what is looked at, in longer sides of the expected box.
    private static let scale = 2.0
    /// Degrees by which a face may be turned and still be found by a look that is not.
    private static let trustedTurn = 20.0
    /// Where a face was just seen less is needed to believe in it, in shares of the threshold.
    private static let followShare = 0.77
    /// What overlaps a surer face by more, intersection over union, is that face.
    static let sameFaceOverlap = 0.3

    /// The network that looks.
    let network: FaceNetwork
    /// What a turn seen in the points of the first pass has to be multiplied by.
    let pointsGain: Double
    /// Faces scored lower are not found, unless they were just seen.
    let scoreThreshold: Double

    /// A look at a place where a face is expected.
    private struct Look {
        var crop: FacecapCrop
        /// Whether the face was just seen there, so that less is needed to believe in it.
        let wasJustSeen: Bool
    }

    /// The faces that were just seen and are found again, and those that were seen tilted before, which only a crop shows
    /// that is turned as they are; in descending order of confidence, as the network says them: in stored pixels, without
    /// angles.
    func follow(
        _ hints: [DetectedFace.Hint], in image: PixelBuffer, orientation: VideoOrientation
    ) throws(FacecapError) -> [DetectedFace] {
        let upright = -Double(orientation.degrees)
        func isTilted(_ crop: FacecapCrop) -> Bool {
            abs(Angle.difference(from: crop.turn_degrees, to: upright)) > Self.trustedTurn
        }
        let looks = hints.compactMap { hint in
            crop(of: hint, in: image, upright: upright).map {
                Look(crop: $0, wasJustSeen: hint.wasJustSeen)
            }
        }
        var (faces, missed) = try look(
            at: looks.filter { $0.wasJustSeen || isTilted($0.crop) }, in: image)
        // What is known of the turn may be wrong.
        missed = missed.filter { $0.wasJustSeen && isTilted($0.crop) }
        for index in missed.indices { missed[index].crop.turn_degrees = upright }
        faces += try look(at: missed, in: image).faces
        return Self.eachOnce(faces)
    }

    /// The faces of looks, and the looks without any.
    private func look(
        at looks: [Look], in image: PixelBuffer
    ) throws(FacecapError) -> (faces: [DetectedFace], missed: [Look]) {
        guard !looks.isEmpty else { return ([], []) }
        let found = try network.follow(
            looks.map(\.crop), in: image, scoreThreshold: Self.followShare * scoreThreshold)
        let pairs = zip(looks, found).map { look, face in
            (look, face.flatMap { look.wasJustSeen || $0.confidence >= scoreThreshold ? $0 : nil })
        }
        return (
            pairs.compactMap { look, face in face.map { Self.stored($0, look.crop) } },
            pairs.filter { $0.1 == nil }.map(\.0)
        )
    }

    /// Faces in descending order of confidence, without those that a surer one overlaps.
    static func eachOnce(_ faces: [DetectedFace]) -> [DetectedFace] {
        eachOnce(faces, by: { $0 }, rank: \.confidence)
    }

    /// The same for what has a face each, and the rank that counts.
    static func eachOnce<Element>(
        _ elements: [Element], by face: (Element) -> DetectedFace, rank: (Element) -> Double
    ) -> [Element] {
        var kept: [Element] = []
        // Equal ranks keep their order: `sorted` is stable.
        for element in elements.sorted(by: { rank($0) > rank($1) })
        where !kept.contains(where: { isSame(face($0), face(element)) }) {
            kept.append(element)
        }
        return kept
    }

    /// The same faces, and of others those that none of them overlaps, in descending order of confidence: a face
    /// keeps the box of the first look, whichever looks follow.
    static func adding(_ others: [DetectedFace], to faces: [DetectedFace]) -> [DetectedFace] {
        let more = others.filter { other in
            !faces.contains { isSame($0, other) }
        }
        return (faces + more).sorted { $0.confidence > $1.confidence }
    }

    /// What was expected of a face that was seen before; `nil` for one that is new.
    static func hint(about face: DetectedFace, in hints: [DetectedFace.Hint])
        -> DetectedFace.Hint?
    {
        let ranked = hints.map { ($0.bounds.intersectionOverUnion(face.bounds), $0) }
            .filter { $0.0 > sameFaceOverlap }
        return ranked.max { $0.0 < $1.0 }?.1
    }

    /// Whether two boxes show the same face.
    static func isSame(_ a: DetectedFace, _ b: DetectedFace) -> Bool {
        a.bounds.intersectionOverUnion(b.bounds) > sameFaceOverlap
    }

    /// What to look at; `nil` where the face would lie outside of the image.
    private func crop(
        of hint: DetectedFace.Hint, in image: PixelBuffer, upright: Double
    ) -> FacecapCrop? {
        let (bounds, center) = (hint.bounds, hint.bounds.center)
        let side = Self.scale * bounds.longerSide
        let largest = 4 * Double(max(image.width, image.height))
        // Comparisons with a NaN are false.
        guard side >= 1, side <= largest,
            (0...Double(image.width)).contains(center.x),
            (0...Double(image.height)).contains(center.y)
        else { return nil }
        let turn =
            hint.finiteRollAngle
            ?? hint.landmarks.map { FaceRefiner.turnOfPoints($0, gain: pointsGain) } ?? upright
        return FacecapCrop(
            center_x: center.x, center_y: center.y, side: side,
            turn_degrees: turn, is_mirrored: 0)
    }

    /// A face of a crop in the stored image: its points, and a box of the same size about its middle, which
    /// lies on its side where the crop does.
    private static func stored(_ face: DetectedFace, _ crop: FacecapCrop) -> DetectedFace {
        var result = face
        let scale = crop.side / Double(FACECAP_CROP_SIDE)
        let center = FaceCrops.stored(face.bounds.center, crop)
        var (width, height) = (face.bounds.width * scale, face.bounds.height * scale)
        let quarters = (crop.turn_degrees / 90).rounded().remainder(dividingBy: 4)
        if abs(quarters) == 1 { swap(&width, &height) }
        result.bounds = Rect(
            x: center.x - width / 2, y: center.y - height / 2, width: width, height: height)
        result.landmarks = face.landmarks?.map { FaceCrops.stored($0, crop) }
        return result
    }
}
