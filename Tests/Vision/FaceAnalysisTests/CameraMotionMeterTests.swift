// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import TestSupport
import Testing

@testable import FaceAnalysis

@Suite struct CameraMotionMeterTests {
    /// Hills of random height, 40 pixels apart, as large as a frame that is 200 pixels larger on each side.
    private struct Ground {
        private let hills: [Double]
        private let columns = 80

        init(_ numbers: inout SeededNumbers) {
            hills = (0..<80 * 60).map { _ in .random(in: 20...235, using: &numbers) }
        }

        func luma(_ x: Double, _ y: Double) -> UInt8 {
            let (column, row) = ((x + 200) / 40, (y + 200) / 40)
            let (left, top) = (Int(column), Int(row))
            let (right, down) = (column - Double(left), row - Double(top))
            func hill(_ x: Int, _ y: Int) -> Double { hills[(top + y) * columns + left + x] }
            let upper = hill(0, 0) * (1 - right) + hill(1, 0) * right
            let lower = hill(0, 1) * (1 - right) + hill(1, 1) * right
            return UInt8(upper * (1 - down) + lower * down)
        }

        /// The ground where it has been moved to the right and down, with something dark before it.
        func image(_ format: PixelBuffer.Format, right: Double, down: Double, walker: Int = -100)
            -> PixelBuffer
        {
            let (width, height) = (640, 360)
            let stride = format == .bgr24 ? 3 : format == .bgra ? 4 : 1
            return PixelBufferPool(format: format, width: width, height: height)
                .makePixelBuffer { memory in
                    let bytes = memory[0].bytes.assumingMemoryBound(to: UInt8.self)
                    for y in 0..<height {
                        for x in 0..<width {
                            let isWalker = (walker..<walker + 80).contains(x) && y > 120
                            let value =
                                isWalker ? 0 : luma(Double(x) - right, Double(y) - down)
                            for channel in 0..<stride {
                                bytes[y * memory[0].bytesPerRow + stride * x + channel] = value
                            }
                        }
                    }
                }
        }
    }

    @Test(arguments: [PixelBuffer.Format.gray8, .bgr24, .bgra])
    func tellsHowFarTheCameraMovedWhoeverWalksBeforeIt(format: PixelBuffer.Format) {
        var numbers = SeededNumbers.fresh()
        let ground = Ground(&numbers)
        var meter = CameraMotionMeter()
        var before = (x: 0.0, y: 0.0)
        for frame in 0..<4 {
            let place = (
                x: Double.random(in: -60...60, using: &numbers).rounded(),
                y: Double.random(in: -30...30, using: &numbers).rounded()
            )
            let motion = meter.motion(
                of: ground.image(format, right: place.x, down: place.y, walker: 20 * frame),
                frame: frame, isNeeded: true)
            if frame > 0, abs(place.x - before.x) + abs(place.y - before.y) > 24 {
                #expect(abs(motion.x - (place.x - before.x)) < 2.5)
                #expect(abs(motion.y - (place.y - before.y)) < 2.5)
            }
            before = place
        }
    }

    @Test func aCameraThatStandsStillHasNotMovedWhoeverWalksBeforeIt() {
        var numbers = SeededNumbers.fresh()
        let ground = Ground(&numbers)
        var meter = CameraMotionMeter()
        for frame in 0..<6 {
            let image = ground.image(.gray8, right: 0, down: 0, walker: 40 * frame)
            #expect(meter.motion(of: image, frame: frame, isNeeded: true) == Point(x: 0, y: 0))
        }
    }

    @Test func nothingIsKnownOfAnotherSceneAtAResetPointAndAfterAReset() {
        var numbers = SeededNumbers.fresh()
        let ground = Ground(&numbers)
        let images = [0.0, 40].map { ground.image(.gray8, right: $0, down: 0) }
        let none = Point(x: 0, y: 0)
        var meter = CameraMotionMeter()
        #expect(meter.motion(of: images[0], frame: 298, isNeeded: true) == none)
        #expect(meter.motion(of: images[1], frame: 299, isNeeded: true) != none)
        #expect(meter.motion(of: images[0], frame: 300, isNeeded: true) == none)
        #expect(meter.motion(of: images[1], frame: 301, isNeeded: true) != none)
        meter.reset()
        #expect(meter.motion(of: images[0], frame: 302, isNeeded: true) == none)
        let other = Ground(&numbers).image(.gray8, right: 0, down: 0)
        #expect(meter.motion(of: other, frame: 303, isNeeded: true) == none)
    }
}
