// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing
import TimedMetadata

@Suite("Numbers of faces as a face track has them")
struct FaceTrackRoundingTests {
    private func observation(_ bounds: Rect) -> FaceObservation {
        var face = MetadataFaceObject(
            faceID: 3, bounds: bounds, rollAngle: -1.234_567_8, yawAngle: 33.3, pitchAngle: -7.7,
            confidence: 0.912_345_678)
        face.rollSigma = 1.1
        face.landmarks = FaceLandmarks(
            leftEye: Point(x: 0.1, y: 0.2), rightEye: Point(x: 0.3, y: 0.2),
            nose: Point(x: 0.2, y: 0.3), leftMouth: Point(x: 0.1, y: 0.4),
            rightMouth: Point(x: 0.3, y: 0.4))
        return FaceObservation(
            frame: FrameID(7), presentationTime: MediaTime(value: 7, timescale: 30),
            captureNanoseconds: 0, outcome: .analysed, faces: [face], foundFaceIDs: [3])
    }

    @Test("They are those that are read of a movie, and rounding them again changes none")
    func equalsATrack() throws {
        let observation = observation(Rect(x: 0.1, y: 0.2, width: 0.314_927_85, height: 0.4))
        let format = FaceTrackFormat(includesLandmarks: true)
        var encoder = FaceSampleEncoder(format: format)
        let decoder = try #require(FaceSampleDecoder(sampleEntry: format.sampleEntry))
        guard case .frame(let frame) = decoder.decode(encoder.encode(observation)) else {
            Issue.record("no frame")
            return
        }
        let rounded = FaceTrackRounding().round(observation)
        #expect(rounded.faces == frame.faces)
        #expect(rounded.faces != observation.faces)
        #expect(rounded.foundFaceIDs == [3] && rounded.frame == observation.frame)
        #expect(FaceTrackRounding().round(rounded) == rounded)
    }

    @Test("A face that a track cannot hold stays as it is")
    func noNumber() {
        let observation = observation(Rect(x: .infinity, y: 0, width: 1, height: 1))
        #expect(FaceTrackRounding().round(observation).faces == observation.faces)
    }
}
