// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceDetectors
import FaceValues
import TestSupport
import Testing

@testable import FaceAnalysis

@Suite struct DissolveTestTests {
    private static let place = Rect(x: 40, y: 50, width: 64, height: 64)

    private struct Shown {
        let face: CellFace
        var bounds = DissolveTestTests.place
        /// Whether the detector finds it.
        var isFound = true
    }

    /// The frames in which a face is found to be somebody else's.
    private func newcomers(in frames: [[Shown]], framesPerSecond: Int64 = 30) -> [Int] {
        var test = DissolveTest()
        return frames.indices.filter { number in
            let image = CellFace.frame(number, frames[number].map { ($0.face, $0.bounds) })
                .sampleBuffer.pixelBuffer
            let time = MediaTime(value: Int64(number), timescale: Int32(framesPerSecond))
            let faces = frames[number].filter(\.isFound).compactMap {
                SeenFace(DetectedFace(bounds: $0.bounds, confidence: 0.9), in: image, at: time)
            }
            let newcomers = test.newcomers(
                among: faces, in: image, reducedTo: reduced(image), at: time)
            return !newcomers.isEmpty
        }
    }

    private func reduced(_ image: PixelBuffer) -> FrameThumbnail {
        var thumbnail = FrameThumbnail()
        _ = thumbnail.take(image)
        return thumbnail
    }

    private func twoPeople() -> (CellFace, CellFace) {
        var numbers = SeededNumbers.fresh()
        return (CellFace(&numbers), CellFace(&numbers))
    }

    /// One face for 10 frames, some in between, and another face for 10 frames.
    private func transition(
        _ one: CellFace, _ other: CellFace, frames: Int, between: (Double) -> CellFace
    ) -> [CellFace] {
        Array(repeating: one, count: 10)
            + (1...frames).map { between(Double($0) / Double(frames + 1)) }
            + Array(repeating: other, count: 10)
    }

    @Test(arguments: [1, 2, 5, 15, 25])
    func aFaceThatDissolvesIntoAnotherIsSomebodyElseOnce(frames: Int) {
        let (one, other) = twoPeople()
        let found = newcomers(
            in: transition(one, other, frames: frames) { one.dissolving(into: other, part: $0) }
                .map { [Shown(face: $0)] })
        #expect(found.count == 1)
        #expect(found.allSatisfy { (10...11 + frames).contains($0) })
    }

    /// Of this seed the mixture in the middle is taken for the newcomer already.
    @Test func whoIsToldInTheMiddleOfADissolveIsNotToldAtItsEndToo() {
        var numbers = SeededNumbers(seed: 134)
        let (one, other) = (CellFace(&numbers), CellFace(&numbers))
        let faces = transition(one, other, frames: 5) { one.dissolving(into: other, part: $0) }
        #expect(newcomers(in: faces.map { [Shown(face: $0)] }) == [12])
    }

    /// At the edge of the wipe the face is a part of each.
    @Test(arguments: [4, 8, 25])
    func aFaceInASceneThatAnotherOneWipesAwayIsSomebodyElseOnce(frames: Int) {
        var numbers = SeededNumbers.fresh()
        let scenes = (0..<2).map { _ in
            [0.0, 140].map { x in
                (
                    face: CellFace(&numbers, luma: 0...255),
                    bounds: Rect(x: x, y: 0, width: 180, height: 180)
                )
            } + [(face: CellFace(&numbers), bounds: Self.place)]
        }
        var test = DissolveTest()
        let found = (0..<frames + 20).filter { number in
            let column = min(max(0, (number - 9) * 320 / frames), 320)
            let image = CellFace.frame(number, scenes[1], until: column, scenes[0])
                .sampleBuffer.pixelBuffer
            let time = MediaTime(value: Int64(number), timescale: 30)
            let face = DetectedFace(bounds: Self.place, confidence: 0.9)
            let faces = [face].compactMap { SeenFace($0, in: image, at: time) }
            return !test.newcomers(among: faces, in: image, reducedTo: reduced(image), at: time)
                .isEmpty
        }
        #expect(
            found.count == 1 && found.allSatisfy { (10...11 + frames).contains($0) }, "\(found)")
    }

    @Test func aFaceThatIsNotFoundWhileItDissolvesIsSomebodyElse() {
        let (one, other) = twoPeople()
        let faces = transition(one, other, frames: 8) { one.dissolving(into: other, part: $0) }
        let found = newcomers(
            in: faces.indices.map {
                [Shown(face: faces[$0], isFound: !(11..<17).contains($0))]
            })
        #expect(found.count == 1)
    }

    @Test func aFaceThatComesOutOfTheDarkAsAnotherIsSomebodyElse() {
        let (one, other) = twoPeople()
        let faces = transition(one, other, frames: 8) {
            $0 < 0.5 ? one.darkened(to: 1 - 1.9 * $0) : other.darkened(to: 1 - 1.9 * (1 - $0))
        }
        #expect(newcomers(in: faces.map { [Shown(face: $0)] }).count == 1)
    }

    @Test func aFaceInOtherLightIsNobodyElse() {
        let (one, _) = twoPeople()
        let faces = transition(one, one, frames: 10) { one.darkened(to: 1 - $0 * 0.8) }
        #expect(newcomers(in: faces.map { [Shown(face: $0)] }).isEmpty)
    }

    @Test(arguments: [5, 10, 25])
    func aHandThatPassesInFrontOfAFaceIsNobodyElse(pixelsAFrame: Int) {
        var numbers = SeededNumbers.fresh()
        let (one, hand) = (CellFace(&numbers), CellFace(&numbers, luma: 180...240))
        let frames = (0..<24).map { number in
            let x = Double(min(10 + number * pixelsAFrame, 250))
            return [Shown(face: one)]
                + [34.0, 66, 98].map { y in
                    Shown(
                        face: hand, bounds: Rect(x: x, y: y, width: 32, height: 32),
                        isFound: false)
                }
        }
        #expect(newcomers(in: frames).isEmpty)
    }

    /// Where two are near each other either may be taken for the other one.
    @Test func whoDissolvesBesideAnotherIsNotTold() {
        let (one, other) = twoPeople()
        let neighbor = Shown(face: one, bounds: Rect(x: 120, y: 50, width: 64, height: 64))
        let faces = transition(one, other, frames: 5) { one.dissolving(into: other, part: $0) }
        #expect(newcomers(in: faces.map { [Shown(face: $0), neighbor] }).isEmpty)
    }

    @Test func aDissolveThatTakesSecondsIsNotTold() {
        let (one, other) = twoPeople()
        let faces = transition(one, other, frames: 15) { one.dissolving(into: other, part: $0) }
        #expect(newcomers(in: faces.map { [Shown(face: $0)] }, framesPerSecond: 2).isEmpty)
    }

    @Test func timesThatStandStillFillNoMemory() {
        let (one, _) = twoPeople()
        var (dissolves, replacements) = (DissolveTest(), ReplacementTest())
        let image = CellFace.frame(0, [(one, Self.place)]).sampleBuffer.pixelBuffer
        let face = DetectedFace(bounds: Self.place, confidence: 0.9)
        for _ in 0..<600 {
            _ = replacements.areReplaced(by: [face], in: image, at: .zero)
            _ = dissolves.newcomers(
                among: replacements.seen, in: image, reducedTo: reduced(image), at: .zero)
        }
        #expect(longestList(in: dissolves) <= 256 && longestList(in: replacements) <= 1024)
        for _ in 0..<600 {
            _ = dissolves.newcomers(among: [], in: image, reducedTo: reduced(image), at: .zero)
        }
        #expect(longestList(in: dissolves) == 0)
    }

    /// The length of the longest array in a value, however deep, but for the cells of frames.
    private func longestList(in value: Any) -> Int {
        if value is FrameThumbnail { return 0 }
        let mirror = Mirror(reflecting: value)
        let own = mirror.displayStyle == .collection ? mirror.children.count : 0
        return mirror.children.reduce(own) { max($0, longestList(in: $1.value)) }
    }

    @Test func timesThatJumpAreNotCompared() {
        let (one, other) = twoPeople()
        let faces = transition(one, other, frames: 5) { one.dissolving(into: other, part: $0) }
        var test = DissolveTest()
        for (number, time) in [Int64.min, 0, .max, -1, 5, .min, .max].enumerated() {
            let image = CellFace.frame(number, [(faces[8 + number], Self.place)])
                .sampleBuffer.pixelBuffer
            let time = MediaTime(value: time, timescale: 1)
            let face = DetectedFace(bounds: Self.place, confidence: 0.9)
            let faces = [face].compactMap { SeenFace($0, in: image, at: time) }
            let newcomers = test.newcomers(
                among: number % 3 == 1 ? [] : faces, in: image, reducedTo: reduced(image), at: time)
            #expect(newcomers.isEmpty, "frame \(number)")
        }
    }

    @Test func aScannerTellsWhoReplacesAnother() throws {
        let (one, other) = twoPeople()
        let faces = transition(one, other, frames: 6) { one.dissolving(into: other, part: $0) }
        var scanner = FaceScanner(detector: ScanningDetector { _ in Self.place })
        let seen = try faces.indices.map {
            try scanner.look(
                at: CellFace.frame($0, [(faces[$0], Self.place)]), region: nil,
                interval: .every(4))
        }
        let newcomers = seen.map { $0.faces[0] }.filter(\.replacesAnother)
        #expect(newcomers.count == 1 && !newcomers[0].hasKnownShapes)
        #expect(seen.allSatisfy { !$0.isCut })
    }
}
