// SPDX-License-Identifier: Apache-2.0
/// What keeps a search from finding faces that the usual one would find, in the words of the key
/// `org.facecap.frame.limits`; see `docs/face-track.md`.
package struct SearchLimits: Sendable, Hashable {
    /// The longer side of the images in which networks look for small faces by default, in pixels, and the faces that
    /// they find there.
    private static let (usualSize, usualFace) = (704, 16)

    private var words: [String]

    /// The limits as they are written; `nil` for none.
    package var text: String? { words.isEmpty ? nil : words.joined(separator: " ") }

    /// What a search asks for.
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
        let usualScore: Double? =
            switch detector {
            case "yunet": 0.65
            case "centerface": 0.35
            default: nil
            }
        // The others have no such settings, or look at one image anyway.
        if let usualScore {
            let usual = min(Self.usualSize, longerSide)
            if let inputSize {
                if inputSize < usual { words.append("input-size=\(inputSize)") }
            } else if let smallestFace, smallestFace * usual > Self.usualFace * longerSide {
                words.append("smallest-face=\(smallestFace)")
            }
            if let score, score > usualScore { words.append("score=\(Self.text(score))") }
        }
        self.words = words
    }

    /// The limits of a track whose samples do not tell which frames were looked at, and how: those with Apple's keys.
    ///
    /// - Parameters:
    ///   - analysisInterval: every how many frames one is looked at.
    ///   - scanInterval: every how many frames all of one is looked at; `nil` for what is best.
    ///   - frameRate: frames a second; `nil` when unknown.
    package func withRhythm(
        analysisInterval: Int, scanInterval: Int?, frameRate: Double?
    ) -> SearchLimits {
        var limits = self
        if analysisInterval > 1 { limits.words.append("detect-every=\(analysisInterval)") }
        // Who hides faces does so for a second before they are first seen.
        if let scanInterval, scanInterval > 2, Double(scanInterval) > frameRate ?? 25 {
            limits.words.append("scan-every=\(scanInterval)")
        }
        return limits
    }

    /// What a program asks for that names a part of the normalized stored frame, and nothing else.
    package init(storedRegion: Rect) {
        words = storedRegion == .unit ? [] : [Self.word(storedRegion, name: "stored-region")]
    }

    private static func word(_ region: Rect, name: String) -> String {
        "\(name)="
            + [region.x, region.y, region.width, region.height].map(text).joined(separator: ",")
    }

    /// The shortest decimal, without a point where it is a whole number.
    private static func text(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e9 ? "\(Int(value))" : "\(value)"
    }
}
