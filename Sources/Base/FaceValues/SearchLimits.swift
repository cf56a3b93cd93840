// SPDX-License-Identifier: Apache-2.0
/// What keeps a search from finding faces that the usual one would find, in the words of the key
/// `org.facecap.frame.limits`; see `docs/face-track.md`.
package struct SearchLimits: Sendable, Hashable {
    private var words: [String]

    /// The limits as they are written; `nil` for none.
    package var text: String? { words.isEmpty ? nil : words.joined(separator: " ") }

    /// The limits of these words.
    package init(words: [String]) { self.words = words }

    /// The limits of a track whose samples do not tell which frames were looked at, and how: those with Apple's keys.
    ///
    /// - Parameters:
    ///   - analysisInterval: N, where every Nth frame is looked at.
    ///   - scanInterval: N, where every Nth frame is searched as a whole; `nil` for what is best.
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

    /// The word of a region.
    package static func word(_ region: Rect, name: String) -> String {
        "\(name)="
            + [region.x, region.y, region.width, region.height].map(text).joined(separator: ",")
    }

    /// Limits as they are written, with their regions where a transform of the normalized stored frame takes them.
    ///
    /// - Parameter orientation: how the stored frame must be turned to be the displayed one.
    static func moved(
        _ text: String, by transform: CoordinateTransform, orientation: VideoOrientation
    ) -> String {
        let displayed = CoordinateTransform.displayedFromStored(orientation: orientation)
        let transforms = [
            "stored-region": transform, "region": displayed.inverse.then(transform).then(displayed),
        ]
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            let parts = word.split(separator: "=", maxSplits: 1)
            let name = String(parts.first ?? "")
            let sides = parts.last?.split(separator: ",").compactMap { Double($0) } ?? []
            guard let transform = transforms[name], sides.count == 4 else { return String(word) }
            let region = Rect(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
            return Self.word(transform.apply(region), name: name)
        }
        return words.joined(separator: " ")
    }

    /// The shortest decimal, without a point where it is a whole number.
    package static func text(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e9 ? "\(Int(value))" : "\(value)"
    }
}
