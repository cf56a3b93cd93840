// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Testing

@testable import FaceAnalysis

@Suite struct CaptureQualityTests {
    private static let good = CaptureQuality(
        size: 0.5, sharpness: 0.5, frontality: 0.5, light: 0.5, stillness: 0.5)

    @Test func everyPartRaisesTheWholeAndWithoutItThereIsNothing() {
        for part in [\CaptureQuality.size, \.sharpness, \.frontality, \.light, \.stillness] {
            let values = [0, 0.1, 0.3, 0.5, 0.8, 1].map { value in
                var quality = Self.good
                quality[keyPath: part] = value
                return quality.value
            }
            #expect(values[0] == 0)
            #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 })
            #expect(values.allSatisfy { 0...1 ~= $0 })
        }
    }

    @Test func theWholeIsTheWeightedMeanThatA32BitFloatHolds() {
        #expect(Self.good.value == 0.5)
        let best = CaptureQuality(
            size: 1, sharpness: 1, frontality: 1, light: 1, stillness: 1)
        #expect(best.value == 1)
        let odd = CaptureQuality(
            size: 0.123, sharpness: 0.456, frontality: 0.789, light: 0.321, stillness: 0.654)
        #expect(Double(Float(odd.value)) == odd.value)
    }

    // MARK: What the parts are made of

    /// A face of 96x96 pixels in the middle of a frame.
    private let bounds = Rect(x: 32, y: 32, width: 96, height: 96)
    private let imageSize = Size(width: 160, height: 160)

    /// A frame of luma.
    private func image(
        _ format: PixelBuffer.Format = .gray8, isFullRange: Bool = true,
        _ luma: (_ x: Int, _ y: Int) -> UInt8
    ) -> PixelBuffer {
        let pool = PixelBufferPool(
            format: format, width: 160, height: 160, isFullRange: isFullRange)
        let (offset, step) = format == .uyvy ? (1, 2) : format == .yuyv ? (0, 2) : (0, 1)
        return pool.makePixelBuffer { planes in
            for y in 0..<160 {
                for x in 0..<160 {
                    planes[0].bytes.storeBytes(
                        of: luma(x, y), toByteOffset: y * planes[0].bytesPerRow + offset + x * step,
                        as: UInt8.self)
                }
            }
        }
    }

    private func quality(
        _ image: PixelBuffer, bounds: Rect? = nil, yaw: Double? = 0, pitch: Double? = 0,
        speed: Double? = 0
    ) throws -> CaptureQuality {
        let face = MetadataFaceObject(
            faceID: 1, bounds: bounds ?? self.bounds, yawAngle: yaw, pitchAngle: pitch,
            confidence: 1)
        let sample = try #require(FaceSampling(of: face.bounds, in: image))
        return CaptureQuality(of: face, sample, imageSize: imageSize, speed: speed)
    }

    private func checkers(_ side: Int, from low: UInt8 = 90, to high: UInt8 = 160) -> PixelBuffer {
        image { x, y in (x / side + y / side).isMultiple(of: 2) ? low : high }
    }

    @Test func theLargerFaceIsBetter() throws {
        let sizes = try [20.0, 40, 60, 80].map { side in
            try quality(
                checkers(4), bounds: Rect(x: 8, y: 8, width: side, height: side)
            ).size
        }
        #expect(sizes == [0.25, 0.5, 0.75, 1])
    }

    @Test func theSharperFaceIsBetter() throws {
        // The same edge, ever wider.
        let values = try [1, 4, 12, 40].map { width in
            try quality(
                image { x, _ in UInt8(60 + 120 * min(max(x - 80, 0), width) / width) }
            ).sharpness
        }
        #expect(zip(values, values.dropFirst()).allSatisfy { $0 > $1 })
        #expect(try quality(image { _, _ in 128 }).sharpness == 0)
    }

    @Test func theFrontalFaceIsBetterAndAnUnknownAngleCountsAsOneHalf() throws {
        let image = checkers(4)
        let yaws = try [0, 20, -45, 80, 120].map { try quality(image, yaw: $0).frontality }
        #expect(zip(yaws, yaws.dropFirst()).allSatisfy { $0 > $1 })
        #expect(yaws.first == 1 && yaws.last == 0)
        #expect(try quality(image, pitch: 45).frontality == 0.5)
        #expect(try quality(image, yaw: nil).frontality == 0.5)
        #expect(try quality(image, yaw: nil, pitch: nil).frontality == 0.25)
    }

    @Test(arguments: [4, 10, 20, 40])
    func noiseIsNotTakenForSharpness(amplitude: Int) throws {
        func sharpness(noise: Int) throws -> Double {
            // Squares of 16 pixels, with noise that does not repeat.
            let image = image { x, y in
                let hash = (x &* 374_761_393 &+ y &* 668_265_263) &* 1_274_126_177
                let extra = noise == 0 ? 0 : (hash >> 13) & 0xffff
                let base = (x / 16 + y / 16).isMultiple(of: 2) ? 90 : 150
                return UInt8(base + extra % (2 * noise + 1) - noise)
            }
            return try quality(image).sharpness
        }
        #expect(try sharpness(noise: amplitude) <= sharpness(noise: 0) + 0.02)
    }

    @Test func theWellLitFaceIsBetter() throws {
        let values = try [128, 180, 230, 255].map { (luma: UInt8) in
            try quality(image { _, _ in luma }).light
        }
        #expect(zip(values, values.dropFirst()).allSatisfy { $0 > $1 })
        #expect(try quality(image { _, _ in 0 }).light == 0)
        // Of equal brightness, but half of it is lost in white and black.
        let clipped = try quality(checkers(16, from: 0, to: 255)).light
        #expect(clipped < 0.1)
    }

    @Test func theStillFaceIsBetterAndUnknownMotionCountsAsOneHalf() throws {
        let image = checkers(4)
        let values = try [0, 0.5, 1, 4].map { try quality(image, speed: $0).stillness }
        #expect(zip(values, values.dropFirst()).allSatisfy { $0 > $1 })
        #expect(try quality(image, speed: nil).stillness == 0.5)
    }

    @Test(arguments: [PixelBuffer.Format.nv12, .i420, .yuyv, .uyvy])
    func lumaIsReadFromEveryFormatAndVideoRangeIsStretched(format: PixelBuffer.Format) throws {
        let video = image(format, isFullRange: false) { x, _ in x < 80 ? 16 : 235 }
        let full = image { x, _ in x < 80 ? 0 : 255 }
        let sample = try #require(FaceSampling(of: bounds, in: video))
        let wanted = try #require(FaceSampling(of: bounds, in: full))
        #expect(abs(sample.meanLuma - wanted.meanLuma) < 0.001)
        #expect(abs(sample.laplacianVariance / wanted.laplacianVariance - 1) < 0.001)
        #expect(sample.clippedShare == wanted.clippedShare)
    }

    @Test func whatCannotBeSeenIsNotMeasured() {
        let gray = image { _, _ in 100 }
        for bounds in [
            Rect(x: 300, y: 300, width: 50, height: 50), Rect(x: -50, y: 10, width: 51, height: 50),
            Rect(x: 10, y: 10, width: 0, height: 0),
            Rect(x: .nan, y: 0, width: 10, height: 10),
            Rect(x: 0, y: 0, width: .infinity, height: .nan),
        ] {
            #expect(FaceSampling(of: bounds, in: gray) == nil, "\(bounds)")
        }
        let distances = PixelBufferPool(format: .depth16, width: 160, height: 160)
            .makePixelBuffer { _ in }
        #expect(FaceSampling(of: bounds, in: distances) == nil)
        let partly = FaceSampling(of: Rect(x: 100, y: 100, width: 200, height: 200), in: gray)
        #expect(partly.map { abs($0.meanLuma - 100.0 / 255) < 0.001 } == true)
    }

    // MARK: Frame by frame

    @Test func aFaceThatMovesIsWorseThanOneThatStandsStill() throws {
        // Finer ones would be taken for noise.
        let image = checkers(8)
        func second(movingBy shift: Double, after step: Int64 = 1) -> Double? {
            var meter = CaptureQualityMeter()
            var face = MetadataFaceObject(faceID: 7, bounds: bounds, confidence: 1)
            face.sampling = FaceSampling(of: bounds, in: image)
            var faces = [face]
            meter.measure(&faces, imageSize: imageSize, at: .zero)
            face.bounds.x += shift
            face.sampling = FaceSampling(of: face.bounds, in: image)
            faces = [face]
            meter.measure(
                &faces, imageSize: imageSize, at: MediaTime(value: step, timescale: 10))
            #expect(faces[0].sampling == nil)
            return faces[0].captureQuality
        }
        let still = try #require(second(movingBy: 0))
        // Whole checkers, so that the face looks the same.
        let moving = try #require(second(movingBy: 16))
        #expect(moving < still)
        // Too long ago to say.
        let late = try #require(second(movingBy: 0, after: 50))
        #expect(late < still)
    }

    @Test func aFaceThatWasNotObservedHasNoQuality() {
        var meter = CaptureQualityMeter()
        var faces = [
            MetadataFaceObject(faceID: 1, bounds: bounds, confidence: 1, state: .predicted),
            MetadataFaceObject(faceID: 2, bounds: bounds, confidence: 1),
        ]
        for index in faces.indices {
            faces[index].sampling = FaceSampling(of: bounds, in: checkers(4))
        }
        meter.measure(&faces, imageSize: imageSize, at: .zero)
        #expect(faces[0].captureQuality == nil)
        #expect(faces[1].captureQuality != nil)
    }
}
