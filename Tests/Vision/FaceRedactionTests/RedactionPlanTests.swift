// SPDX-License-Identifier: Apache-2.0
import FaceValues
import TestSupport
import Testing

@testable import FaceRedaction

@Suite struct RedactionPlanTests {
    @Test func aFaceIsCoveredWithItsMargin() {
        var video = Video()
        video.append(0..<10) { _ in [Video.face(x: 0.45)] }
        #expect(video.covers(Rect(x: 0.42, y: 0.42, width: 0.16, height: 0.16), in: 5))
        #expect(!video.covers(Point(x: 0.40, y: 0.5), in: 5))
        #expect(!video.covers(Point(x: 0.9, y: 0.9), in: 5))
    }

    /// What is not known of a face hides everything for as long as one that was lost.
    @Test(arguments: [true, false]) func moreFacesThanAreToldHideTheWholeImage(isLive: Bool) {
        var plan = RedactionPlan(settings: RedactionSettings(method: .cropOut))
        for frame in 0..<400 {
            var observation = Video.observation(frame, [Video.face(x: 0.45)])
            if frame == 200, isLive { observation.leavesOutFaces = true }
            if frame == 200, !isLive {
                observation.faces = Array(repeating: observation.faces[0], count: 1000)
            }
            plan.append(observation)
        }
        let hidden = (0..<400).filter {
            plan.cover(at: Video.time($0), in: Size(width: 640, height: 480)) == .wholeImage
        }
        #expect(hidden == Array(125...275))
    }

    @Test func aMovingFaceIsCoveredInImagesThatMissedIt() {
        var video = Video()
        // Ten of its widths a second, missed in two frames of three.
        video.append(0..<20) { $0 % 3 == 0 ? [Video.face(x: 0.04 * Double($0))] : [] }
        for frame in 0..<19 {
            let box = Rect(x: 0.04 * Double(frame), y: 0.45, width: 0.1, height: 0.1)
            #expect(video.covers(box, in: frame), "frame \(frame)")
        }
    }

    @Test func aFaceIsCoveredBeforeItWasFound() {
        var video = Video()
        video.append(0..<40) { $0 < 30 ? [] : [Video.face(x: 0.3 + 0.01 * Double($0 - 30))] }
        for frame in 5..<30 {
            let box = Rect(x: 0.3 - 0.01 * Double(30 - frame), y: 0.45, width: 0.1, height: 0.1)
            #expect(video.covers(box, in: frame), "frame \(frame)")
        }
        #expect(video.cover(4) == .regions([]))
    }

    @Test func aFaceThatComesInIsCoveredFromTheEdge() {
        var video = Video()
        // It takes 1.5 s from the edge to where it is found.
        video.append(0..<80) { $0 < 50 ? [] : [Video.face(x: 0.003 * Double($0 - 45))] }
        for frame in 12..<50 {
            let box = Rect(
                corner: Point(x: 0, y: 0.45),
                corner: Point(x: max(0, 0.1 + 0.003 * Double(frame - 45)), y: 0.55))
            #expect(video.covers(box, in: frame), "frame \(frame)")
        }
    }

    @Test func aFaceThatLeavesIsCoveredUntilItIsOut() {
        var video = Video()
        video.append(0..<100) { $0 < 50 ? [Video.face(x: 0.68 + 0.005 * Double($0))] : [] }
        for frame in 50..<65 {
            let x = 0.68 + 0.005 * Double(frame)
            #expect(video.covers(Rect(x: x, y: 0.45, width: 1 - x, height: 0.1), in: frame))
        }
        // Not lost: no whole frame.
        #expect((50..<100).allSatisfy { video.cover($0) != .wholeImage })
        #expect(video.cover(99) == .regions([]))
    }

    @Test func aLostFaceGrowsAndThenCoversTheWholeImage() {
        var video = Video()
        video.append(0..<150) { $0 < 25 ? [Video.face(x: 0.45)] : [] }
        #expect(video.covers(Rect(x: 0.36, y: 0.36, width: 0.28, height: 0.28), in: 39))
        #expect(video.cover(49) != .wholeImage)
        #expect((50..<100).allSatisfy { video.cover($0) == .wholeImage })
        #expect(video.cover(101) == .regions([]))
    }

    @Test func aLostFaceThatComesBackUnderAnotherIdentityIsFollowed() {
        var video = Video()
        video.append(0..<150) { frame in
            if frame < 25 { return [Video.face(1, x: 0.40)] }
            return frame < 60 ? [] : [Video.face(2, x: 0.48)]
        }
        for frame in 25..<60 {
            #expect(video.cover(frame) != .wholeImage)
            #expect(video.covers(Rect(x: 0.40, y: 0.45, width: 0.18, height: 0.1), in: frame))
        }
    }

    @Test func aFlickerIsHeldButNotSearchedFor() {
        var video = Video()
        video.append(0..<150) { (50..<55).contains($0) ? [Video.face(x: 0.45)] : [] }
        #expect(video.covers(Rect(x: 0.45, y: 0.45, width: 0.1, height: 0.1), in: 75))
        #expect((0..<150).allSatisfy { video.cover($0) != .wholeImage })
    }

    @Test func aFaceIsGoneOnlyWhereEnoughFramesHaveNotShownIt() {
        var video = Video()
        video.append(0..<3) { _ in [Video.face(x: 0.45)] }
        // Every seventh frame: the eighth without the face is the 59th.
        for frame in 3..<150 {
            video.append(
                frame..<frame + 1, outcome: frame % 7 == 3 ? .analysed : .skipped(.lateData))
        }
        let face = Rect(x: 0.45, y: 0.45, width: 0.1, height: 0.1)
        #expect((3..<52).allSatisfy { video.covers(face, in: $0) })
        #expect(video.cover(60) == .regions([]))
    }

    @Test func anIdentityThatIsTakenForALostOneIsCoveredBeforeItBeginsToo() {
        var video = Video()
        video.append(0..<80) { frame in
            if frame < 40 { return [Video.face(1, x: 0.3)] }
            return frame < 55 ? [] : [Video.face(2, x: 0.45)]
        }
        let other = Rect(x: 0.45, y: 0.45, width: 0.1, height: 0.1)
        #expect((31..<80).allSatisfy { video.covers(other, in: $0) })
        #expect(!video.covers(Point(x: 0.5, y: 0.5), in: 29))
    }

    @Test func anIdentityThatIsTakenForABriefOneIsCoveredBeforeBothToo() {
        var video = Video()
        video.append(0..<80) { frame in
            if (25...26).contains(frame) { return [Video.face(1, x: 0.4)] }
            return frame < 35 ? [] : [Video.face(2, x: 0.52)]
        }
        let other = Rect(x: 0.52, y: 0.45, width: 0.1, height: 0.1)
        #expect((10..<80).allSatisfy { video.covers(other, in: $0) })
    }

    /// Two identities begin beside a face that was lost, together or one after the other.
    @Test(arguments: [(38, 38, 0.55), (30, 30, 0.52), (38, 50, 0.55)])
    func theSecondIdentityBesideALostOneIsCoveredBeforeItBeginsToo(
        second: Int, third: Int, x: Double
    ) {
        var video = Video()
        video.append(0..<100) { frame in
            if frame <= 25 { return [Video.face(1, x: 0.4)] }
            return (frame < second ? [] : [Video.face(2, x: 0.4)])
                + (frame < third ? [] : [Video.face(3, x: x)])
        }
        let other = Rect(x: x, y: 0.45, width: 0.1, height: 0.1)
        #expect((third - 25..<100).allSatisfy { video.covers(other, in: $0) })
        #expect(!video.covers(Point(x: x, y: 0.9), in: third - 1))
    }

    @Test func anIdentityThatIsTakenForOneMissedInAFrameIsCoveredBeforeItBeginsToo() {
        var video = Video()
        video.append(0..<60) { frame in
            (frame == 26 ? [] : [Video.face(1, x: 0.4)])
                + (frame < 26 ? [] : [Video.face(3, x: 0.53)])
        }
        let other = Rect(x: 0.53, y: 0.45, width: 0.1, height: 0.1)
        #expect((1..<60).allSatisfy { video.covers(other, in: $0) })
    }

    @Test func anIdentityThatComesInAndIsTakenForALostOneIsCoveredFromTheEdge() {
        var video = Video()
        // It takes 1.5 s from the edge to where it is found.
        video.append(0..<100) { frame in
            if frame < 70 { return [Video.face(1, x: 0.12)] }
            return frame < 80 ? [] : [Video.face(2, x: 0.003 * Double(frame - 75))]
        }
        let edge = Rect(x: 0, y: 0.45, width: 0.025, height: 0.1)
        #expect((42..<80).allSatisfy { video.covers(edge, in: $0) })
    }

    @Test func aFaceThatComesBackElsewhereIsCoveredBeforeThatWhoeverTookItsPath() {
        var video = Video()
        video.append(0..<100) { frame in
            (25..<40 ~= frame ? [] : [Video.face(1, x: frame < 25 ? 0.4 : 0.62)])
                + (frame < 38 ? [] : [Video.face(2, x: 0.45)])
        }
        let box = Rect(x: 0.62, y: 0.45, width: 0.1, height: 0.1)
        #expect((15..<40).allSatisfy { video.covers(box, in: $0) })
    }

    /// Somebody else's identity begins beside a face that looks away for a second.
    @Test func aFaceThatComesBackIsCoveredMeanwhileWhoeverTookItsPath() {
        var video = Video()
        video.append(0..<150) { frame in
            (frame < 32 ? [] : [Video.face(2, x: 0.52)])
                + (25..<50 ~= frame ? [] : [Video.face(1, x: 0.4)])
        }
        let face = Rect(x: 0.4, y: 0.45, width: 0.1, height: 0.1)
        #expect((0..<150).allSatisfy { video.covers(face, in: $0) })
        #expect((0..<150).allSatisfy { video.cover($0) != .wholeImage })
        #expect(!video.covers(Point(x: 0.41, y: 0.9), in: 80))
    }

    @Test func anIdentityThatChangesForAMomentIsNotSearchedFor() {
        var video = Video()
        video.append(0..<200) { frame in
            if 40..<60 ~= frame { return [Video.face(2, x: 0.42)] }
            return 25..<40 ~= frame || 60..<65 ~= frame ? [] : [Video.face(1, x: 0.4)]
        }
        #expect((0..<200).allSatisfy { video.cover($0) != .wholeImage })
    }

    @Test func whoIsSeenKeepsTheirPathInWhateverOrderFacesAreTold() {
        var video = Video()
        video.append(0..<60) { frame in
            (frame < 30 ? [] : [Video.face(2, x: 0.47)]) + [Video.face(1, x: 0.4)]
        }
        let other = Rect(x: 0.47, y: 0.45, width: 0.1, height: 0.1)
        #expect((6..<60).allSatisfy { video.covers(other, in: $0) })
    }

    @Test func ofAVideoThatWasSeldomLookedAtNothingIsShown() {
        var video = Video()
        for frame in 0..<150 {
            video.append(
                frame..<frame + 1, outcome: frame % 25 == 0 ? .analysed : .skipped(.lateData))
        }
        #expect((0..<150).allSatisfy { video.cover($0) == .wholeImage })
    }

    @Test func ofAVideoWithFewImagesAllOfThemAreEnough() {
        var plan = RedactionPlan(settings: RedactionSettings(method: .blur))
        for second in 0..<10 { plan.append(Video.observation(second * 25, [])) }
        #expect(plan.cover(at: Video.time(125), in: Video.size) == .regions([]))
    }

    @Test func whatOneOfTwoPlansDoesNotKnowIsLeftToTheOther() {
        var (track, found) = (Video(), Video())
        track.append(0..<50) { _ in [Video.face(x: 0.1)] }
        found.append(0..<150) { $0 < 60 ? [] : [Video.face(x: 0.7)] }
        func cover(_ frame: Int) -> FrameCover {
            RedactionPlan.cover(
                at: Video.time(frame), in: Video.size, by: [track.plan, found.plan])
        }
        let expected = [(30, [0.15]), (45, [0.15, 0.75]), (60, [0.15, 0.75]), (100, [0.75])]
        for (frame, places) in expected {
            guard case .regions(let polygons) = cover(frame) else {
                Issue.record("the whole of frame \(frame) is covered")
                continue
            }
            for x in [0.15, 0.75] {
                let isCovered = polygons.contains { $0.contains(Point(x: x * 1000, y: 500)) }
                #expect(isCovered == places.contains(x), "\(x) in frame \(frame)")
            }
        }
        #expect(cover(150) == .wholeImage)
        #expect(
            RedactionPlan.cover(at: Video.time(0), in: Video.size, by: []) == .wholeImage)
    }

    @Test func predictedFacesAreNoEvidence() {
        var video = Video()
        var held = Video.face(x: 0.1)
        held.state = .held
        video.append(0..<100) { _ in [held] }
        #expect(video.cover(50) == .regions([]))
    }

    @Test func imagesWithoutAnalysisAreCoveredAsAWhole() {
        var video = Video()
        video.append(0..<25) { _ in [Video.face(x: 0.45)] }
        video.append(25..<75, outcome: .skipped(.lateData))
        video.append(75..<100) { _ in [Video.face(x: 0.45)] }
        // Three analysed ones are near enough to the first and the last ten.
        #expect(video.cover(34) != .wholeImage)
        #expect((35..<65).allSatisfy { video.cover($0) == .wholeImage })
        #expect(video.cover(65) != .wholeImage)
        #expect(video.covers(Rect(x: 0.45, y: 0.45, width: 0.1, height: 0.1), in: 34))
    }

    @Test func anImageThatThePlanDoesNotKnowIsCoveredAsAWhole() {
        var video = Video()
        video.append(0..<10) { _ in [] }
        video.append(10..<11, outcome: .dropped(.lateData))
        video.append(11..<20) { _ in [] }
        #expect(video.cover(9) == .regions([]))
        #expect(video.cover(10) == .wholeImage)
        #expect(video.cover(20) == .wholeImage)
        #expect(video.cover(-1) == .wholeImage)
        #expect(
            video.plan.cover(at: MediaTime(value: 5005, timescale: 25_000), in: Video.size)
                == .regions([]))
        #expect(
            video.plan.cover(at: MediaTime(value: 5500, timescale: 25_000), in: Video.size)
                == .wholeImage)
    }

    @Test func aSampleOfATrackHoldsForItsDuration() {
        var plan = RedactionPlan(settings: RedactionSettings(method: .blur))
        plan.append(Video.observation(0, []), duration: Video.time(4))
        #expect(plan.cover(at: Video.time(3), in: Video.size) == .regions([]))
        #expect(plan.cover(at: Video.time(4), in: Video.size) == .wholeImage)
    }

    @Test func boxesThatAreNoNumbersAreIgnored() {
        var video = Video()
        video.append(0..<10) { _ in
            [
                Video.face(1, x: .nan), Video.face(2, x: .infinity), Video.face(3, x: 1e300),
                Video.face(4, x: 0.4, side: 0),
            ]
        }
        #expect(video.cover(5) == .regions([]))
    }

    @Test func facesThatTellNothingOfTheirPlaceAreCounted() {
        var video = Video()
        // In pixels, without extent, no numbers, far below a pixel, beside the frame; the last one is a guess.
        var held = Video.face(4, x: 0.4, side: 0)
        held.state = .held
        let faces = [
            Video.face(1, x: 300, y: 200, side: 80), Video.face(2, x: 0.4, side: 0),
            Video.face(3, x: .nan), Video.face(5, x: 0.4, side: 0.0002),
            Video.face(6, x: -0.6, y: 0.4, side: 0.5), held,
        ]
        video.append(0..<10) { _ in faces }
        #expect(video.plan.unusableFaceCount == 50)
        #expect(!video.plan.hasFaces)
        video.append(10..<11) { _ in [Video.face(5, x: 0.4)] }
        #expect(video.plan.hasFaces && video.plan.unusableFaceCount == 50)
    }

    @Test(arguments: [1000, 1e6, 1e300])
    func aBoxThatIsTooLargeCoversTheWholeFrame(side: Double) {
        var video = Video()
        video.append(0..<10) { _ in [Video.face(x: -side / 2, y: -side / 2, side: side)] }
        #expect(video.covers(.unit, in: 5))
        #expect(video.plan.unusableFaceCount == 0)
    }

    @Test func timesAtBothEndsOfTheRangeAreCovered() {
        var plan = RedactionPlan(settings: RedactionSettings(method: .blur))
        let values = [Int64.min, -1, 0, 1, .max]
        let times = values.map { MediaTime(value: $0, timescale: 1) }
        for (id, time) in times.enumerated() {
            for face in [1, id + 2] {
                let observation = FaceObservation(
                    frame: FrameID(id), presentationTime: time, captureNanoseconds: 0,
                    outcome: .analysed, faces: [Video.face(face, x: 0.45)])
                plan.append(observation, duration: times.last)
            }
        }
        for time in times {
            #expect(plan.tells(of: time))
            #expect(plan.cover(at: time, in: Video.size) != .regions([]))
            #expect(
                RedactionPlan.cover(at: time, in: Video.size, by: [plan]) != .regions([]))
            plan.forget(before: time)
        }
    }

    @Test func facesThatAreOverCostNothing() {
        var video = Video()
        // A face that stays, and beside it another one every four seconds.
        video.append(0..<2500) { frame in
            let passing = Video.face(2 + frame / 100, x: 0.1, y: 0.1)
            return [Video.face(1, x: 0.45)] + (frame % 100 < 5 ? [passing] : [])
        }
        #expect(video.plan.paths.count == 26)
        for frame in 0..<2500 {
            #expect(video.plan.pathsInReach(of: Video.time(frame).nanoseconds).count <= 3)
        }
    }

    @Test(arguments: 0..<40)
    func facesThatAreOverHaveNoEffect(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        var video = Video()
        var frame = 0
        for _ in 0..<100 {
            let face = Video.face(
                .random(in: 1...12, using: &numbers), x: .random(in: 0...0.9, using: &numbers),
                y: .random(in: 0...0.9, using: &numbers))
            let outcome: FrameLedger.Outcome =
                Bool.random(using: &numbers) ? .analysed : .skipped(.lateData)
            let isSeen = Int.random(in: 0..<3, using: &numbers) == 0
            let length = Int.random(in: 1...15, using: &numbers)
            // Some in another order than that of their times.
            let start = max(0, frame - .random(in: 0...4, using: &numbers))
            video.append(start..<start + length, outcome: outcome) { _ in isSeen ? [face] : [] }
            frame = start + length
        }
        for frame in -30..<frame + 120 {
            let time = Video.time(frame).nanoseconds
            let (regions, isLost) = video.plan.cover(
                of: video.plan.pathsInReach(of: time), at: time, in: Video.size)
            let (all, isAnyLost) = video.plan.cover(
                of: video.plan.paths.indices, at: time, in: Video.size)
            #expect(regions == all && isLost == isAnyLost, "frame \(frame)")
        }
    }

    @Test func aHeadTakesMoreThanAFace() {
        var video = Video(RedactionSettings(method: .cropOut))
        video.append(0..<10) { _ in [Video.face(x: 0.45)] }
        #expect(video.covers(Rect(x: 0.40, y: 0.40, width: 0.2, height: 0.2), in: 5))
    }

    @Test func aTurnedHeadIsCoveredToItsCorners() {
        var video = Video()
        video.append(0..<10) { _ in
            var face = Video.face(x: 0.4, y: 0.35, side: 0.2)
            face.rollAngle = 45
            return [face]
        }
        // The turned box, with its margin, reaches 0.24 from the middle.
        #expect(video.covers(Point(x: 0.5, y: 0.45 - 0.235), in: 5))
    }
}
