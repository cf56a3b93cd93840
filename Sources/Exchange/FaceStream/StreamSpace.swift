// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// The space of the positions in a stream.
package enum StreamSpace: Sendable, Hashable {
    /// The displayed frame, normalized to 0...1, origin top left.
    case displayed
    /// Pixels of a screen that the displayed frame fills by a gravity, origin top left.
    case screen(Size, VideoGravity)

    /// From the normalized displayed frame, of `videoSize` pixels, to this space.
    package func fromDisplayed(videoSize: Size) -> CoordinateTransform {
        switch self {
        case .displayed: .identity
        case .screen(let size, let gravity):
            .screenFromDisplayed(videoSize: videoSize, screenSize: size, gravity: gravity)
        }
    }

    /// Decimals that positions are written with.
    var positionDecimals: Int {
        switch self {
        case .displayed: 7
        case .screen: 2
        }
    }
}
