// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceDetectors
import FaceValues
import TestSupport
import Testing

@testable import FaceAnalysis

@Suite struct ReplacementTestTests {
    private typealias Face = CellFace

    private static let place = place(shift: 0)
    private static let otherPlace = Rect(x: 220, y: 60, width: 64, height: 64)

    private static func place(shift: Double) -> Rect {
        Rect(x: 40 + shift, y: 50, width: 64, height: 64)
    }

    /// Whether the faces of the second frame are taken for others than those of the first one.
    ///
    /// - Parameter missed: what the second frame shows as well, but is not found.
    private func areReplaced(
        _ before: [(face: Face, bounds: Rect)], by after: [(face: Face, bounds: Rect)],
        missed: [(face: Face, bounds: Rect)] = [], frames: Int = 1, brighter: Int = 0,
        confidence: Double = 0.9
    ) -> Bool {
        var test = ReplacementTest()
        func look(_ frame: CapturedFrame, _ faces: [(face: Face, bounds: Rect)]) -> Bool {
            let found = faces.map { DetectedFace(bounds: $0.bounds, confidence: confidence) }
            let (image, time) = (
                frame.sampleBuffer.pixelBuffer, frame.sampleBuffer.presentationTime
            )
            return test.areReplaced(by: found, in: image, at: time)
        }
        #expect(!look(CellFace.frame(0, before), before), "nothing was seen before")
        return look(CellFace.frame(frames, after + missed, brighter: brighter), after)
    }

    private func twoPeople() -> (Face, Face) {
        var numbers = SeededNumbers.fresh()
        return (Face(&numbers), Face(&numbers))
    }

    @Test func aBoxOfNegativeExtentShowsNothing() {
        let image = CellFace.frame(0, [(twoPeople().0, Self.place)]).sampleBuffer.pixelBuffer
        let box = Rect(x: 90, y: 60, width: -100, height: 40)
        #expect(FacePatch(of: box, in: image) == nil)
    }

    @Test(arguments: [0.0, 20, 50])
    func anotherFaceWhereOneWasIsSomebodyElse(shift: Double) {
        let (one, other) = twoPeople()
        let there = Self.place(shift: shift)
        #expect(areReplaced([(one, Self.place)], by: [(other, there)]))
    }

    @Test(arguments: [0.0, 20, 50])
    func theSameFaceInAnotherLightIsNobodyElse(shift: Double) {
        let (one, _) = twoPeople()
        let there = Self.place(shift: shift)
        #expect(!areReplaced([(one, Self.place)], by: [(one, there)], brighter: 60))
    }

    @Test func aFaceWhoseRowsAreEachInAnotherLightIsNobodyElse() {
        let (one, other) = twoPeople()
        func areReplaced(by after: Face, light: Double) -> Bool {
            let faces = [one, after].enumerated().map { number, face in
                face.darkened(rows: { $0 % 2 == number ? 1 : light })
            }
            return self.areReplaced([(faces[0], Self.place)], by: [(faces[1], Self.place)])
        }
        #expect(!areReplaced(by: one, light: 0.3))
        // Where the light differs by more, one in 20 of such random faces passes for the other.
        #expect(areReplaced(by: other, light: 0.5))
    }

    @Test func whatAFaceLooksLikeAfterAWhileTellsNothing() {
        let (one, other) = twoPeople()
        #expect(!areReplaced([(one, Self.place)], by: [(other, Self.place)], frames: 3))
    }

    @Test func aFaceThatIsNotSureMayBeNone() {
        let (one, other) = twoPeople()
        #expect(!areReplaced([(one, Self.place)], by: [(other, Self.place)], confidence: 0.7))
    }

    @Test func aFaceWithoutShapesIsNotCompared() {
        var numbers = SeededNumbers.fresh()
        let flat = (0..<2).map { _ in Face(&numbers, luma: 95...105) }
        #expect(!areReplaced([(flat[0], Self.place)], by: [(flat[1], Self.place)]))
    }

    @Test func whoComesInFrontOfAnotherIsNoOtherScene() {
        let (one, other) = twoPeople()
        let near = Self.place(shift: 80)
        #expect(
            !areReplaced(
                [(one, Self.place), (other, near)], by: [(other, Self.place(shift: 10))]))
    }

    @Test func whoComesElsewhereAsTheOnlyOneGoesIsInAnotherScene() {
        let (one, other) = twoPeople()
        let before = [(face: one, bounds: Self.place)]
        let after = [(face: other, bounds: Self.otherPlace)]
        #expect(areReplaced(before, by: after))
        #expect(!areReplaced(before, by: []), "nobody came")
        #expect(!areReplaced(before, by: after, missed: before), "the one before is still there")
        #expect(!areReplaced(before, by: [(one, Self.otherPlace)]), "it moved")
    }

    @Test func whereOneOfTwoFacesStaysTheSceneIsTheSame() {
        let (one, other) = twoPeople()
        let before = [(face: one, bounds: Self.place), (face: other, bounds: Self.otherPlace)]
        let one2 = [(face: other, bounds: Self.place), (face: other, bounds: Self.otherPlace)]
        let both = [(face: other, bounds: Self.place), (face: one, bounds: Self.otherPlace)]
        #expect(!areReplaced(before, by: one2))
        #expect(areReplaced(before, by: both))
    }

    @Test func facesAtTheEdgeAndTimesThatJumpAreNotCompared() {
        let (one, other) = twoPeople()
        var test = ReplacementTest()
        let frame = CellFace.frame(0, [(one, Self.place)])
        let image = frame.sampleBuffer.pixelBuffer
        let outside = [-1e300, -5, 300, .infinity, .nan].map {
            DetectedFace(
                bounds: Rect(x: $0, y: 50, width: 64, height: 64), confidence: 0.9)
        }
        test.begin(with: outside, in: image, at: .zero)
        let isOutsideReplaced = test.areReplaced(by: outside, in: image, at: .zero)
        #expect(!isOutsideReplaced)
        let face = [DetectedFace(bounds: Self.place, confidence: 0.9)]
        let next = CellFace.frame(0, [(other, Self.place)]).sampleBuffer.pixelBuffer
        for time in [Int64.min, -1, .max].map({ MediaTime(value: $0, timescale: 1) }) {
            test.begin(with: face, in: image, at: .zero)
            let isReplaced = test.areReplaced(by: face, in: next, at: time)
            #expect(!isReplaced, "\(time)")
        }
    }

    private func looks(at frames: [CapturedFrame]) throws -> [FaceScanner.Result] {
        var scanner = FaceScanner(detector: ScanningDetector { _ in Self.place })
        return try frames.map { try scanner.look(at: $0, region: nil, interval: .every(4)) }
    }

    @Test(arguments: [5, 10, 25])
    func aHandThatPassesInFrontOfAFaceIsNoOtherScene(pixelsAFrame: Int) throws {
        var numbers = SeededNumbers.fresh()
        let (one, hand) = (Face(&numbers), Face(&numbers, luma: 180...240))
        let seen = try looks(
            at: (0..<24).map { number in
                let x = Double(min(10 + number * pixelsAFrame, 250))
                let hands = [34.0, 66, 98].map { y in
                    (face: hand, bounds: Rect(x: x, y: y, width: 32, height: 32))
                }
                return CellFace.frame(number, [(face: one, bounds: Self.place)] + hands)
            })
        #expect(seen.allSatisfy { !$0.isCut })
    }

    @Test func aFaceIsKnownByItsShapesInAnotherLight() throws {
        let (one, other) = twoPeople()
        let seen = try looks(
            at: (0..<9).map {
                CellFace.frame(
                    $0, [($0 < 6 ? one : other, Self.place)], brighter: $0 > 2 ? 60 : 0)
            })
        #expect(seen.map { $0.faces[0].hasKnownShapes } == (0..<9).map { $0 != 0 && $0 != 6 })
        #expect(seen.map(\.isCut) == (0..<9).map { $0 == 6 })
    }

    @Test(arguments: [0.6, 2.0])
    func aFaceIsKnownByItsShapesAfterADarkMoment(seconds: Double) {
        let (one, other) = twoPeople()
        for (face, isSame) in [(one, true), (other, false)] {
            var test = ReplacementTest()
            let found = [DetectedFace(bounds: Self.place, confidence: 0.9)]
            func image(_ face: Face) -> PixelBuffer {
                CellFace.frame(0, [(face, Self.place)]).sampleBuffer.pixelBuffer
            }
            test.begin(with: found, in: image(one), at: .zero)
            let next = Int64(30 * seconds)
            for step in 1..<next {
                let isReplaced = test.areReplaced(
                    by: [], in: image(one), at: MediaTime(value: step, timescale: 30))
                #expect(!isReplaced)
            }
            let isReplaced = test.areReplaced(
                by: found, in: image(face), at: MediaTime(value: next, timescale: 30))
            #expect(!isReplaced)
            #expect(test.isKnown(found[0]) == (isSame && seconds < 1.5))
        }
    }

    /// The camera stands still, and the next person sits where the last one did.
    @Test(arguments: [1, 4])
    func aCutThatChangesTheFaceAloneBeginsAScene(interval: Int) throws {
        let (one, other) = twoPeople()
        let detector = ScanningDetector { _ in Self.place }
        var scanner = FaceScanner(detector: detector)
        let seen = try (0..<12).map {
            try scanner.look(
                at: CellFace.frame($0, [($0 < 6 ? one : other, Self.place)]), region: nil,
                interval: .every(interval))
        }
        #expect(seen.map(\.isCut) == (0..<12).map { $0 == 6 })
        #expect(seen.allSatisfy { $0.faces.count == 1 })
        #expect(detector.looks(at: 6).suffix(4) == ScanningDetector.Look.newScene[...])
        #expect(seen[6].scan == .full)
    }

    /// The mesh of a face that jumps between two searches may be laid beside it.
    @Test func aFaceThatJumpsIsNoOtherOneWhereItIsFollowedAskew() throws {
        var numbers = SeededNumbers(seed: 20_000)
        let one = Face(&numbers)
        let detector = AskewFollower(
            searching: ScanningDetector { Self.place(shift: $0 < 2 ? 0 : 32) },
            following: ScanningDetector { Self.place(shift: $0 < 2 ? 0 : $0 == 2 ? 8 : 32) })
        var scanner = FaceScanner(detector: detector)
        let seen = try (0..<8).map { number in
            let bounds = Self.place(shift: number < 2 ? 0 : 32)
            return try scanner.look(
                at: CellFace.frame(number, [(one, bounds)]), region: nil, interval: .every(4))
        }
        #expect(seen.allSatisfy { !$0.isCut })
        #expect(seen.map(\.scan?.age) == [0, 1, 0, 1, 0, 1, 2, 3])
        #expect(seen[2].faces.map(\.bounds) == [Self.place(shift: 32)])
    }

    /// What a follow shows is judged by a search, here that of the next frame.
    @Test func whoIsReplacedWhereTheSearchFailsIsSoAtTheNextFrame() {
        let (one, other) = twoPeople()
        let detector = AskewFollower(
            searching: FailingScanner(ScanningDetector { _ in Self.place }, failing: 2),
            following: ScanningDetector { _ in Self.place })
        var scanner = FaceScanner(detector: detector)
        let seen = (0..<6).map { number in
            try? scanner.look(
                at: CellFace.frame(number, [(number < 2 ? one : other, Self.place)]), region: nil,
                interval: .every(4))
        }
        #expect(seen.map { $0?.isCut } == [false, false, nil, true, false, false])
    }
}

/// Follows faces to other places than it finds them in.
private final class AskewFollower: FaceDetector {
    private let searching: any FaceDetector
    private let following: ScanningDetector

    init(searching: any FaceDetector, following: ScanningDetector) {
        self.searching = searching
        self.following = following
    }

    var description: DetectorDescription { searching.description }

    func detectFaces(
        in image: PixelBuffer, orientation: VideoOrientation, region: Rect?,
        hints: [DetectedFace.Hint]
    ) throws(FacecapError) -> [DetectedFace] {
        try searching.detectFaces(
            in: image, orientation: orientation, region: region, hints: hints)
    }

    func followFaces(
        in image: PixelBuffer, orientation: VideoOrientation, hints: [DetectedFace.Hint]
    ) -> [DetectedFace]? {
        following.followFaces(in: image, orientation: orientation, hints: hints)
    }
}
