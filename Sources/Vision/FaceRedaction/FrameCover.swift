// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// What of a frame has to be covered.
package enum FrameCover: Sendable, Hashable {
    /// Convex polygons, in pixels of the stored frame; none where there is nothing to cover.
    case regions([[Point]])
    /// All of it.
    case wholeImage

    /// What either of two covers.
    package func union(_ other: FrameCover) -> FrameCover {
        guard case .regions(let mine) = self, case .regions(let others) = other else {
            return .wholeImage
        }
        return .regions(mine + others)
    }

    /// Whether a pixel of an image of a size is covered, as far as the regions' bounds tell.
    func hides(anythingOf size: Size) -> Bool {
        guard case .regions(let regions) = self else { return true }
        return regions.contains { region in
            let (x, y) = (region.map(\.x), region.map(\.y))
            return x.min() ?? .infinity < size.width && x.max() ?? 0 > 0
                && y.min() ?? .infinity < size.height && y.max() ?? 0 > 0
        }
    }

    /// The same elsewhere.
    func shifted(x: Double, y: Double) -> FrameCover {
        guard case .regions(let regions) = self else { return self }
        return .regions(regions.map { $0.map { Point(x: $0.x + x, y: $0.y + y) } })
    }
}
