// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceDetectors
import FaceValues
import Testing

@testable import FaceAnalysis

@Suite struct FaceScannerTests {
    private static let face = Rect(x: 100, y: 60, width: 40, height: 50)

    private func moving(_ number: Int) -> Rect {
        Rect(x: 100 + Double(number % 60), y: 60, width: 40, height: 50)
    }

    private func look(
        _ scanner: inout FaceScanner, _ numbers: Range<Int>, interval: Int?, region: Rect? = nil,
        scene: (Int) -> Int = { _ in 0 }
    ) throws -> [FaceScanner.Result] {
        try numbers.map {
            try scanner.look(
                at: ScanningDetector.frame($0, scene: scene($0)), region: region,
                interval: ScanInterval(interval))
        }
    }

    @Test func betweenScansKnownFacesAreFollowed() throws {
        let detector = ScanningDetector { self.moving($0) }
        var scanner = FaceScanner(detector: detector)
        let seen = try look(&scanner, 0..<13, interval: 6)
        #expect(seen.map(\.scan?.age) == [0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0])
        #expect(seen.allSatisfy { $0.faces.count == 1 && !$0.isCut })
        #expect(detector.looks(at: 0) == ScanningDetector.Look.newScene)
        #expect(detector.looks(at: 3) == [.follow(hints: 1)])
        #expect(detector.looks(at: 6) == [.scan])
    }

    @Test func everyFrameIsScannedWhereNothingElseIsAskedFor() throws {
        let detector = ScanningDetector { self.moving($0) }
        var scanner = FaceScanner(detector: detector)
        let seen = try look(&scanner, 0..<40, interval: 1)
        #expect(seen.allSatisfy { $0.scan == .full })
        let thorough = (0..<40).filter { detector.looks(at: $0).first == .thorough }
        #expect(thorough == [0, 16, 32])
    }

    @Test(arguments: [true, false])
    func everySecondFrameIsScannedWhereAMeshTellsWhereTheFaceIs(hasMesh: Bool) throws {
        let detector = ScanningDetector(hasMesh: hasMesh) { $0 < 4 ? nil : self.moving($0) }
        var scanner = FaceScanner(detector: detector)
        let ages = try look(&scanner, 0..<12, interval: nil).map(\.scan?.age)
        #expect(
            ages == [0, 0, 0, 0, 0] + (hasMesh ? [1, 0, 1, 0, 1, 0, 1] : [0, 0, 0, 0, 0, 0, 0]))
    }

    @Test func aDetectorThatFollowsWithoutMeshesIsAskedToSearchAsSeldomAsItSays() throws {
        let frames = ScanningDetector { $0 < 8 ? self.moving($0) : nil }
        var scanner = FaceScanner(detector: EagerFollower(frames))
        let ages = try look(&scanner, 0..<11, interval: nil).map(\.scan?.age)
        #expect(ages == [0, 1, 2, 0, 1, 2, 0, 1, 0, 0, 0])
    }

    @Test func aFaceWithAMeshThatIsLostIsLookedForInEveryFrame() throws {
        let detector = ScanningDetector(hasMesh: true) { $0 < 5 ? self.moving($0) : nil }
        var scanner = FaceScanner(detector: detector)
        let seen = try look(&scanner, 0..<9, interval: nil)
        #expect(seen.map(\.scan?.age) == [0, 1, 0, 1, 0, 0, 0, 0, 0])
        #expect(detector.looks(at: 5) == [.follow(hints: 1), .scan])
    }

    @Test func meshesOfFacesNearEachOtherDoNotTellWhereTheyAre() {
        func areApart(_ distance: Double, meshes: [Bool]) -> Bool {
            var known = KnownFaces()
            let faces = meshes.enumerated().map { number, hasMesh in
                let bounds = Rect(
                    x: 20 + distance * Double(number), y: 60, width: 40, height: 50)
                var face = DetectedFace(bounds: bounds, confidence: 0.9)
                if hasMesh { face.meshPlace = MeshPlace(in: bounds) }
                return face
            }
            known.update(with: faces, at: 0)
            return known.areMeshesApart
        }
        #expect(areApart(100, meshes: [true]) && areApart(100, meshes: [true, true, true]))
        #expect(!areApart(50, meshes: [true, true]) && !areApart(100, meshes: [true, false]))
        #expect(!areApart(100, meshes: []))
    }

    @Test func aFrameInWhichNobodyIsKnownIsNotLookedAt() throws {
        let detector = ScanningDetector { $0 < 8 ? nil : self.moving($0) }
        var scanner = FaceScanner(detector: detector)
        let seen = try look(&scanner, 0..<14, interval: 6)
        #expect(seen.prefix(6).map(\.scan) == [.full, nil, nil, nil, nil, nil])
        #expect(seen[6].scan == .full && seen[6].faces.isEmpty && seen[8].scan == nil)
        #expect(seen[12].scan == .full && seen[12].faces.count == 1)
        #expect(detector.looks(at: 3).isEmpty)
    }

    /// Somebody else who comes does not make up for who is lost.
    @Test func whoIsLostIsLookedForEvenWhereAsManyAreFound() {
        var known = KnownFaces()
        known.update(with: [DetectedFace(bounds: Self.face, confidence: 0.9)], at: 0)
        let other = DetectedFace(
            bounds: Rect(x: 200, y: 60, width: 40, height: 50), confidence: 0.9)
        let same = DetectedFace(bounds: moving(3), confidence: 0.9)
        #expect(known.isAnyLost(in: [other], at: 1) && known.isAnyLost(in: [], at: 1))
        #expect(!known.isAnyLost(in: [other, same], at: 1))
    }

    @Test func whoIsLostIsLookedForEverywhereInTheSameFrame() throws {
        let detector = ScanningDetector(isFollowed: { $0 != 3 }) { self.moving($0) }
        var scanner = FaceScanner(detector: detector)
        let seen = try look(&scanner, 0..<6, interval: 6)
        #expect(detector.looks(at: 3) == [.follow(hints: 1), .scan])
        #expect(seen.map(\.scan?.age) == [0, 1, 2, 0, 1, 2])
        #expect(seen[3].faces.count == 1)
    }

    @Test func aFaceThatIsGoneIsNotFollowedAnyMore() throws {
        let detector = ScanningDetector { $0 < 3 ? Self.face : nil }
        var scanner = FaceScanner(detector: detector)
        let seen = try look(&scanner, 0..<6, interval: 6)
        #expect(detector.looks(at: 3) == [.follow(hints: 1), .scan])
        #expect(
            seen.map(\.scan) == [
                .full, FaceObservation.Scan(age: 1), FaceObservation.Scan(age: 2), .full, nil, nil,
            ])
    }

    @Test func anotherSceneIsScannedThoroughlyWithoutTheFacesOfBefore() throws {
        let detector = ScanningDetector { _ in Self.face }
        var scanner = FaceScanner(detector: detector)
        let seen = try look(&scanner, 0..<10, interval: 6) { $0 < 4 ? 0 : 1 }
        #expect(seen.map(\.isCut) == (0..<10).map { $0 == 4 })
        #expect(detector.looks(at: 4) == ScanningDetector.Look.newScene)
        #expect(seen[4].scan == .full && seen[5].scan == FaceObservation.Scan(age: 1))
    }

    @Test func aCutWhoseDetectionFailedIsToldWithTheNextFrame() throws {
        let detector = FailingScanner(
            ScanningDetector { _ in Rect(x: 100, y: 60, width: 40, height: 50) }, failing: 4)
        var scanner = FaceScanner(detector: detector)
        var cuts: [Int] = []
        for number in 0..<8 {
            let frame = ScanningDetector.frame(number, scene: number < 4 ? 0 : 1)
            let seen = try? scanner.look(at: frame, region: nil, interval: .every(1))
            if seen?.isCut == true { cuts.append(number) }
            #expect((seen == nil) == (number == 4))
        }
        #expect(cuts == [5])
    }

    @Test func aFollowedFaceThatLeavesTheRegionIsLost() throws {
        let detector = ScanningDetector {
            Rect(x: 100 + 10 * Double($0), y: 60, width: 40, height: 50)
        }
        var scanner = FaceScanner(detector: detector)
        let region = Rect(x: 80, y: 0, width: 70, height: 180)
        let seen = try look(&scanner, 0..<6, interval: 100, region: region)
        // Its middle is no longer in the region in frame 3, whatever the detector says.
        #expect(seen[2].scan == FaceObservation.Scan(age: 2) && seen[3].scan == .full)
        #expect(seen[2].faces.count == 1 && seen[3...].allSatisfy(\.faces.isEmpty))
    }

    /// A box may lie beside what was looked at, however that was: in the first frame, in another turn, or again.
    @Test(arguments: [VideoOrientation.upright, .quarterTurn])
    func aFaceWhoseMiddleIsBesideTheRegionIsNone(turn: VideoOrientation) throws {
        let detector = ScanningDetector(turn: turn) { _ in Self.face }
        var scanner = FaceScanner(detector: detector)
        let region = Rect(x: 80, y: 60, width: 39, height: 50)
        let seen = try look(&scanner, 0..<20, interval: 1, region: region)
        #expect(seen.allSatisfy { $0.faces.isEmpty })
        let within = Rect(x: 80, y: 60, width: 41, height: 50)
        var other = FaceScanner(detector: ScanningDetector(turn: turn) { _ in Self.face })
        let first = try look(&other, 0..<1, interval: 1, region: within)
        #expect(first.map(\.faces.count) == [1])
    }

    /// Frames from a reset point on are seen as by a scanner that never saw the ones before.
    @Test(arguments: [1, 4, 7])
    func groupsOfFramesAreIndependentOfEachOther(interval: Int) throws {
        let group = ScanRhythm.groupLength
        let (first, second) = (
            ScanningDetector { self.moving($0) }, ScanningDetector { self.moving($0) }
        )
        var (whole, half) = (FaceScanner(detector: first), FaceScanner(detector: second))
        let scene = { (number: Int) in number < group + 20 ? 0 : 1 }
        let range = group..<group + 60
        _ = try look(&whole, group - 40..<group, interval: interval, scene: scene)
        let behind = try look(&whole, range, interval: interval, scene: scene)
        let alone = try look(&half, range, interval: interval, scene: scene)
        #expect(behind.map(\.faces) == alone.map(\.faces))
        #expect(behind.map(\.scan) == alone.map(\.scan))
        #expect(behind.map(\.isCut) == alone.map(\.isCut))
        #expect(range.allSatisfy { first.looks(at: $0) == second.looks(at: $0) })
        #expect(first.looks(at: group) == ScanningDetector.Look.newScene)
    }

    @Test(arguments: VideoOrientation.turns)
    func aCameraThatHangsOnItsSideIsScannedTheWayPeopleStand(turn: VideoOrientation) throws {
        let detector = ScanningDetector(canFollow: false, turn: turn) { self.moving($0) }
        var scanner = FaceScanner(detector: detector)
        let seen = try look(&scanner, 0..<40, interval: 1)
        #expect(seen.allSatisfy { $0.faces.count == 1 })
        #expect((1..<40).allSatisfy { detector.looks(at: $0).count == 1 })
    }

    @Test func whereNobodyIsFoundEachThoroughLookTriesOneTurnMore() throws {
        let detector = ScanningDetector(turn: .threeQuarterTurn) {
            $0 < 40 ? nil : self.moving($0)
        }
        var scanner = FaceScanner(detector: detector)
        let seen = try look(&scanner, 0..<70, interval: 1)
        #expect(detector.looks(at: 16) == [.thorough, .turned(.quarterTurn)])
        #expect(detector.looks(at: 32) == [.thorough, .turned(.halfTurn)])
        #expect(detector.looks(at: 48) == [.thorough, .turned(.threeQuarterTurn)])
        #expect(seen[48...].allSatisfy { $0.faces.count == 1 })
    }

    /// A tilted head that looks aside may first be seen in a frame turned too far; its roll tells.
    @Test(arguments: [VideoOrientation.quarterTurn, .halfTurn, .threeQuarterTurn])
    func aFrameTurnedTooFarIsTurnedBack(turn: VideoOrientation) throws {
        let detector = ScanningDetector(turn: turn, roll: 30) { self.moving($0) }
        var scanner = FaceScanner(detector: detector)
        _ = try look(&scanner, 0..<2, interval: 1)
        #expect(detector.looks(at: 0).last == .thoroughTurned(turn))
        #expect(detector.looks(at: 1).first == .scan)
    }

    /// Who is tilted and looks aside is found in a frame turned too far, or not at all, until the frame as it is shows
    /// somebody surer.
    @Test(arguments: [0.85, nil] as [Double?])
    func aFrameIsTurnedBackWhereItShowsFacesSurerAsItIs(confidence: Double?) throws {
        let detector = ScanningDetector(
            canFollow: false, turn: .halfTurn,
            confidence: {
                switch $1 {
                case .halfTurn: $0 == 0 ? 0.85 : confidence
                case .upright: $0 < 3 ? 0.8 : 0.87
                default: nil
                }
            }
        ) { self.moving($0) }
        var scanner = FaceScanner(detector: detector)
        let seen = try look(&scanner, 0..<6, interval: 1)
        let back = confidence == nil ? 1 : 3
        #expect(seen.map(\.faces).map(\.count) == [1, 1, 1, 1, 1, 1])
        #expect((1...back).allSatisfy { detector.looks(at: $0) == [.turned(.halfTurn), .scan] })
        #expect((back + 1..<6).allSatisfy { detector.looks(at: $0) == [.scan] })
    }

    /// The first frame may be the only one: who is there is looked for thoroughly in the turn in which people
    /// stand, and in all where there is nobody. The others are scanned quickly.
    @Test func theFirstFrameIsLookedAtThoroughlyInTheTurnThatPeopleStandIn() throws {
        let others: [ScanningDetector.Look] = [
            .turned(.quarterTurn), .turned(.halfTurn), .turned(.threeQuarterTurn),
        ]
        for (turn, further) in [
            (VideoOrientation.upright, []), (.halfTurn, [.thoroughTurned(.halfTurn)]),
        ] as [(VideoOrientation, [ScanningDetector.Look])] {
            let detector = ScanningDetector(turn: turn) { self.moving($0) }
            var scanner = FaceScanner(detector: detector)
            let seen = try look(&scanner, 0..<1, interval: 1)
            #expect(detector.looks(at: 0) == [.thorough] + others + further)
            #expect(seen[0].faces.count == 1)
        }
        let nobody = ScanningDetector { _ in nil }
        var scanner = FaceScanner(detector: nobody)
        _ = try look(&scanner, 0..<1, interval: 1)
        let thorough: [ScanningDetector.Look] = [
            .thoroughTurned(.quarterTurn), .thoroughTurned(.halfTurn),
            .thoroughTurned(.threeQuarterTurn),
        ]
        #expect(nobody.looks(at: 0) == [.thorough] + others + thorough)
    }

    /// Also in which turns nobody was looked for before says nothing of the group that begins.
    @Test func theTurnsThatAreTriedBeginAgainAtAResetPoint() throws {
        let group = ScanRhythm.groupLength
        let (first, second) = (ScanningDetector { _ in nil }, ScanningDetector { _ in nil })
        var (whole, half) = (FaceScanner(detector: first), FaceScanner(detector: second))
        let range = group..<group + 90
        _ = try look(&whole, group - 40..<group, interval: 1)
        _ = try look(&whole, range, interval: 1)
        _ = try look(&half, range, interval: 1)
        #expect(range.allSatisfy { first.looks(at: $0) == second.looks(at: $0) })
        // Upright is not looked at twice.
        let looks = range.dropFirst().map { second.looks(at: $0) }.filter { $0.count > 1 }
        #expect(looks.count > 3 && looks.allSatisfy { Set($0).count == 2 })
    }

    @Test func aDetectorThatCannotFollowIsAskedAtItsRhythmAlone() throws {
        let detector = ScanningDetector(canFollow: false) { self.moving($0) }
        var scanner = FaceScanner(detector: detector)
        let seen = try look(&scanner, 0..<7, interval: 3)
        #expect(seen.map(\.scan) == [.full, nil, nil, .full, nil, nil, .full])
    }

    @Test func aFaceWhoseBoxIsNoNumberIsLookedForEverywhere() throws {
        let detector = ScanningDetector { _ in Rect(x: .nan, y: .nan, width: .nan, height: .nan) }
        var scanner = FaceScanner(detector: detector)
        let seen = try look(&scanner, 0..<4, interval: 4)
        #expect(seen.map(\.scan) == [.full, .full, .full, .full])
    }
}

/// Follows without meshes, and says how seldom it has to search.
private final class EagerFollower: FollowingDetector {
    private let frames: ScanningDetector

    init(_ frames: ScanningDetector) { self.frames = frames }

    var description: DetectorDescription { frames.description }

    var framesBetweenScans: Int { 3 }

    func detectFaces(
        in image: PixelBuffer, orientation: VideoOrientation, region: Rect?,
        hints: [DetectedFace.Hint]
    ) -> [DetectedFace] {
        frames.detectFaces(in: image, orientation: orientation, region: region, hints: hints)
    }

    func followFaces(
        in image: PixelBuffer, orientation: VideoOrientation, hints: [DetectedFace.Hint]
    ) -> [DetectedFace]? {
        frames.followFaces(in: image, orientation: orientation, hints: hints)
    }
}
