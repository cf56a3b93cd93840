// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Glibc
import TestSupport
import Testing

@testable import FaceAnalysis

@Suite struct CutTestTests {
    /// A scene of rectangles in random places, of random luma and color.
    private struct Shapes {
        private var rectangles: [(x: Int, y: Int, width: Int, height: Int, color: [UInt8])] = []

        init(_ numbers: inout SeededNumbers) {
            for _ in 0..<30 {
                rectangles.append(
                    (
                        .random(in: -40..<160, using: &numbers),
                        .random(in: -40..<90, using: &numbers),
                        .random(in: 20..<80, using: &numbers),
                        .random(in: 15..<50, using: &numbers),
                        (0..<3).map { _ in .random(in: 20...235, using: &numbers) }
                    ))
            }
        }

        /// A scene that has little in common with this one, as two random ones may have.
        func other(_ numbers: inout SeededNumbers) -> Shapes {
            while true {
                let other = Shapes(&numbers)
                if abs(correlation(with: other)) < 0.2 { return other }
            }
        }

        private func correlation(with other: Shapes) -> Double {
            let (a, b) = (deviations, other.deviations)
            func product(_ a: [Double], _ b: [Double]) -> Double {
                zip(a, b).reduce(0) { $0 + $1.0 * $1.1 }
            }
            return product(a, b) / max(1, product(a, a) * product(b, b)).squareRoot()
        }

        /// The luma of each tenth pixel, without the mean.
        private var deviations: [Double] {
            let plane = image(.gray8).planes[0]
            let values = stride(from: 0, to: 160 * 90, by: 10).map { place in
                let (y, x) = place.quotientAndRemainder(dividingBy: 160)
                let offset = y * plane.bytesPerRow + x
                return Double(plane.baseAddress.load(fromByteOffset: offset, as: UInt8.self))
            }
            let mean = values.reduce(0, +) / Double(values.count)
            return values.map { $0 - mean }
        }

        /// The scene magnified around the middle, by a factor.
        func magnified(_ factor: Double) -> Shapes {
            var result = self
            result.rectangles = rectangles.map { rectangle in
                func place(_ start: Int, _ middle: Double) -> Int {
                    Int(middle + (Double(start) - middle) * factor)
                }
                let (x, y) = (place(rectangle.x, 80), place(rectangle.y, 45))
                let right = place(rectangle.x + rectangle.width, 80)
                let bottom = place(rectangle.y + rectangle.height, 45)
                return (x, y, right - x, bottom - y, rectangle.color)
            }
            return result
        }

        /// The scene moved to the right and made brighter, by a factor, one of each row, and by a summand.
        func image(
            _ format: PixelBuffer.Format = .i420, shift: Int = 0, brighter: Int = 0, gain: Int = 1,
            rowGain: (Int) -> Double = { _ in 1 }
        ) -> PixelBuffer {
            let (width, height) = (160, 90)
            var planes = [[UInt8]](
                repeating: Array(repeating: 128, count: width * height), count: 3)
            for rectangle in rectangles {
                let (top, bottom) = (rectangle.y, rectangle.y + rectangle.height)
                for y in min(max(top, 0), height)..<min(max(bottom, 0), height) {
                    let sides = [rectangle.x + shift, rectangle.x + shift + rectangle.width]
                        .map { min(max($0, 0), width) }
                    for x in sides[0]..<sides[1] {
                        for plane in 0..<3 { planes[plane][y * width + x] = rectangle.color[plane] }
                    }
                }
            }
            let luma = planes[0].enumerated().map {
                UInt8(clamping: Int(rowGain($0 / width) * Double(gain * Int($1))) + brighter)
            }
            return PixelBufferPool(format: format, width: width, height: height)
                .makePixelBuffer { memory in
                    for y in 0..<height {
                        for x in 0..<width {
                            let place = y * width + x
                            let (cb, cr) = (planes[1][place], planes[2][place])
                            Self.write(
                                (luma[place], cb, cr), x, y, as: format,
                                memory.map {
                                    ($0.bytes.assumingMemoryBound(to: UInt8.self), $0.bytesPerRow)
                                })
                        }
                    }
                }
        }

        private static func write(
            _ sample: (UInt8, UInt8, UInt8), _ x: Int, _ y: Int, as format: PixelBuffer.Format,
            _ planes: [(bytes: UnsafeMutablePointer<UInt8>, stride: Int)]
        ) {
            let row = planes[0].bytes + y * planes[0].stride
            switch format {
            case .gray8: row[x] = sample.0
            case .i420:
                row[x] = sample.0
                planes[1].bytes[y / 2 * planes[1].stride + x / 2] = sample.1
                planes[2].bytes[y / 2 * planes[2].stride + x / 2] = sample.2
            case .nv12:
                row[x] = sample.0
                planes[1].bytes[y / 2 * planes[1].stride + x / 2 * 2] = sample.1
                planes[1].bytes[y / 2 * planes[1].stride + x / 2 * 2 + 1] = sample.2
            case .yuyv, .uyvy:
                let luma = format == .yuyv ? 0 : 1
                row[2 * x + luma] = sample.0
                row[4 * (x / 2) + (1 - luma)] = sample.1
                row[4 * (x / 2) + (1 - luma) + 2] = sample.2
            case .bgr24: for channel in 0..<3 { row[3 * x + channel] = sample.0 }
            case .bgra: for channel in 0..<3 { row[4 * x + channel] = sample.0 }
            case .depth16: break
            }
        }
    }

    private func cuts(_ images: [PixelBuffer]) -> [Int] {
        var test = CutTest()
        return images.indices.filter { test.isCut(at: images[$0], isFresh: $0 == 0) }
    }

    @Test(arguments: PixelBuffer.Format.allCases.filter { $0 != .depth16 })
    func aFrameOfAnotherSceneIsACutInEveryFormat(format: PixelBuffer.Format) {
        var numbers = SeededNumbers.fresh()
        let one = Shapes(&numbers)
        let other = one.other(&numbers)
        let images =
            (0..<6).map { one.image(format, shift: $0) }
            + (0..<6).map { other.image(format, shift: $0) }
        #expect(cuts(images) == [6])
    }

    @Test func everySceneOfManyIsFoundAtItsFirstFrame() {
        var numbers = SeededNumbers.fresh()
        var (images, expected): ([PixelBuffer], [Int]) = ([], [])
        var scene = Shapes(&numbers)
        for length in [3, 1, 8, 20, 2, 5] {
            if !images.isEmpty { expected.append(images.count) }
            scene = scene.other(&numbers)
            images += (0..<length).map { scene.image(shift: 2 * $0) }
        }
        #expect(cuts(images) == expected)
    }

    @Test func aFlashIsNoCut() {
        var numbers = SeededNumbers.fresh()
        let scene = Shapes(&numbers)
        let images = (0..<20).map {
            scene.image(shift: $0, brighter: [7, 12].contains($0) ? 60 : 0)
        }
        #expect(cuts(images).isEmpty)
    }

    @Test(arguments: [2, 3])
    func aFlashThatMakesMostOfASceneWhiteIsNoCut(gain: Int) {
        var numbers = SeededNumbers.fresh()
        let scene = Shapes(&numbers)
        let images = (0..<20).map {
            scene.image(shift: $0, gain: [7, 12].contains($0) ? gain : 1)
        }
        #expect(cuts(images).isEmpty)
    }

    @Test func anotherSceneInAFlashIsACut() {
        var numbers = SeededNumbers.fresh()
        let one = Shapes(&numbers)
        let other = one.other(&numbers)
        let images = (0..<6).map { one.image(shift: $0) } + [other.image(gain: 2)]
        #expect(cuts(images) == [6])
    }

    /// Lamps that flicker are brighter and darker while a camera takes one row after the other.
    @Test func lightThatFlickersFromRowToRowIsNoCut() {
        var numbers = SeededNumbers.fresh()
        func image(_ scene: Shapes, _ number: Int, flickering part: Double) -> PixelBuffer {
            scene.image { row in
                1 - part / 2 * (1 - sin(0.2 * Double(row) + 2.1 * Double(number)))
            }
        }
        for _ in 0..<10 {
            let scene = Shapes(&numbers)
            #expect(cuts((0..<3).map { image(scene, $0, flickering: 0.6) }).isEmpty)
            let other = scene.other(&numbers)
            let images = [
                image(scene, 0, flickering: 0.3), image(other, 1, flickering: 0.3),
            ]
            #expect(cuts(images) == [1])
        }
    }

    @Test func aQuickPanIsNoCut() {
        var numbers = SeededNumbers.fresh()
        let scene = Shapes(&numbers)
        #expect(cuts((0..<20).map { scene.image(shift: 5 * $0 - 50) }).isEmpty)
    }

    @Test(arguments: [1.08, 1.12, 1 / 1.12])
    func aQuickZoomIsNoCut(factor: Double) {
        var numbers = SeededNumbers.fresh()
        let scene = Shapes(&numbers)
        #expect(cuts((0..<8).map { scene.magnified(pow(factor, Double($0))).image() }).isEmpty)
    }

    @Test func inAFlashASceneIsInOtherLight() {
        var numbers = SeededNumbers.fresh()
        let one = Shapes(&numbers)
        let other = one.other(&numbers)
        var test = CutTest()
        let still = Array(repeating: one.image(), count: 6)
        let images = still + [one.image(brighter: 60), one.image(), other.image()]
        let seen = images.map { image in
            _ = test.isCut(at: image, isFresh: false)
            return test.isInOtherLight
        }
        #expect(seen.indices.filter { seen[$0] } == [6, 7])
    }

    /// A change of light in a room without shapes, and distances, of which there is no luma.
    @Test func whereNothingIsSeenThereIsNoCut() {
        let gray = PixelBufferPool(format: .gray8, width: 64, height: 48)
        let plain = [20, 200, 20].map { (value: UInt8) in
            gray.makePixelBuffer { planes in
                planes[0].bytes.initializeMemory(
                    as: UInt8.self, repeating: value, count: 48 * planes[0].bytesPerRow)
            }
        }
        #expect(cuts(plain).isEmpty)
        let distances = PixelBufferPool(format: .depth16, width: 4, height: 4)
            .makePixelBuffer { _ in }
        #expect(cuts([distances, plain[0], distances, plain[1]]).isEmpty)
    }

    /// What comes after a reset point does not depend on how much frames changed before it.
    @Test func aFreshFrameIsJudgedByItself() {
        var numbers = SeededNumbers.fresh()
        let scene = Shapes(&numbers)
        let images = (0..<30).map { scene.image(shift: $0) }
        var (whole, half) = (CutTest(), CutTest())
        for (index, image) in images.enumerated() {
            let isCut = whole.isCut(at: image, isFresh: index.isMultiple(of: 15))
            guard index >= 15 else { continue }
            #expect(half.isCut(at: image, isFresh: index == 15) == isCut)
        }
        #expect(whole.changes == half.changes && whole.changes.count == 14)
    }

    @Test func theFirstFrameOfAGroupIsComparedWithTheGroupBeforeAlone() {
        var numbers = SeededNumbers.fresh()
        let one = Shapes(&numbers)
        let other = one.other(&numbers)
        let black = PixelBufferPool(format: .gray8, width: 160, height: 90)
            .makePixelBuffer { memory in
                for plane in memory { memset(plane.bytes, 16, plane.bytesPerRow * 90) }
            }
        /// Whether the last of the images is a cut, each with whether it is the first of its group.
        func endsInCut(_ images: [(image: PixelBuffer, isFirst: Bool)]) -> Bool {
            var test = CutTest()
            return images.map { test.isCut(at: $0.image, isFresh: $0.isFirst) }.last ?? false
        }
        #expect(endsInCut([(one.image(), true), (other.image(), true)]))
        #expect(endsInCut([(one.image(), true), (black, false), (other.image(), true)]))
        #expect(!endsInCut([(one.image(), true), (black, true), (other.image(), true)]))
    }
}
