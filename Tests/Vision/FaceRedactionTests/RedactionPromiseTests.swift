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
