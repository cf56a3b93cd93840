// SPDX-License-Identifier: Apache-2.0
/// Where a frame lies in a larger or smaller one of perhaps another shape: as large as it can be, in
/// the middle, at even columns and rows.
struct ImageFit: Equatable {
    let x: Int
    let y: Int
    let width: Int
    let height: Int

    /// Bars that would be narrower together are not made: the frame is stretched a little.
    private static var narrowestBars: Int { 4 }

    /// The place of a frame of one size in one of another, even size; sides are at least 1.
    init(of size: (width: Int, height: Int), in frame: (width: Int, height: Int)) {
        let width = Self.side(size.width, frame.height, over: size.height, within: frame.width)
        let height = Self.side(size.height, frame.width, over: size.width, within: frame.height)
        self.width = width
        self.height = height
        x = (frame.width - width) / 4 * 2
        y = (frame.height - height) / 4 * 2
    }

    /// Whether a frame is not scaled; a column and a row that are too much are left out.
    static func needsNoScaling(
        _ size: (width: Int, height: Int), in frame: (width: Int, height: Int)
    ) -> Bool {
        0...1 ~= size.width - frame.width && 0...1 ~= size.height - frame.height
    }

    private static func side(_ side: Int, _ other: Int, over divisor: Int, within whole: Int) -> Int
    {
        let scaled = max(2, side * other / divisor & ~1)
        return scaled > whole - narrowestBars ? whole : scaled
    }
}
