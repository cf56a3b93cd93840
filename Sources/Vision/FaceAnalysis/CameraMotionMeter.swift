// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues

/// Tells how far the camera moved everything from one frame to the next, in integers down to half a cell of
/// 160x90: the shift at which most of a frame is as it was.
///
/// It knows the frame before alone, and nothing at a reset point; see ``ScanRhythm/groupLength``.
struct CameraMotionMeter {
    private static let (columns, rows) = (160, 90)
    /// How far frames may be moved against each other, in cells of 40x22, and how many such shifts are looked at
    /// more closely.
    private static let reach = (columns: 12, rows: 6)
    private static let startCount = 4
    /// Frames that differ by less, in the mean, are of a camera that stands still.
    private static let leastChange = 3
    /// ... and so do those in which fewer of a hundred cells change: somebody walks there.
    private static let leastChangedShare = 35
    /// A shift has to leave less of the difference, in hundredths.
    private static let mostLeft = 60

    private var before = Grid(columns: columns, rows: rows)
    private var now = Grid(columns: columns, rows: rows)
    /// The number of the frame before; `nil` where nothing is known of it.
    private var lastFrame: Int?

    /// How far everything moved since the frame that was given before, in pixels; zero where that is not known.
    ///
    /// - Parameter isNeeded: whether anybody asks.
    mutating func motion(of image: PixelBuffer, frame: Int, isNeeded: Bool) -> Point {
        swap(&before, &now)
        let last = lastFrame
        guard now.take(image) else {
            lastFrame = nil
            return Point(x: 0, y: 0)
        }
        lastFrame = frame
        guard isNeeded, let last, last / ScanRhythm.groupLength == frame / ScanRhythm.groupLength
        else { return Point(x: 0, y: 0) }
        let shift = shift()
        return Point(
            x: shift.x * Double(image.width) / Double(Self.columns),
            y: shift.y * Double(image.height) / Double(Self.rows))
    }

    /// Forgets the frame before.
    mutating func reset() { lastFrame = nil }

    /// In cells.
    private func shift() -> Point {
        let none = Point(x: 0, y: 0)
        let still = before.difference(now, right: 0, down: 0)
        guard still > Self.leastChange * Grid.unit else { return none }
        guard before.changedShare(now) >= Self.leastChangedShare else { return none }
        let best = bestShift()
        let (right, down, left) = (best.right, best.down, best.difference)
        guard 100 * left < Self.mostLeft * still else { return none }
        return Point(
            x: Double(right)
                + Self.rest(
                    before.difference(now, right: right - 1, down: down), left,
                    before.difference(now, right: right + 1, down: down)),
            y: Double(down)
                + Self.rest(
                    before.difference(now, right: right, down: down - 1), left,
                    before.difference(now, right: right, down: down + 1)))
    }

    /// A shift in cells, and what it leaves.
    private struct Shift {
        var right = 0
        var down = 0
        var difference = 0

        /// The same in cells half as large.
        var doubled: Shift { Shift(right: 2 * right, down: 2 * down) }
    }

    /// The shift that leaves least: the best few of coarse cells, each made finer twice.
    private func bestShift() -> Shift {
        let (half, halfNow) = (before.halved, now.halved)
        let starts = Self.shifts(half.halved, halfNow.halved, around: Shift(), Self.reach)
        let finer = starts.prefix(Self.startCount).map {
            Self.shifts(half, halfNow, around: $0.doubled, (2, 2))[0]
        }
        let best = finer.min { $0.difference < $1.difference } ?? Shift()
        return Self.shifts(before, now, around: best.doubled, (1, 1))[0]
    }

    /// The shifts near another one, those first that leave least.
    private static func shifts(
        _ before: Grid, _ now: Grid, around center: Shift, _ reach: (columns: Int, rows: Int)
    ) -> [Shift] {
        var shifts: [Shift] = []
        for down in center.down - reach.rows...center.down + reach.rows {
            for right in center.right - reach.columns...center.right + reach.columns {
                let difference = before.difference(now, right: right, down: down)
                shifts.append(Shift(right: right, down: down, difference: difference))
            }
        }
        // Equal ones keep their order: `sorted` is stable.
        return shifts.sorted { $0.difference < $1.difference }
    }

    /// Where between its neighbors the least of three differences is: they fall and rise along straight lines.
    private static func rest(_ before: Int, _ least: Int, _ after: Int) -> Double {
        let slope = max(before, after) - least
        return slope > 0 ? Double(before - after) / Double(2 * slope) : 0
    }

    /// A frame reduced to cells of luma.
    private struct Grid {
        /// A difference of 1 in the mean.
        static let unit = 64

        private(set) var columns: Int
        private(set) var rows: Int
        private var luma: [UInt8]

        init(columns: Int, rows: Int) {
            (self.columns, self.rows) = (columns, rows)
            luma = [UInt8](repeating: 0, count: columns * rows)
        }

        /// Takes another frame, two samples for a cell; `false` where there is nothing to be seen.
        mutating func take(_ image: PixelBuffer) -> Bool {
            guard let plane = LumaPlane(image) else { return false }
            let columns = columns
            let places = (0..<2 * columns).map {
                (2 * $0 + 1) * image.width / (4 * columns) * plane.sampleStride
            }
            withExtendedLifetime(image) {
                luma.withUnsafeMutableBufferPointer { luma in
                    for row in 0..<rows {
                        let upper =
                            plane.bytes + (4 * row + 1) * image.height / (4 * rows)
                            * plane.bytesPerRow
                        let lower =
                            plane.bytes + (4 * row + 3) * image.height / (4 * rows)
                            * plane.bytesPerRow
                        for column in 0..<columns {
                            let sum =
                                Int(upper[places[2 * column]]) + Int(lower[places[2 * column + 1]])
                            luma[row * columns + column] = UInt8(sum / 2)
                        }
                    }
                }
            }
            return true
        }

        /// The mean of two cells along each side in each.
        var halved: Grid {
            var result = Grid(columns: columns / 2, rows: rows / 2)
            for row in 0..<result.rows {
                for column in 0..<result.columns {
                    let place = 2 * row * columns + 2 * column
                    let sum =
                        Int(luma[place]) + Int(luma[place + 1]) + Int(luma[place + columns])
                        + Int(luma[place + columns + 1])
                    result.luma[row * result.columns + column] = UInt8(sum / 4)
                }
            }
            return result
        }

        /// How many of a hundred cells differ from those of another frame by more than 3.
        func changedShare(_ other: Grid) -> Int {
            let count = zip(luma, other.luma).count { abs(Int($0) - Int($1)) > 3 }
            return 100 * count / luma.count
        }

        /// The mean absolute difference to another frame whose content has moved, in every second row, in parts of
        /// ``unit``.
        func difference(_ other: Grid, right: Int, down: Int) -> Int {
            var (sum, count) = (0, 0)
            let width = columns - abs(right)
            guard width > 0, rows > abs(down) else { return .max }
            luma.withUnsafeBufferPointer { luma in
                other.luma.withUnsafeBufferPointer { other in
                    for row in stride(from: max(0, -down), to: rows - max(0, down), by: 2) {
                        let start = row * columns + max(0, -right)
                        let moved = (row + down) * columns + max(0, right)
                        var line: Int32 = 0
                        for place in 0..<width {
                            line &+= abs(Int32(luma[start + place]) - Int32(other[moved + place]))
                        }
                        sum += Int(line)
                        count += width
                    }
                }
            }
            return Self.unit * sum / count
        }
    }
}
