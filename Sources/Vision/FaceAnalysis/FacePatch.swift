// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues

/// The luma of a face, reduced to 16x16 cells.
struct FacePatch {
    private static let side = 16
    /// Hundredths: what correlates by less is another face, ...
    private static let leastCorrelation = 60.0
    /// ... and what correlates by more the same one: no two photographs of different people do, of 3,800 pairs.
    private static let sameCorrelation = 85.0
    /// Cells of a hundred: of a face that a hand passes 51 or more are as they were, of 999 of 1,000 pairs of different
    /// ones of photographs 33 or fewer, ...
    private static let sharedPart = 40
    /// ... by a 20th of the contrast.
    private static let contrastPerChange = 20
    /// Each cell is the mean of so many samples along each side.
    private static let samplesAlongSide = 3
    /// The least difference of luma between two cells where there are shapes for sure, ...
    private static let leastContrast = 16
    /// ... and where there may be, as in the dark: what is noise alone correlates with nothing.
    private static let leastDarkContrast = 4
    /// How far one patch may be moved against another one to look alike, in cells; where they are, they mostly do.
    private static let reach = [0, -1, 1]
    /// Hundredths: the part of one of two faces in a mixture of both, ...
    private static let mixedPart = 25...75
    /// ... and what of their difference is in neither of them. Where a head turns, or a hand passes, it is 26 or more.
    private static let foreignPart = 22

    private let luma: [UInt8]
    /// The difference of luma between its brightest cell and its darkest one.
    private let contrast: Int

    /// Reduces a face; `nil` where it is even or reaches beyond the image, and in images without luma.
    init?(of bounds: Rect, in image: PixelBuffer) {
        guard let plane = LumaPlane(image), bounds.x >= 0, bounds.y >= 0, bounds.width >= 0,
            bounds.height >= 0, bounds.x + bounds.width < Double(image.width),
            bounds.y + bounds.height < Double(image.height)
        else { return nil }
        let columns = Self.positions(from: bounds.x, extent: bounds.width)
        let rows = Self.positions(from: bounds.y, extent: bounds.height)
        let count = Self.samplesAlongSide
        let luma = withExtendedLifetime(image) {
            (0..<Self.side * Self.side).map { cell in
                let (row, column) = (cell / Self.side * count, cell % Self.side * count)
                let sum = rows[row..<row + count].reduce(0) { sum, row in
                    let line = plane.bytes + row * plane.bytesPerRow
                    return columns[column..<column + count].reduce(sum) {
                        $0 + Int(line[$1 * plane.sampleStride])
                    }
                }
                return UInt8(sum / (count * count))
            }
        }
        contrast = Int(luma.max() ?? 0) - Int(luma.min() ?? 0)
        self.luma = luma
        guard contrast >= Self.leastDarkContrast else { return nil }
    }

    /// Whether there are shapes for sure: where others follow is another face.
    var hasShapes: Bool { contrast >= Self.leastContrast }

    /// Whether a patch is of another face than this one.
    func isUnlike(_ other: FacePatch) -> Bool { !isAlike(other, by: Self.leastCorrelation) }

    /// Whether a patch is of the same face as this one.
    func isSame(as other: FacePatch) -> Bool { isAlike(other, by: Self.sameCorrelation) }

    /// Which cells of another patch are as they are here, where they are.
    func sharedCells(with other: FacePatch) -> [Bool] {
        zip(luma, other.luma).map {
            Self.contrastPerChange * abs(Int($0) - Int($1)) <= other.contrast
        }
    }

    /// Whether so many cells are as they were that something hides the rest of a face.
    static func isPart(_ sharedCells: [Bool]) -> Bool {
        100 * sharedCells.count { $0 } > sharedPart * side * side
    }

    /// How much the cells differ, in levels of luma.
    func difference(from other: FacePatch) -> Int {
        let sum = zip(luma, other.luma).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return sum / luma.count
    }

    /// Whether this patch shows both of two others and hardly anything else, as in a dissolve; `nil` where it shows
    /// hardly more than one of them.
    func isMixture(of before: FacePatch, and after: FacePatch) -> Bool? {
        var (product, square, change) = (0, 0, 0)
        for cell in luma.indices {
            let whole = Int(after.luma[cell]) - Int(before.luma[cell])
            product += (Int(luma[cell]) - Int(before.luma[cell])) * whole
            square += whole * whole
            change += abs(whole)
        }
        guard square > 0, Self.mixedPart ~= 100 * product / square else { return nil }
        let foreign = luma.indices.reduce(0) { sum, cell in
            let whole = Int(after.luma[cell]) - Int(before.luma[cell])
            return sum
                + abs((Int(luma[cell]) - Int(before.luma[cell])) * square - whole * product)
        }
        return 100 * foreign <= Self.foreignPart * change * square
    }

    /// Whether the patches correlate by so many hundredths, moved or not, in whatever light.
    private func isAlike(_ other: FacePatch, by limit: Double) -> Bool {
        func areAlike(_ lumas: (before: [UInt8], after: [UInt8])) -> Bool {
            Self.reach.contains { down in
                Self.reach.contains { right in
                    !LumaCorrelation(
                        lumas.before, lumas.after, columns: Self.side, right: right, down: down
                    ).isBelow(hundredths: limit)
                }
            }
        }
        return areAlike((luma, other.luma))
            || areAlike(LumaLight.equalized(luma, other.luma))
            || LumaLight.changeBesideRows(luma, other.luma, columns: Self.side) != nil
    }

    private static func positions(from start: Double, extent: Double) -> [Int] {
        let count = side * samplesAlongSide
        return (0..<count).map { Int(start + (Double($0) + 0.5) * extent / Double(count)) }
    }
}
