// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues

/// Tells where a face is suddenly somebody else's: at a cut between people who sit in the same place hardly anything
/// but their faces changes, too little for a ``CutTest``.
///
/// It compares a face with the one that was in the same place at the look before, and where there is none now, its place
/// and the faces that came in the same frame. Of 3,374 looks at the faces of videos,
/// from one frame to the next, all correlated by 0.67 or more with the one before; of 1,176 pairs of different faces of
/// photographs 95 of 100 correlate by less than 0.58.
struct ReplacementTest {
    /// Hundredths: what correlates by less is another face.
    private static let leastCorrelation = 60.0
    /// Nanoseconds between two looks: in a longer time a head turns or is hidden.
    private static let longestGap: Int64 = 70_000_000
    /// A less sure face may be a hand, which is soon another shape.
    private static let leastConfidence = 0.8
    /// A smaller face, in stored pixels, has no shapes to compare.
    private static let leastSize = 24.0
    /// How far the middle of a face has moved at most, in its sizes; ...
    private static let largestShift = 1.0
    /// ... and how much larger or smaller it is.
    private static let largestGrowth = 1.3
    /// Whether somebody else hides a face cannot be told where another one is nearer, in its sizes.
    private static let neighborhood = 1.5

    private struct Seen {
        let bounds: Rect
        let patch: FacePatch
    }

    private var seen: [Seen] = []
    private var time = MediaTime.zero

    /// Takes in what a look at an image showed, and tells whether those who were seen at the look before are all
    /// gone, with others in their places or elsewhere.
    mutating func areReplaced(
        by faces: [DetectedFace], in image: PixelBuffer, at time: MediaTime
    ) -> Bool {
        let (before, gap) = (seen, time.nanoseconds &- self.time.nanoseconds)
        begin(with: faces, in: image, at: time)
        guard 0...Self.longestGap ~= gap else { return false }
        let newcomers = seen.filter { new in
            !before.contains { Self.isSamePlace($0.bounds, new.bounds) }
        }
        var isAnyReplaced = false
        for old in before where !Self.isNearAnother(old.bounds, before, faces) {
            let others: [FacePatch]
            if let face = faces.first(where: { Self.isSamePlace(old.bounds, $0.bounds) }) {
                others = seen.filter { $0.bounds == face.bounds }.map(\.patch)
            } else if newcomers.isEmpty {
                others = []
            } else {
                let rest = FacePatch(of: old.bounds, in: image).map { [$0] } ?? []
                others = rest + newcomers.map(\.patch)
            }
            let areUnlike = others.allSatisfy {
                $0.isUnlike(old.patch, belowHundredths: Self.leastCorrelation)
            }
            guard areUnlike else { return false }
            if !others.isEmpty { isAnyReplaced = true }
        }
        return isAnyReplaced
    }

    /// Takes in what a look at an image showed, whatever was seen before.
    mutating func begin(with faces: [DetectedFace], in image: PixelBuffer, at time: MediaTime) {
        seen = faces.filter(Self.isSure).compactMap { face in
            FacePatch(of: face.bounds, in: image).map { Seen(bounds: face.bounds, patch: $0) }
        }
        self.time = time
    }

    /// The next look is compared with none.
    mutating func forget() { seen = [] }

    private static func isSure(_ face: DetectedFace) -> Bool {
        face.confidence >= leastConfidence && face.bounds.longerSide >= leastSize
    }

    private static func isSamePlace(_ old: Rect, _ new: Rect) -> Bool {
        let size = old.area.squareRoot()
        let growth = (new.area / old.area).squareRoot()
        return old.center.distance(to: new.center) < largestShift * size
            && (1 / largestGrowth...largestGrowth).contains(growth)
    }

    /// Whether another face, of this look or the one before, is near a place.
    private static func isNearAnother(
        _ bounds: Rect, _ seen: [Seen], _ faces: [DetectedFace]
    ) -> Bool {
        let reach = neighborhood * bounds.area.squareRoot()
        func count(_ all: [Rect]) -> Int {
            all.count { $0.center.distance(to: bounds.center) < reach }
        }
        return count(seen.map(\.bounds)) > 1 || count(faces.map(\.bounds)) > 1
    }
}

/// The luma of a face, reduced to 16x16 cells.
private struct FacePatch {
    private static let side = 16
    /// Each cell is the mean of so many samples along each side.
    private static let samplesAlongSide = 3
    /// The least difference of luma between two cells where there are shapes.
    private static let leastContrast: UInt8 = 16
    /// How far one patch may be moved against another one to look alike, in cells.
    private static let reach = -1...1

    private let luma: [UInt8]

    /// Reduces a face; `nil` where it has no shapes or reaches beyond the image, and in images without luma.
    init?(of bounds: Rect, in image: PixelBuffer) {
        guard let plane = LumaPlane(image), bounds.x >= 0, bounds.y >= 0,
            bounds.x + bounds.width < Double(image.width),
            bounds.y + bounds.height < Double(image.height)
        else { return nil }
        let columns = Self.positions(from: bounds.x, extent: bounds.width)
        let rows = Self.positions(from: bounds.y, extent: bounds.height)
        let count = Self.samplesAlongSide
        luma = withExtendedLifetime(image) {
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
        guard let darkest = luma.min(), let brightest = luma.max(),
            brightest - darkest >= Self.leastContrast
        else { return nil }
    }

    /// Whether two patches correlate by less than so many hundredths, however they are moved.
    func isUnlike(_ other: FacePatch, belowHundredths limit: Double) -> Bool {
        Self.reach.allSatisfy { down in
            Self.reach.allSatisfy { right in
                LumaCorrelation(luma, other.luma, columns: Self.side, right: right, down: down)
                    .isBelow(hundredths: limit)
            }
        }
    }

    private static func positions(from start: Double, extent: Double) -> [Int] {
        let count = side * samplesAlongSide
        return (0..<count).map { Int(start + (Double($0) + 0.5) * extent / Double(count)) }
    }
}
