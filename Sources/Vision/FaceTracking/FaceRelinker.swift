// SPDX-License-Identifier: Apache-2.0
import FaceValues

/// Remembers for a while which colors the faces had that were lost, and tells when one of them is back under
/// another id.
struct FaceRelinker {
    /// Looks after which the colors of a face are known well enough.
    private static let leastLooks = 15
    /// Faces that are as alike, or more, may be one person, ...
    private static let sameSimilarity = 0.96
    /// ... if nobody else is nearly as alike.
    private static let margin = 0.02
    private static let capacity = 256

    private struct Lost {
        /// One more than that of the one before.
        let number: Int
        /// The id that the person had last, and the one that the person had first.
        let faceID: Int
        let firstID: Int
        let appearance: FaceAppearance
        var ageNanoseconds: Int64 = 0
        /// Nanoseconds since the person was seen last, which is before that, as tracks count them.
        var unseenNanoseconds: Int64
    }

    private var lost: [Lost] = []
    /// The number of the last of them.
    private var lastNumber = 0
    /// The first ids of faces that were renamed, and up to which of the lost each face was compared.
    private var firstIDs: [Int: Int] = [:]
    private var comparedNumbers: [Int: Int] = [:]

    /// Lets time pass and forgets what is older than `memory`.
    ///
    /// - Parameters:
    ///   - nanoseconds: what passes for tracks.
    ///   - elapsed: what passes in all, in nanoseconds.
    ///   - memory: how long faces that were lost are remembered, in nanoseconds.
    mutating func step(nanoseconds: Int64, elapsed: Int64, memory: Int64) {
        guard !lost.isEmpty else { return }
        lost.removeAll { $0.ageNanoseconds > memory - elapsed }
        for index in lost.indices {
            lost[index].ageNanoseconds += elapsed
            lost[index].unseenNanoseconds += nanoseconds
        }
    }

    /// A face was lost.
    mutating func remember(_ track: FaceTrack) {
        guard let faceID = track.faceID else { return }
        let firstID = firstIDs.removeValue(forKey: faceID) ?? faceID
        comparedNumbers.removeValue(forKey: faceID)
        guard let appearance = track.appearance, track.appearanceCount >= Self.leastLooks
        else { return }
        if lost.count == Self.capacity { lost.removeFirst() }
        lastNumber += 1
        lost.append(
            Lost(
                number: lastNumber, faceID: faceID, firstID: firstID, appearance: appearance,
                unseenNanoseconds: track.ageNanoseconds))
    }

    /// Which of the faces in view are people who were lost; each is told once.
    ///
    /// A face is compared with each of the lost once: as soon as its colors are known well, and later only with people
    /// who were lost since then. Someone who comes back soon is found that way.
    mutating func renames(among tracks: [FaceTrack]) -> [FaceRename] {
        var result: [FaceRename] = []
        for track in tracks {
            guard let faceID = track.faceID, track.ageNanoseconds == 0,
                track.appearanceCount >= Self.leastLooks, let appearance = track.appearance,
                firstIDs[faceID] == nil
            else { continue }
            let compared = comparedNumbers.updateValue(lastNumber, forKey: faceID) ?? 0
            guard compared < lastNumber,
                let index = indexOfSame(
                    appearance, as: faceID, firstSeenNanosecondsAgo: track.lifetimeNanoseconds,
                    among: tracks),
                lost[index].number > compared
            else { continue }
            let person = lost.remove(at: index)
            firstIDs[faceID] = person.firstID
            result.append(FaceRename(from: faceID, to: person.firstID))
        }
        return result
    }

    /// Who of the lost is as a face is, if nobody else of them is nearly so, nor the face nearly as others are.
    private func indexOfSame(
        _ appearance: FaceAppearance, as faceID: Int, firstSeenNanosecondsAgo lifetime: Int64,
        among tracks: [FaceTrack]
    ) -> Int? {
        // Who was seen beside the face is somebody else.
        let earlier = lost.indices.filter {
            lost[$0].faceID < faceID && lost[$0].unseenNanoseconds > lifetime
        }
        let similarities = earlier.map { (lost[$0].appearance.similarity(appearance), $0) }
        guard let best = similarities.max(by: { $0.0 < $1.0 }), best.0 >= Self.sameSimilarity
        else { return nil }
        let others =
            similarities.filter { $0.1 != best.1 }.map(\.0)
            + tracks.filter { $0.faceID != faceID }.compactMap {
                $0.appearance?.similarity(lost[best.1].appearance)
            }
        return others.allSatisfy { $0 < best.0 - Self.margin } ? best.1 : nil
    }
}
