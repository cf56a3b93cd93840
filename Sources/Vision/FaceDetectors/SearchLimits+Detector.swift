// SPDX-License-Identifier: Apache-2.0
package import FaceValues

extension SearchLimits {
    /// The faces that networks find in images of the usual size, in pixels.
    private static let usualFace = 16

    /// What a search with a detector asks for.
    ///
    /// - Parameters:
    ///   - region: where it looks, in the normalized displayed frame.
    ///   - longerSide: pixels of the frame.
    ///   - inputSize: the longer side of the only image that a network sees; `nil` for its own.
    ///   - smallestFace: the height of the smallest faces, in pixels of the frame; `nil` for the detector's own.
    ///   - score: the least confidence; `nil` for the detector's own.
    ///   - detector: the detector's name.
    package init(
        region: Rect, longerSide: Int, inputSize: Int?, smallestFace: Int?, score: Double?,
        detector: String
    ) {
        var words = region == .unit ? [] : [Self.word(region, name: "region")]
        // The others have no such settings, or look at one image anyway.
        if let kind = NetworkDetector.Kind(rawValue: detector) {
            let usual = min(NetworkDetector.Options().fineInputSize, longerSide)
            if let inputSize {
                if inputSize < usual { words.append("input-size=\(inputSize)") }
            } else if let smallestFace, smallestFace * usual > Self.usualFace * longerSide {
                words.append("smallest-face=\(smallestFace)")
            }
            if let score, score > NetworkTraits(kind).scoreThreshold {
                words.append("score=\(Self.text(score))")
            }
        }
        self.init(words: words)
    }
}
