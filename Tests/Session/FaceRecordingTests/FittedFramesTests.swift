// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceRecording
import FaceValues
import TestSupport
import Testing
import TimedMetadata

/// Faces in frames that are fitted into those of a movie, which has another size or shape.
@Suite(.usualTimeLimit) struct FittedFramesTests {
    /// What is recorded of a frame that follows one of 64 x 48.
    private func recorded(
        width: Int, height: Int
    ) async throws -> FaceObservation {
        let stage = try SteppedRecording(detector: MiddleDetector())
        var settings = CaptureMovieFileOutput.Settings(path: stage.folder.path + "/movie.mp4")
        settings.faces = FaceTrackFormat(includesLandmarks: true, includesMesh: true)
        try await stage.record(settings) {
            let tenth = { MediaTime(value: $0, timescale: 10) }
            stage.source.show([
                SteppedImages.image(at: tenth(0)),
                SteppedImages.image(width: width, height: height, at: tenth(1)),
            ])
        }
        return try #require(RecordedFaces.observations(in: settings.path).last)
    }

    /// The middle of a frame, where the frame lies in the part of the movie's.
    private func middle(of part: Rect) -> Rect {
        Rect(
            x: part.x + part.width / 4, y: part.y + part.height / 4, width: part.width / 2,
            height: part.height / 2)
    }

    @Test(arguments: [
        (128, 48, Rect(x: 0, y: 0.25, width: 1, height: 0.5)),
        (24, 48, Rect(x: 0.3125, y: 0, width: 0.375, height: 1)),
        (128, 96, .unit), (32, 24, .unit), (64, 48, .unit),
    ])
    func facesAreWhereTheMovieShowsThem(width: Int, height: Int, part: Rect) async throws {
        let face = try #require(try await recorded(width: width, height: height).faces.first)
        let expected = middle(of: part)
        #expect(face.bounds == expected)
        #expect(face.landmarks?.leftEye == expected.origin)
        #expect(face.landmarks?.rightMouth == Point(x: expected.maxX, y: expected.maxY))
        #expect(face.mesh?.first?.position == Point(x: expected.maxX, y: expected.maxY))
    }

    @Test func depthIsToldInTheMoviesUnit() async throws {
        // A longer side of 48 pixels of a movie whose own is 64.
        let face = try #require(try await recorded(width: 24, height: 48).faces.first)
        #expect(face.mesh?.first?.depth == 0.5 * 48 / 64)
    }

    @Test func codesLieWhereTheMovieShowsThem() {
        let placement = FramePlacement(
            part: Rect(x: 0, y: 12, width: 64, height: 24), in: Size(width: 64, height: 48))
        var observation = FaceObservation(
            frame: FrameID(0), presentationTime: .zero, captureNanoseconds: 0,
            outcome: .analysed)
        #expect(placement.apply(observation) == observation)
        let corners = [(0.0, 0.0), (1, 0), (1, 1), (0, 1)].map { Point(x: $0, y: $1) }
        observation.codes = FaceObservation.Codes(objects: [
            MetadataMachineReadableCodeObject(
                symbology: .qr, content: .text("x"), corners: corners)
        ])
        #expect(
            placement.apply(observation).codes?.objects.first?.bounds
                == Rect(x: 0, y: 0.25, width: 1, height: 0.5))
    }

    @Test func regionsThatWereSearchedAreThoseOfTheMoviesFrame() {
        let placement = FramePlacement(
            part: Rect(x: 0, y: 12, width: 64, height: 24), in: Size(width: 64, height: 48))
        var observation = FaceObservation(
            frame: FrameID(0), presentationTime: .zero, captureNanoseconds: 0,
            orientation: VideoOrientation(nearestTo: 90), outcome: .analysed)
        observation.searchLimits = "stored-region=0.5,0,0.5,1 score=0.9 region=x"
        #expect(
            placement.apply(observation).searchLimits
                == "stored-region=0.5,0.25,0.5,0.5 score=0.9 region=x")
        // The right half as it is displayed is the upper one as it is stored.
        observation.searchLimits = "region=0.5,0,0.5,1"
        #expect(placement.apply(observation).searchLimits == "region=0.5,0,0.25,1")
    }
}
