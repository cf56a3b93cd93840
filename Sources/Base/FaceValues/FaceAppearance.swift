// SPDX-License-Identifier: Apache-2.0
/// Which colors a face and the clothes below it have: how they are distributed, not where they are.
///
/// It tells people apart who are in view within moments, and is kept in memory only, for as long as the face is
/// followed: it describes clothes, hair and light, and nobody can be known by it again later.
package struct FaceAppearance: Sendable, Hashable {
    /// Bins of Cb and Cr together, then of luma.
    package static let (chromaCount, lumaCount) = (100, 8)
    /// Bins of a region.
    package static let regionCount = chromaCount + lumaCount

    /// The shares of the head and, where enough of it is in the frame, of the torso; both sum up to 1 for
    /// chroma and to 1 for luma.
    package private(set) var shares: [Float]

    /// What was seen of the head and, where enough is in the frame, of the torso: ``regionCount`` shares each.
    package init(head: [Float], torso: [Float]?) { shares = head + (torso ?? []) }

    /// How alike two faces are: 1 for the same colors, 0 where they share none. The Bhattacharyya coefficient of
    /// chroma and luma, and of head and torso where both are known of both, in the mean.
    package func similarity(_ other: FaceAppearance) -> Double {
        (common(other, 0..<Self.chromaCount)
            + common(other, Self.chromaCount..<Self.regionCount)) / 2
    }

    /// The same of chroma alone, which a flash or another light changes least.
    package func similarityInAnyLight(_ other: FaceAppearance) -> Double {
        common(other, 0..<Self.chromaCount)
    }

    /// The coefficient of some of the bins of a region, in the mean of the regions.
    private func common(_ other: FaceAppearance, _ bins: Range<Int>) -> Double {
        let regions = min(shares.count, other.shares.count) / Self.regionCount
        var sum: Float = 0
        for start in 0..<regions {
            for bin in bins {
                let index = start * Self.regionCount + bin
                sum += (shares[index] * other.shares[index]).squareRoot()
            }
        }
        return Double(sum) / Double(max(1, regions))
    }

    /// Moves towards what was just seen by a part of the way, 0...1.
    package mutating func blend(with seen: FaceAppearance, part: Double) {
        let known = shares.count
        let part = Float(part)
        for index in 0..<min(known, seen.shares.count) {
            shares[index] += part * (seen.shares[index] - shares[index])
        }
        if seen.shares.count > known { shares += seen.shares[known...] }
    }
}
