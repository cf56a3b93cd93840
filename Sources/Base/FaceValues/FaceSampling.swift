// SPDX-License-Identifier: Apache-2.0
/// What the luma of a face is like, measured in 48x48 pixels of the part that lies in the frame.
package struct FaceSampling: Sendable, Hashable {
    /// Of the 48x48 pixels, with luma in 0...255, without what is owed to noise.
    package let laplacianVariance: Double
    /// 0 for black ... 1 for white.
    package let meanLuma: Double
    /// The share of pixels that are black or white.
    package let clippedShare: Double

    /// What was measured.
    package init(laplacianVariance: Double, meanLuma: Double, clippedShare: Double) {
        self.laplacianVariance = laplacianVariance
        self.meanLuma = meanLuma
        self.clippedShare = clippedShare
    }
}
