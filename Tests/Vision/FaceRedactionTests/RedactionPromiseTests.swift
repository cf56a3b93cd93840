import Facecap
import TestSupport
import Testing

/// A fifth of all detections is lost at random, and no pixel of a true face box may be left uncovered: of
/// every face that the truth has in a picture, as far as the box lies in it, hidden by another or not.
@Suite struct RedactionPromiseTests {
    private static let loss = 0.2

    @Test(.enabled(if: SharedMedia.isAvailable), arguments: TrueFilm.clips)
    func noPixelOfATrueFaceIsLeftInAClip(_ film: TrueFilm) throws {
        let detector = try DetectorSelection(
            name: .yunet, modelFolder: SharedMedia.path("models"), threads: 1
        ).makeDetector()
        let pictures = try film.pictures()
        try checkColor(film, pictures)
        let detections = try TrueFilm.detections(in: pictures, by: detector)
        for seed in UInt64(1)...2 { try check(film, pictures, detections, seed) }
    }

    @Test(arguments: [SyntheticMotion.mixed, .cross, .enterLeave, .roll])
    func noPixelOfATrueFaceIsLeftInADrawnFilm(_ motion: SyntheticMotion) throws {
        let film = try TrueFilm.drawn(motion, seed: 7, frames: 90)
        let pictures = try film.pictures()
        try checkColor(film, pictures)
        let detections = film.drawnDetections(seed: 7, count: pictures.count)
        for seed in UInt64(1)...2 { try check(film, pictures, detections, seed) }
    }

    /// What is counted has to be new.
    private func checkColor(_ film: TrueFilm, _ pictures: [VideoSampleBuffer]) throws {
        let redactor = PictureRedactor(method: .box(CoveredPixels.color))
        let pixels = try CoveredPixels(like: pictures[0].pixelBuffer)
        for number in stride(from: 0, to: pictures.count, by: 10) {
            let plain = try redactor.cover(.regions([]), in: pictures[number].pixelBuffer)
            for face in film.truth(number) {
                let count = pixels.count(of: plain, in: face.bounds)
                #expect(count.covered == 0)
            }
        }
    }

    private func check(
        _ film: TrueFilm, _ pictures: [VideoSampleBuffer], _ detections: [[DetectedFace]],
        _ seed: UInt64
    ) throws {
        let settings = RedactionSettings(method: .box(CoveredPixels.color))
        let redactor = PictureRedactor(method: settings.method)
        let pixels = try CoveredPixels(like: pictures[0].pixelBuffer)
        for isLive in [false, true] {
            let detector = PlayedDetector(detections, losing: Self.loss, seed: seed)
            var sequence = CoverSequence(settings, isLive: isLive)
            sequence.append(pictures, detector)
            var (covered, uncovered) = (0, 0)
            for (number, sample) in pictures.enumerated() {
                let cover = sequence.covers[number]
                let picture = try redactor.cover(cover, in: sample.pixelBuffer)
                for face in film.truth(number) where face.visible > 0 {
                    let count = pixels.count(of: picture, in: face.bounds)
                    covered += count.covered
                    uncovered += count.uncovered
                }
            }
            let place = Comment("\(film.testDescription), seed \(seed), live \(isLive)")
            #expect(uncovered == 0, place)
            // There are faces, detections were lost, and not everything is covered.
            #expect(covered > 50_000, place)
            #expect(detector.lostCount > 10, place)
            #expect(sequence.covers.count { $0 == .wholePicture } < pictures.count / 2, place)
        }
    }
}
