// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Glibc

/// Deals the detections of a frame out to the faces that are followed.
///
/// In three rounds, each of what the one before left: sure detections by place and size; unsure ones, for faces
/// that were just seen; and sure ones for faces out of sight that may have gone elsewhere, quickly or behind
/// something. Faces whose colors differ are different people, wherever they are, but for one that keeps
/// its place and its shapes in another light.
///
/// Sources: Zhang et al., "ByteTrack", ECCV 2022; Cao et al., "Observation-centric SORT", CVPR 2023.
struct FaceAssociation {
    /// A detection that fits worse, see ``FaceMotion/misfit(_:)``, is not the face.
    private static let misfitLimit = 4.0
    /// How much worse a face without an id must fit to lose a detection to one that has an id.
    private static let unconfirmedHandicap = 2.0
    /// Surer detections are dealt out first.
    private static let sureConfidence = 0.6
    /// Nanoseconds since a face was seen, for an unsure detection to be that face.
    private static let unsureAge: Int64 = 500_000_000
    /// Less alike, see `FaceAppearance`, is somebody else: of 100 looks at one person one; ...
    private static let sameSimilarity = 0.88
    /// ... of a face that is where it was just seen, or that somebody else hides a part of, whatever the light.
    static let leastSimilarity = 0.7
    /// What is as alike, or more, is no argument against a match.
    private static let goodSimilarity = 0.95
    /// How much more alike somebody else must be to be told from a face by that alone.
    private static let clearDifference = 0.08
    /// How much worse faces fit that are less alike, for a similarity of 0.
    private static let unlikeness = 10.0
    /// How far a face out of sight may have gone, in face sizes; ...
    private static let reach = 2.2
    /// ... where nobody can tell its colors; ...
    private static let blindReach = 1.0
    /// ... in which time, nanoseconds, ...
    private static let reachAge: Int64 = 1_500_000_000
    /// ... and how its size may have changed, a logarithm, also where a part of it was hidden, ...
    private static let sizeReach = 0.4
    private static let coveredSizeReach = 0.7
    /// ... unless so much of a smaller box is where the face is expected: a part of it comes out again, whose colors
    /// are mixed with those of what hides the rest.
    private static let partShare = 0.7
    private static let partSimilarity = 0.8

    /// The detection of every track, `nil` for those that have none.
    private(set) var sightingOfTrack: [Int?] = []
    /// Whether a detection is some track's.
    private(set) var isTaken: [Bool] = []

    private var assignment = LinearAssignment()
    private var costs: [Double] = []

    /// Fills ``sightingOfTrack`` and ``isTaken``.
    mutating func match(_ tracks: [FaceTrack], _ sightings: [FaceSighting]) {
        sightingOfTrack.refill(nil, count: tracks.count)
        isTaken.refill(false, count: sightings.count)
        let hidden = tracks.filter { !$0.wasJustSeen && $0.faceID != nil }
        round(tracks, sightings, limit: Self.misfitLimit) { track, sighting in
            sighting.face.confidence >= Self.sureConfidence
                ? Self.misfit(track, sighting, hidden: hidden) : nil
        }
        round(tracks, sightings, limit: Self.misfitLimit) { track, sighting in
            // Across a gap that nobody looked at, however long.
            track.wasJustSeen || track.ageNanoseconds <= Self.unsureAge
                ? Self.misfit(track, sighting, hidden: hidden) : nil
        }
        round(tracks, sightings, limit: Self.reach) { track, sighting in
            sighting.face.confidence >= Self.sureConfidence
                ? Self.distance(track, sighting) : nil
        }
    }

    /// The track in whose place a detection is, whoever it shows.
    func bestTrack(_ tracks: [FaceTrack], for sighting: FaceSighting) -> Int? {
        tracks.indices.map { (index: $0, misfit: tracks[$0].misfit(sighting.bounds)) }
            .filter { $0.misfit < Self.misfitLimit }
            .min { $0.misfit < $1.misfit }?.index
    }

    /// Pairs what is left at the least total cost, as long as a pair costs less than the limit.
    private mutating func round(
        _ tracks: [FaceTrack], _ sightings: [FaceSighting], limit: Double,
        cost: (FaceTrack, FaceSighting) -> Double?
    ) {
        let rows = tracks.indices.filter { sightingOfTrack[$0] == nil }
        let columns = sightings.indices.filter { !isTaken[$0] }
        guard !rows.isEmpty, !columns.isEmpty else { return }
        costs.removeAll(keepingCapacity: true)
        for row in rows {
            for column in columns {
                // What costs too much costs the same everywhere: it is as good as no match.
                costs.append(min(limit, cost(tracks[row], sightings[column]) ?? limit))
            }
        }
        assignment.solve(costs, rows: rows.count, columns: columns.count)
        for (place, row) in rows.enumerated() {
            guard let column = assignment.columnOfRow[place],
                costs[place * columns.count + column] < limit
            else { continue }
            sightingOfTrack[row] = columns[column]
            isTaken[columns[column]] = true
        }
    }

    /// Whether a detection is rather a face out of sight that is expected there than one that was seen there: while one
    /// passes the other they are easily taken for each other, and colors tell more than places.
    private static func isRatherHidden(
        _ sighting: FaceSighting, than track: FaceTrack, of hidden: [FaceTrack]
    ) -> Bool {
        hidden.contains { other in
            guard other.misfit(sighting.bounds) < misfitLimit,
                let own = track.similarity(sighting.face, inAnyLight: true),
                let similarity = other.similarity(sighting.face, inAnyLight: true)
            else { return false }
            return similarity >= goodSimilarity && similarity > own + clearDifference
        }
    }

    /// How badly a detection fits a track by place, size and colors; `nil` for another person, and where it fits so badly
    /// that it is no match.
    private static func misfit(
        _ track: FaceTrack, _ sighting: FaceSighting, hidden: [FaceTrack]
    ) -> Double? {
        var misfit = track.misfit(sighting.bounds)
        guard misfit < misfitLimit, !isRatherHidden(sighting, than: track, of: hidden) else {
            return nil
        }
        if track.faceID == nil { misfit += unconfirmedHandicap }
        let isNear = track.wasJustSeen || sighting.isCrowded
        guard let similarity = track.similarity(sighting.face, inAnyLight: isNear) else {
            return misfit
        }
        guard
            similarity >= (isNear ? leastSimilarity : sameSimilarity)
                || track.hasShapes(of: sighting)
        else { return nil }
        return misfit + unlikeness * max(0, goodSimilarity - max(leastSimilarity, similarity))
    }

    /// How far a detection is from where a track is expected or was seen last, whichever is nearer, in face sizes;
    /// `nil` where it is not that face.
    private static func distance(_ track: FaceTrack, _ sighting: FaceSighting) -> Double? {
        guard track.faceID != nil, track.ageNanoseconds <= reachAge else { return nil }
        let (bounds, last, ahead) = (sighting.bounds, track.seenBounds, track.placeAhead)
        let growth = log(bounds.area / last.area) / 2
        let isPart =
            growth < 0
            && [last, ahead].contains {
                bounds.intersection($0).area > partShare * bounds.area
            }
        let least = track.wasCovered ? -coveredSizeReach : -sizeReach
        guard isPart || (least...sizeReach).contains(growth) else { return nil }
        let center = bounds.center
        let way = min(center.distance(to: last.center), center.distance(to: ahead.center))
        let distance = way / last.area.squareRoot()
        guard let similarity = track.similarity(sighting.face) else {
            return distance <= blindReach ? distance : nil
        }
        guard
            similarity >= (isPart ? partSimilarity : sameSimilarity)
                || track.hasShapes(of: sighting)
        else { return nil }
        return distance + unlikeness * max(0, goodSimilarity - similarity)
    }
}
