// SPDX-License-Identifier: Apache-2.0
import Facecap
import TestSupport
import Testing

/// A fifth of all detections is lost at random, and no pixel of a true face box may be left uncovered: of
/// every face that the truth has in a frame, as far as the box lies in it, hidden by another or not.
@Suite struct RedactionPromiseTests {
    private static let loss = 0.2

    @Test(.enabled(if: SharedMedia.isAvailable), arguments: TrueVideo.clips)
    func noPixelOfATrueFaceIsLeftInAClip(_ video: TrueVideo) throws {
        let detector = try DetectorSelection(
            name: .yunet, modelFolder: SharedMedia.path("models"), threads: 1
        ).makeDetector()
        let images = try video.images()
        try checkColor(video, images)
        let detections = try TrueVideo.detections(in: images, by: detector)
        for seed in UInt64(1)...2 { try check(video, images, detections, seed) }
    }

    @Test(arguments: [SyntheticCamera.Motion.mixed, .cross, .enterLeave, .roll])
    func noPixelOfATrueFaceIsLeftInADrawnVideo(_ motion: SyntheticCamera.Motion) throws {
        let video = try TrueVideo.drawn(motion, seed: 7, frames: 90)
        let images = try video.images()
        try checkColor(video, images)
        let detections = video.drawnDetections(seed: 7, count: images.count)
        for seed in UInt64(1)...2 { try check(video, images, detections, seed) }
    }

    /// A detector on a busy machine: now and then it takes as long as many frames do. Most of those between are
    /// covered as a whole, and the faces that it then misses are still looked for.
    @Test(arguments: [SyntheticCamera.Motion.mixed, .roll])
    func noPixelOfAFaceSeenBeforeIsLeftWhereFramesArePassedOver(
        _ motion: SyntheticCamera.Motion
    ) throws {
        let video = try TrueVideo.drawn(motion, seed: 7, frames: 90)
        let images = try video.images()
        let detections = video.drawnDetections(seed: 7, count: images.count)
        let settings = RedactionSettings(method: .box(CoveredPixels.color))
        let redactor = ImageRedactor(method: settings.method)
        let pixels = try CoveredPixels(like: images[0].pixelBuffer)
        var wholly = 0
        for seed in UInt64(1)...150 {
            let detector = PlayedDetector(detections, losing: Self.loss, from: 1, seed: seed)
            var sequence = CoverSequence(settings, isLive: true)
            sequence.append(images, detector, passedOver: Self.passedOver(seed, of: images.count))
            wholly += sequence.covers.count { $0 == .wholeImage }
            for (number, sample) in images.enumerated()
            where sequence.covers[number] != .wholeImage {
                let image = try redactor.cover(sequence.covers[number], in: sample.pixelBuffer)
                for face in video.truth(number) where face.visible > 0 {
                    let uncovered = pixels.count(of: image, in: face.bounds).uncovered
                    #expect(uncovered == 0, "seed \(seed), frame \(number)")
                }
            }
        }
        #expect(wholly < 150 * images.count * 2 / 3)
    }

    /// Mostly a few frames at a time, one time in six up to 40.
    private static func passedOver(_ seed: UInt64, of count: Int) -> Set<Int> {
        var numbers = SeededNumbers(seed: seed + 1000)
        let most = Int.random(in: 4...8, using: &numbers)
        var passedOver: Set<Int> = []
        // The first one shows who is there.
        var next = 1
        while next < count {
            let isLong = Int.random(in: 0..<6, using: &numbers) == 0
            let gap = Int.random(in: 0...(isLong ? 5 * most : most / 2), using: &numbers)
            passedOver.formUnion(next..<next + gap)
            next += gap + 1
        }
        return passedOver
    }

    /// What is counted has to be new.
    private func checkColor(_ video: TrueVideo, _ images: [VideoSampleBuffer]) throws {
        let redactor = ImageRedactor(method: .box(CoveredPixels.color))
        let pixels = try CoveredPixels(like: images[0].pixelBuffer)
        for number in stride(from: 0, to: images.count, by: 10) {
            let plain = try redactor.cover(.regions([]), in: images[number].pixelBuffer)
            for face in video.truth(number) {
                let count = pixels.count(of: plain, in: face.bounds)
                #expect(count.covered == 0)
            }
        }
    }

    private func check(
        _ video: TrueVideo, _ images: [VideoSampleBuffer], _ detections: [[DetectedFace]],
        _ seed: UInt64
    ) throws {
        let settings = RedactionSettings(method: .box(CoveredPixels.color))
        let redactor = ImageRedactor(method: settings.method)
        let pixels = try CoveredPixels(like: images[0].pixelBuffer)
        for isLive in [false, true] {
            let detector = PlayedDetector(detections, losing: Self.loss, seed: seed)
            var sequence = CoverSequence(settings, isLive: isLive)
            sequence.append(images, detector)
            var (covered, uncovered) = (0, 0)
            for (number, sample) in images.enumerated() {
                let cover = sequence.covers[number]
                let image = try redactor.cover(cover, in: sample.pixelBuffer)
                for face in video.truth(number) where face.visible > 0 {
                    let count = pixels.count(of: image, in: face.bounds)
                    covered += count.covered
                    uncovered += count.uncovered
                }
            }
            let place = Comment("\(video.testDescription), seed \(seed), live \(isLive)")
            #expect(uncovered == 0, place)
            // There are faces, detections were lost, and not everything is covered.
            #expect(covered > 50_000, place)
            #expect(detector.lostCount > 10, place)
            #expect(sequence.covers.count { $0 == .wholeImage } < images.count / 2, place)
        }
    }
}
