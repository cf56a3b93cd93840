// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceOverlay
import FaceValues
import Testing

@testable import ImageDrawing

@Suite struct FaceAnnotatorTests {
    private let face = MetadataFaceObject(
        faceID: 1, bounds: Rect(x: 0.25, y: 0.5, width: 0.25, height: 0.25), confidence: 1)

    private func sample(_ orientation: VideoOrientation = .upright) -> VideoSampleBuffer {
        VideoSampleBuffer(
            pixelBuffer: .flat(64, 32), presentationTime: .zero, orientation: orientation,
            captureNanoseconds: 7)
    }

    private func seen(
        _ face: MetadataFaceObject, codes: FaceObservation.Codes? = nil
    ) -> FaceObservation {
        var seen = FaceObservation(
            frame: FrameID(0), presentationTime: .zero, captureNanoseconds: 0, outcome: .analysed,
            faces: [face])
        seen.codes = codes
        return seen
    }

    private func boxes(_ trailDuration: MediaTime? = nil) -> FaceAnnotator {
        var style = OverlayStyle()
        style.showsIDs = false
        style.showsAngles = false
        return FaceAnnotator(style: style, trailDuration: trailDuration)
    }

    @Test func facesAreDrawnWhereTheyAreStored() throws {
        var annotator = boxes()
        for orientation in VideoOrientation.allCases {
            let drawn = try annotator.annotate(sample(orientation), with: seen(face))
            #expect(drawn.orientation == orientation && drawn.captureNanoseconds == 7)
            let samples = Samples(drawn.pixelBuffer)
            // The box has the columns 16 to 32 and the rows 16 to 24, whose edges mirroring draws a sample
            // further.
            #expect(samples.planes[0][20][16] != 100 && samples.planes[0][20][31] != 100)
            #expect(samples.planes[0][20][24] == 100 && samples.planes[0][20][40] == 100)
        }
    }

    @Test func imagesAsTheyAreShownAreTurnedAndMirrored() throws {
        var annotator = boxes()
        let turned = try annotator.makeDisplayedImage(of: sample(.quarterTurn), with: seen(face))
        #expect(turned.width == 32 && turned.height == 64)
        // Turned clockwise, the rows 16 to 24 are the columns 8 to 16.
        let samples = Samples(turned)
        #expect(samples.planes[0][24][8] != 100 && samples.planes[0][24][15] != 100)
        #expect(samples.planes[0][24][12] == 100 && samples.planes[0][24][20] == 100)
        let mirrored = Samples(
            try annotator.makeDisplayedImage(of: sample(.mirrored), with: seen(face)))
        #expect(mirrored.planes[0][20][32] != 100 && mirrored.planes[0][20][47] != 100)
        #expect(mirrored.planes[0][20][16] == 100)
    }

    @Test func trailsFollowTheFaces() throws {
        var annotator = boxes(MediaTime(value: 1, timescale: 1))
        var other = face
        other.bounds.x = 0.75
        _ = try annotator.annotate(sample(), with: seen(face))
        let drawn = Samples(try annotator.annotate(sample(), with: seen(other)).pixelBuffer)
        #expect(drawn.planes[0][20][40] != 100)
    }

    @Test func codesAreDrawnForAMomentAndGoWhenALookShowsNone() throws {
        var annotator = boxes()
        let corners = [(0.5, 0.25), (0.75, 0.25), (0.75, 0.5), (0.5, 0.5)].map(Point.init)
        let code = MetadataMachineReadableCodeObject(
            symbology: .qr, content: .text("\u{1B}]0;evil"), corners: corners)
        /// Whether the left side of the code is drawn in the frame at so many milliseconds.
        func shows(_ codes: FaceObservation.Codes?, at milliseconds: Int64) throws -> Bool {
            let later = VideoSampleBuffer(
                pixelBuffer: .flat(64, 32),
                presentationTime: MediaTime(value: milliseconds, timescale: 1000),
                captureNanoseconds: 7)
            let drawn = try annotator.annotate(later, with: seen(face, codes: codes))
            return Samples(drawn.pixelBuffer).planes[0][12][32] != 100
        }
        let codes = FaceObservation.Codes(objects: [code])
        #expect(try shows(codes, at: 0))
        #expect(try shows(nil, at: 400))
        #expect(try !shows(nil, at: 600))
        #expect(try shows(codes, at: 700))
        #expect(try !shows(FaceObservation.Codes(objects: []), at: 900))
        // A jump back.
        #expect(try shows(codes, at: 5000))
        #expect(try !shows(nil, at: 1000))
        // Times further apart than 64 bits of nanoseconds hold.
        #expect(try shows(codes, at: .min))
        #expect(try !shows(nil, at: .max))
    }

    @Test func hostileFacesDrawNothing() throws {
        var annotator = FaceAnnotator(trailDuration: MediaTime(value: 1, timescale: 1))
        var hostile = face
        hostile.bounds = Rect(x: .nan, y: 1e300, width: -.infinity, height: 0)
        hostile.rollAngle = .infinity
        hostile.yawAngle = nil
        for _ in 0..<2 {
            let drawn = try annotator.annotate(sample(), with: seen(hostile))
            #expect(Samples(drawn.pixelBuffer) == Samples(.flat(64, 32)))
        }
    }
}
