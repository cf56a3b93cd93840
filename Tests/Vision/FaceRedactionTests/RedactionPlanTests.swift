import FaceValues
import Testing

@testable import FaceRedaction

@Suite struct RedactionPlanTests {
    @Test func aFaceIsCoveredWithItsMargin() {
        var film = Film()
        film.append(0..<10) { _ in [Film.face(x: 0.45)] }
        #expect(film.covers(Rect(x: 0.42, y: 0.42, width: 0.16, height: 0.16), in: 5))
        #expect(!film.covers(Point(x: 0.40, y: 0.5), in: 5))
        #expect(!film.covers(Point(x: 0.9, y: 0.9), in: 5))
    }

    @Test func aMovingFaceIsCoveredInPicturesThatMissedIt() {
        var film = Film()
        // Ten of its widths a second, missed in two pictures of three.
        film.append(0..<20) { $0 % 3 == 0 ? [Film.face(x: 0.04 * Double($0))] : [] }
        for frame in 0..<19 {
            let box = Rect(x: 0.04 * Double(frame), y: 0.45, width: 0.1, height: 0.1)
            #expect(film.covers(box, in: frame), "frame \(frame)")
        }
    }

    @Test func aFaceIsCoveredBeforeItWasFound() {
        var film = Film()
        film.append(0..<40) { $0 < 30 ? [] : [Film.face(x: 0.3 + 0.01 * Double($0 - 30))] }
        for frame in 5..<30 {
            let box = Rect(x: 0.3 - 0.01 * Double(30 - frame), y: 0.45, width: 0.1, height: 0.1)
            #expect(film.covers(box, in: frame), "frame \(frame)")
        }
        #expect(film.cover(4) == .regions([]))
    }

    @Test func aFaceThatComesInIsCoveredFromTheEdge() {
        var film = Film()
        // It takes 1.5 s from the edge to where it is found.
        film.append(0..<80) { $0 < 50 ? [] : [Film.face(x: 0.003 * Double($0 - 45))] }
        for frame in 12..<50 {
            let box = Rect(
                corner: Point(x: 0, y: 0.45),
                corner: Point(x: max(0, 0.1 + 0.003 * Double(frame - 45)), y: 0.55))
            #expect(film.covers(box, in: frame), "frame \(frame)")
        }
    }

    @Test func aFaceThatLeavesIsCoveredUntilItIsOut() {
        var film = Film()
        film.append(0..<100) { $0 < 50 ? [Film.face(x: 0.68 + 0.005 * Double($0))] : [] }
        for frame in 50..<65 {
            let x = 0.68 + 0.005 * Double(frame)
            #expect(film.covers(Rect(x: x, y: 0.45, width: 1 - x, height: 0.1), in: frame))
        }
        // Not lost: no whole picture.
        #expect((50..<100).allSatisfy { film.cover($0) != .wholePicture })
        #expect(film.cover(99) == .regions([]))
    }

    @Test func aLostFaceGrowsAndThenCoversTheWholePicture() {
        var film = Film()
        film.append(0..<150) { $0 < 25 ? [Film.face(x: 0.45)] : [] }
        #expect(film.covers(Rect(x: 0.36, y: 0.36, width: 0.28, height: 0.28), in: 39))
        #expect(film.cover(49) != .wholePicture)
        #expect((50..<100).allSatisfy { film.cover($0) == .wholePicture })
        #expect(film.cover(101) == .regions([]))
    }

    @Test func aLostFaceThatComesBackUnderAnotherIdentityIsFollowed() {
        var film = Film()
        film.append(0..<150) { frame in
            if frame < 25 { return [Film.face(1, x: 0.40)] }
            return frame < 60 ? [] : [Film.face(2, x: 0.48)]
        }
        for frame in 25..<60 {
            #expect(film.cover(frame) != .wholePicture)
            #expect(film.covers(Rect(x: 0.40, y: 0.45, width: 0.18, height: 0.1), in: frame))
        }
    }

    @Test func aFlickerIsHeldButNotSearchedFor() {
        var film = Film()
        film.append(0..<150) { (50..<55).contains($0) ? [Film.face(x: 0.45)] : [] }
        #expect(film.covers(Rect(x: 0.45, y: 0.45, width: 0.1, height: 0.1), in: 75))
        #expect((0..<150).allSatisfy { film.cover($0) != .wholePicture })
    }

    @Test func ofAFilmThatWasSeldomLookedAtNothingIsShown() {
        var film = Film()
        for frame in 0..<150 {
            film.append(
                frame..<frame + 1, outcome: frame % 25 == 0 ? .analysed : .skipped(.lateData))
        }
        #expect((0..<150).allSatisfy { film.cover($0) == .wholePicture })
    }

    @Test func ofAFilmWithFewPicturesAllOfThemAreEnough() {
        var plan = RedactionPlan(settings: RedactionSettings(method: .blur))
        for second in 0..<10 { plan.append(Film.observation(second * 25, [])) }
        #expect(plan.cover(at: Film.time(125), in: Film.size) == .regions([]))
    }

    @Test func whatOneOfTwoPlansDoesNotKnowIsLeftToTheOther() {
        var (track, found) = (Film(), Film())
        track.append(0..<50) { _ in [Film.face(x: 0.1)] }
        found.append(0..<150) { $0 < 60 ? [] : [Film.face(x: 0.7)] }
        func cover(_ frame: Int) -> FrameCover {
            RedactionPlan.cover(
                at: Film.time(frame), in: Film.size, by: [track.plan, found.plan])
        }
        let expected = [(30, [0.15]), (45, [0.15, 0.75]), (60, [0.15, 0.75]), (100, [0.75])]
        for (frame, places) in expected {
            guard case .regions(let polygons) = cover(frame) else {
                Issue.record("the whole of picture \(frame) is covered")
                continue
            }
            for x in [0.15, 0.75] {
                let isCovered = polygons.contains { $0.contains(Point(x: x * 1000, y: 500)) }
                #expect(isCovered == places.contains(x), "\(x) in picture \(frame)")
            }
        }
        #expect(cover(150) == .wholePicture)
        #expect(
            RedactionPlan.cover(at: Film.time(0), in: Film.size, by: []) == .wholePicture)
    }

    @Test func predictedFacesAreNoEvidence() {
        var film = Film()
        var held = Film.face(x: 0.1)
        held.state = .held
        film.append(0..<100) { _ in [held] }
        #expect(film.cover(50) == .regions([]))
    }

    @Test func picturesWithoutAnalysisAreCoveredAsAWhole() {
        var film = Film()
        film.append(0..<25) { _ in [Film.face(x: 0.45)] }
        film.append(25..<75, outcome: .skipped(.lateData))
        film.append(75..<100) { _ in [Film.face(x: 0.45)] }
        // Three analysed ones are near enough to the first and the last ten.
        #expect(film.cover(34) != .wholePicture)
        #expect((35..<65).allSatisfy { film.cover($0) == .wholePicture })
        #expect(film.cover(65) != .wholePicture)
        #expect(film.covers(Rect(x: 0.45, y: 0.45, width: 0.1, height: 0.1), in: 34))
    }

    @Test func aPictureThatThePlanDoesNotKnowIsCoveredAsAWhole() {
        var film = Film()
        film.append(0..<10) { _ in [] }
        film.append(10..<11, outcome: .dropped(.lateData))
        film.append(11..<20) { _ in [] }
        #expect(film.cover(9) == .regions([]))
        #expect(film.cover(10) == .wholePicture)
        #expect(film.cover(20) == .wholePicture)
        #expect(film.cover(-1) == .wholePicture)
        #expect(
            film.plan.cover(at: MediaTime(value: 5005, timescale: 25_000), in: Film.size)
                == .regions([]))
        #expect(
            film.plan.cover(at: MediaTime(value: 5500, timescale: 25_000), in: Film.size)
                == .wholePicture)
    }

    @Test func aSampleOfATrackHoldsForItsDuration() {
        var plan = RedactionPlan(settings: RedactionSettings(method: .blur))
        plan.append(Film.observation(0, []), duration: Film.time(4))
        #expect(plan.cover(at: Film.time(3), in: Film.size) == .regions([]))
        #expect(plan.cover(at: Film.time(4), in: Film.size) == .wholePicture)
    }

    @Test func boxesThatAreNoNumbersAreIgnored() {
        var film = Film()
        film.append(0..<10) { _ in
            [
                Film.face(1, x: .nan), Film.face(2, x: .infinity), Film.face(3, x: 1e300),
                Film.face(4, x: 0.4, side: 0),
            ]
        }
        #expect(film.cover(5) == .regions([]))
    }

    @Test func aHeadTakesMoreThanAFace() {
        var film = Film(RedactionSettings(method: .cropOut))
        film.append(0..<10) { _ in [Film.face(x: 0.45)] }
        #expect(film.covers(Rect(x: 0.40, y: 0.40, width: 0.2, height: 0.2), in: 5))
    }

    @Test func aTurnedHeadIsCoveredToItsCorners() {
        var film = Film()
        film.append(0..<10) { _ in
            var face = Film.face(x: 0.4, y: 0.35, side: 0.2)
            face.rollAngle = 45
            return [face]
        }
        // The turned box, with its margin, reaches 0.24 from the middle.
        #expect(film.covers(Point(x: 0.5, y: 0.45 - 0.235), in: 5))
    }
}
