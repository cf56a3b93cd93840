// SPDX-License-Identifier: Apache-2.0
package import FaceValues
package import MovieBoxes
package import MovieReading

/// What the frames were like that faces were found in, told by a movie that does not hold them.
package struct ImageDescription: Sendable, Hashable {
    /// In pixels, as they were shown.
    package var displayedSize: Size
    /// Nominal frames a second; `nil` where nobody told.
    package var frameRate: Double?
    /// How the stored frames were displayed.
    package var orientation: VideoOrientation

    private static let sizeKey = "org.facecap.picture-size"
    private static let rateKey = "org.facecap.picture-rate"
    private static let turnKey = "org.facecap.picture-turn"
    private static let mirrorKey = "org.facecap.picture-mirrored"

    /// A description of frames.
    package init(displayedSize: Size, frameRate: Double?, orientation: VideoOrientation) {
        self.displayedSize = displayedSize
        self.frameRate = frameRate
        self.orientation = orientation
    }

    /// What the metadata of a movie tell; `nil` where they do not.
    package init?(_ movie: MovieReader) {
        func text(_ key: String) -> String? { movie.metadata.first { $0.key == key }?.text }
        let sides = text(Self.sizeKey)?.split(separator: "x").compactMap { Int($0) } ?? []
        guard sides.count == 2, sides.allSatisfy({ 1...65_535 ~= $0 }) else { return nil }
        displayedSize = Size(width: Double(sides[0]), height: Double(sides[1]))
        let rate = text(Self.rateKey).flatMap(Double.init)
        frameRate = rate.flatMap { $0 > 0 && $0 <= 1_000_000 ? $0 : nil }
        orientation = VideoOrientation(
            nearestTo: text(Self.turnKey).flatMap(Double.init) ?? 0,
            isMirrored: text(Self.mirrorKey) == "1")
    }

    /// The metadata that tell it.
    package var metadataItems: [MovieMetadataItem] {
        let size = "\(Int(displayedSize.width))x\(Int(displayedSize.height))"
        var items = [
            MovieMetadataItem(key: Self.sizeKey, value: size),
            MovieMetadataItem(key: Self.turnKey, value: "\(orientation.degrees)"),
        ]
        if orientation.isMirrored {
            items.append(MovieMetadataItem(key: Self.mirrorKey, value: "1"))
        }
        if let rate = frameRate.flatMap({ FixedDecimal($0, decimals: 6) }) {
            items.append(MovieMetadataItem(key: Self.rateKey, value: rate.text))
        }
        return items
    }
}
