// SPDX-License-Identifier: Apache-2.0
/// How often a frame is searched as a whole.
package enum ScanInterval: Sendable, Hashable {
    /// Every Nth one; at least 1.
    case every(Int)
    /// As seldom as possible without finding less, but never more often than every Nth one; at least 1.
    case automatic(least: Int)

    /// An interval as it is asked for; `nil` for what is best.
    package init(_ frames: Int?) { self = frames.map(Self.every) ?? .automatic(least: 1) }

    /// The interval that was asked for; `nil` where it is chosen.
    package var requested: Int? {
        if case .every(let frames) = self { frames } else { nil }
    }

    /// The number of frames.
    ///
    /// - Parameter most: as seldom as a frame needs to be searched, as far as is known.
    func frames(atMost most: Int) -> Int {
        switch self {
        case .every(let frames): frames
        case .automatic(let least): max(least, most)
        }
    }
}
