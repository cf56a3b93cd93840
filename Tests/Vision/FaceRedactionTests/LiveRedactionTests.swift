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

    @Test func ofAPictureBeforeThoseItForgotNothingIsShown() {
        var redaction = LiveRedaction(settings: settings)
        for frame in 0..<50 { redaction.append(Film.observation(frame, [])) }
        redaction.forget(before: Film.time(20))
        #expect(redaction.cover(at: Film.time(19), in: Film.size) == .wholePicture)
        #expect(redaction.cover(at: Film.time(20), in: Film.size) == .regions([]))
    }
}
