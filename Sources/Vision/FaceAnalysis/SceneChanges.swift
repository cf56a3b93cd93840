// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues

/// Tells whether something happened where no face is known since all of a frame was looked at: somebody may
/// have come.
struct SceneChanges {
    /// A cell has changed when its luma differs by more, of 255.
    private static let leastChange = 12
    /// So many of a hundred cells may change.
    private static let mostChanged = 2

    private var luma: [UInt8] = []
    private var isCovered = [Bool](repeating: false, count: FrameThumbnail.cellCount)

    /// Notes what a frame looks like whose faces are looked for everywhere.
    mutating func begin(at thumbnail: FrameThumbnail) { luma = thumbnail.luma }

    /// Whether much of an image changed outside of known faces.
    mutating func isLarge(
        in thumbnail: FrameThumbnail, of image: PixelBuffer, outside hints: [DetectedFace.Hint]
    ) -> Bool {
        guard luma.count == thumbnail.luma.count else { return false }
        for cell in isCovered.indices { isCovered[cell] = false }
        for hint in hints { cover(hint.bounds, of: image) }
        var (changed, counted) = (0, 0)
        for cell in luma.indices where !isCovered[cell] {
            counted += 1
            if abs(Int(luma[cell]) - Int(thumbnail.luma[cell])) > Self.leastChange { changed += 1 }
        }
        return 100 * changed > Self.mostChanged * counted
    }

    /// Leaves a face out, and half of it around: what is seen there follows it.
    private mutating func cover(_ bounds: Rect, of image: PixelBuffer) {
        let columns = Self.cells(
            bounds.x, bounds.width, of: image.width, count: FrameThumbnail.columns)
        let rows = Self.cells(
            bounds.y, bounds.height, of: image.height, count: FrameThumbnail.rows)
        for row in rows {
            for column in columns { isCovered[row * FrameThumbnail.columns + column] = true }
        }
    }

    private static func cells(
        _ start: Double, _ length: Double, of extent: Int, count: Int
    ) -> Range<Int> {
        let perPixel = Double(count) / Double(extent)
        let first = ((start - length / 2) * perPixel).rounded(.down)
        let end = ((start + 1.5 * length) * perPixel).rounded(.up)
        let limit = Double(count)
        // In this order, as `max(0, NaN)` is 0: a place that is no number has no cells.
        let low = Int(min(max(0, first), limit))
        return low..<max(low, Int(min(max(0, end), limit)))
    }
}
