import FaceValues
import Testing

@testable import FaceRedaction

@Suite struct LiveRedactionTests {
    private let settings = RedactionSettings(method: .blur)

    @Test func aPictureWaitsForThoseAfterIt() {
        var redaction = LiveRedaction(settings: settings)
        #expect(!redaction.isReady(Film.time(0)))
        for frame in 0..<25 { redaction.append(Film.observation(frame, [])) }
        #expect(!redaction.isReady(Film.time(0)))
        redaction.append(Film.observation(25, []))
        #expect(redaction.isReady(Film.time(0)))
        #expect(!redaction.isReady(Film.time(1)))
    }

    @Test func aPictureThatCannotWaitIsCoveredByWhatIsKnown() {
        var redaction = LiveRedaction(settings: settings)
        #expect(redaction.cover(at: Film.time(0), in: Film.size) == .wholePicture)
        redaction.append(Film.observation(1, [Film.face(x: 0.45)]))
        guard case .regions(let polygons) = redaction.cover(at: Film.time(6), in: Film.size) else {
            Issue.record("the whole picture is covered")
            return
        }
        #expect(polygons.count == 1 && polygons[0].contains(Point(x: 500, y: 500)))
        #expect(redaction.cover(at: Film.time(14), in: Film.size) == .wholePicture)
    }

    /// What is forgotten changes nothing.
    @Test func itSaysTheSameAsAPlanOfThePicturesThatAreKnown() {
        var redaction = LiveRedaction(settings: settings)
        var film = Film(settings)
        var frame = 0
        for newest in 0..<400 {
            // Two faces that come and go, one of them moving; every third picture is missed.
            var faces: [FaceObject] = []
            if newest % 3 > 0, newest % 100 < 60 {
                faces.append(Film.face(1 + newest / 100, x: 0.2))
            }
            if newest % 5 > 0, newest % 170 < 90 {
                faces.append(Film.face(50 + newest / 170, x: 0.005 * Double(newest % 170), y: 0.7))
            }
            let outcome: FrameOutcome =
                newest % 211 > 180 ? .skipped(.lateData) : .analysed
            redaction.append(Film.observation(newest, faces, outcome: outcome))
            film.append(newest..<(newest + 1), outcome: outcome) { _ in faces }
            while redaction.isReady(Film.time(frame)) {
                #expect(
                    redaction.cover(at: Film.time(frame), in: Film.size) == film.cover(frame),
                    "frame \(frame)")
                frame += 1
            }
        }
        #expect(frame > 370)
    }
}
