// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceTracking
import FaceValues
import Testing

@testable import FaceAnalysis

@Suite struct FaceNumberingTests {
    private static let face = Rect(x: 140, y: 60, width: 40, height: 50)

    /// Somebody in front of gray, whose number is in the first two bytes, in clothes of one color.
    private func frame(_ number: Int, clothes: (cb: UInt8, cr: UInt8)) -> CapturedFrame {
        ScanningDetector.frame(number, format: .i420) { planes in
            for (plane, scale) in zip(0..<3, [1, 2, 2]) {
                for row in 0..<180 / scale {
                    let bytes = planes[plane].bytes + row * planes[plane].bytesPerRow
                    for column in 0..<320 / scale {
                        let isTorso =
                            scale * row > 115 && (120..<200).contains(scale * column)
                        let color = [UInt8(isTorso ? 80 : 150), clothes.cb, clothes.cr][plane]
                        bytes.storeBytes(
                            of: plane > 0 && !isTorso ? 128 : color, toByteOffset: column,
                            as: UInt8.self)
                    }
                }
            }
        }
    }

    /// The observations of a face that is not found from frame 30 on, until frame `end`.
    private func observations(
        until end: Int, relinks: Bool = false, clothes: (Int) -> (cb: UInt8, cr: UInt8)
    ) throws -> [FaceObservation] {
        var tracking = FaceTracker.Configuration()
        if relinks { tracking.relinkNanoseconds = 60_000_000_000 }
        let detector = ScanningDetector { (30..<end).contains($0) ? nil : Self.face }
        var looker = FrameLooker(detector: detector)
        var numbering = FaceNumbering(tracking: tracking)
        return try (0..<end + 30).map {
            let frame = frame($0, clothes: clothes($0))
            let look = try #require(
                try looker.look(at: frame, region: .unit, scanInterval: .every(1)))
            return numbering.number(look, of: frame.header)
        }
    }

    @Test func whoComesBackInTheSameClothesHasTheSameID() throws {
        let seen = try observations(until: 40) { _ in (160, 100) }
        #expect(seen.flatMap(\.foundFaceIDs) == [1])
    }

    @Test func whoComesInOtherClothesHasANewID() throws {
        let seen = try observations(until: 40) { $0 < 35 ? (160, 100) : (100, 160) }
        #expect(seen.flatMap(\.foundFaceIDs) == [1, 2])
        #expect(seen.allSatisfy { !$0.isCut })
    }

    @Test func whoComesBackLaterIsToldWhereThatIsAskedFor() throws {
        for relinks in [true, false] {
            let seen = try observations(until: 130, relinks: relinks) { _ in (160, 100) }
            #expect(seen.flatMap(\.foundFaceIDs) == [1, 2])
            #expect(seen.flatMap(\.lostFaceIDs) == [1])
            let renamed = seen.flatMap(\.renamedFaceIDs)
            #expect(renamed == (relinks ? [FaceRename(from: 2, to: 1)] : []))
        }
    }
}
