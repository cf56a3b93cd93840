// SPDX-License-Identifier: Apache-2.0
import FaceValues
import TestSupport
import Testing

@testable import TimedMetadata

@Suite struct FaceSampleNumbersTests {
    private let format = FaceTrackFormat(includesLandmarks: true)

    private func sample() -> [UInt8] {
        func face(_ id: Int) -> MetadataFaceObject {
            MetadataFaceObject(
                faceID: id, bounds: Rect(x: 0.1, y: 0.2, width: 0.3, height: 0.4), confidence: 0.5)
        }
        var observation = FaceObservation(
            frame: FrameID(41), presentationTime: .zero, captureNanoseconds: 0, outcome: .analysed,
            faces: [face(3), face(9)])
        observation.hiddenFaceIDs = [5]
        observation.renamedFaceIDs = [FaceRename(from: 9, to: 2)]
        var encoder = FaceSampleEncoder(format: format)
        return encoder.encode(observation)
    }

    private func addition(_ faceID: UInt32, _ frame: UInt64) -> FaceSampleNumbers.Greatest {
        var addition = FaceSampleNumbers.Greatest()
        (addition.faceID, addition.frame) = (faceID, frame)
        return addition
    }

    @Test func allIDsOfASampleGetGreaterAndNothingElse() throws {
        let numbers = try #require(FaceSampleNumbers(sampleEntry: format.sampleEntry))
        let decoder = try #require(FaceSampleDecoder(sampleEntry: format.sampleEntry))
        var (greatest, bytes) = (FaceSampleNumbers.Greatest(), sample())
        numbers.find(&greatest, in: bytes)
        #expect(greatest.faceID == 9 && greatest.frame == 41)
        numbers.add(addition(100, 1000), to: &bytes)
        let frame = try #require(decoder.decode(bytes)?.frame)
        #expect(frame.number == 1041 && frame.faces.map(\.faceID) == [103, 109])
        #expect(frame.hiddenFaceIDs == [105])
        #expect(frame.renamedFaceIDs == [FaceRename(from: 109, to: 102)])
        numbers.add(addition(0 &- 100, 0 &- 1000), to: &bytes)
        // Too large ones stay: nothing wraps.
        #expect(bytes != sample())
    }

    @Test func noSampleIsSuchThatItCannotBeRead() throws {
        let numbers = try #require(FaceSampleNumbers(sampleEntry: format.sampleEntry))
        let whole = sample()
        var random = SeededNumbers.fresh()
        for _ in 0..<5000 {
            var bytes = Array(whole.prefix(Int.random(in: 0...whole.count, using: &random)))
            for _ in 0..<4 where !bytes.isEmpty {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
            }
            let count = bytes.count
            var greatest = FaceSampleNumbers.Greatest()
            numbers.find(&greatest, in: bytes)
            numbers.add(addition(.max / 2, .max / 2), to: &bytes)
            #expect(bytes.count == count)
        }
    }

    private struct TestFailure: Error {
        init(_ what: String) { Issue.record("\(what)") }
    }
}
