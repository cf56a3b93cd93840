// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import SyntheticCapture
import Testing

@Suite struct SyntheticImageTests {
    @Test func imagesAreOfTheFormatAndSizeAnnounced() throws {
        let camera = try SyntheticCamera.small(faces: 1)
        let image = try camera.nextSample().pixelBuffer
        #expect(camera.videoFormat == VideoFormat(width: 160, height: 120, frameRate: 30))
        #expect(image.format == .i420)
        #expect((image.width, image.height) == (160, 120))
        #expect(!image.isFullRange)
        #expect(image.samples(ofPlane: 0).allSatisfy { 16...235 ~= $0 })
        #expect((1...2).allSatisfy { image.samples(ofPlane: $0).allSatisfy { 16...240 ~= $0 } })
    }

    @Test func equalSeedsDrawEqualImages() throws {
        let first = try SyntheticCamera.small(faces: 1).nextSamples(2)
        let second = try SyntheticCamera.small(faces: 1).nextSamples(2)
        #expect(first.map(\.pixelBuffer.samples) == second.map(\.pixelBuffer.samples))
    }

    @Test func peopleAndNoiseAtRandomDependOnTheSeedAlone() throws {
        func images(seed: UInt64, noise: Double, blur: Int) throws -> [[UInt8]] {
            var configuration = SyntheticCamera.Configuration(
                faces: 1, width: 96, height: 96, seed: seed, motion: .still, isRealTime: false)
            configuration.people = .random
            configuration.noise = noise
            configuration.blur = blur
            return try SyntheticCamera(configuration).nextSamples(2).map(\.pixelBuffer.samples)
        }
        let (plain, noisy) = (
            try images(seed: 3, noise: 0, blur: 0), try images(seed: 3, noise: 9, blur: 0)
        )
        let (same, blurred) = (
            try images(seed: 3, noise: 9, blur: 0), try images(seed: 3, noise: 0, blur: 2)
        )
        let other = try images(seed: 4, noise: 0, blur: 0)
        #expect(plain[0] == plain[1])
        #expect(noisy[0] != noisy[1] && noisy == same && noisy != plain)
        #expect(blurred != plain && other != plain)
    }

    @Test func anotherSeedDrawsAnotherImage() throws {
        let first = try SyntheticCamera.small(faces: 1, seed: 1).nextSample().pixelBuffer
        let second = try SyntheticCamera.small(faces: 1, seed: 2).nextSample().pixelBuffer
        #expect(first.samples != second.samples)
    }

    @Test func memoryUsedAgainKeepsNothingOfTheOldImage() throws {
        func camera() throws -> SyntheticCamera {
            try SyntheticCamera.small(faces: 1, framesPerSecond: 1, motion: .enterLeave)
        }
        let held = try camera().nextSamples(8)
        let camera = try camera()
        for sample in held {
            #expect(try camera.nextSample().pixelBuffer.samples == sample.pixelBuffer.samples)
        }
    }

    @Test(arguments: [0, 2])
    func whatStandsStillLooksTheSameInEveryFrame(faces: Int) throws {
        let samples = try SyntheticCamera.small(faces: faces, motion: .still).nextSamples(2)
        #expect(samples[0].pixelBuffer.samples == samples[1].pixelBuffer.samples)
    }

    @Test func headsAreDrawnWhereTruthHasThemAndNowhereElse() throws {
        let camera = try SyntheticCamera.small(faces: 1, motion: .still)
        let face = try #require(camera.scene.truth(ofFrame: 0).first).bounds
        let drawn = try camera.nextSample().pixelBuffer
        let wall = try SyntheticCamera.small(faces: 0).nextSample().pixelBuffer
        #expect(drawn.luma(near: face.center) != wall.luma(near: face.center))
        for corner in [Point(x: 2, y: 2), Point(x: 157, y: 2)] {
            #expect(drawn.luma(near: corner) == wall.luma(near: corner))
        }
    }

    @Test func eyesAreDarkerThanCheeks() throws {
        let camera = try SyntheticCamera.small(motion: .still)
        let image = try camera.nextSample().pixelBuffer
        let faces = camera.scene.truth(ofFrame: 0).map(\.landmarks)
        #expect(faces.count == 2)
        for face in faces {
            for (eye, mouth) in [(face.leftEye, face.leftMouth), (face.rightEye, face.rightMouth)] {
                let cheek = Point(x: (eye.x + mouth.x) / 2, y: (eye.y + mouth.y) / 2)
                #expect(image.luma(near: eye) < image.luma(near: cheek))
            }
        }
    }
}
