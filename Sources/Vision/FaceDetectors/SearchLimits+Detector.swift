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
    ///   - inputSize: the longer side of the only image that the detector sees; `nil` for its own.
    ///   - smallestFace: the height of the smallest faces, in pixels of the frame; `nil` for the detector's own.
    ///   - score: the least confidence; `nil` for the detector's own.
    ///   - detector: the detector's name.
    package init(
        region: Rect, longerSide: Int, inputSize: Int?, smallestFace: Int?, score: Double?,
        detector: String
    ) {
        var words = region == .unit ? [] : [Self.word(region, name: "region")]
        let kind = NetworkDetector.Kind(rawValue: detector)
        let usual = min(Self.usualSize(isNetwork: kind != nil), longerSide)
        if let inputSize {
            if inputSize < usual { words.append("input-size=\(inputSize)") }
        } else if kind != nil, usual > 0, let smallestFace,
            smallestFace > Self.usualFace * longerSide / usual
        {
            words.append("smallest-face=\(smallestFace)")
        }
        if let kind, let score, score > NetworkTraits(kind).scoreThreshold {
            words.append("score=\(Self.text(score))")
        }
        self.init(words: words)
    }

    /// The longer side of the largest image in which a detector searches by default: with Haar that of the first frame,
    /// whose small faces it follows.
    private static func usualSize(isNetwork: Bool) -> Int {
        let haar = HaarDetector.Options()
        return isNetwork
            ? NetworkDetector.Options().fineInputSize : haar.imageSize ?? haar.workingSize
    }
}
