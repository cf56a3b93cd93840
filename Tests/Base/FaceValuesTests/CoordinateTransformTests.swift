// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing

@Suite struct CoordinateTransformTests {
    static let face = MetadataFaceObject(
        faceID: 1, bounds: Rect(x: 0.1, y: 0.2, width: 0.3, height: 0.1), rollAngle: 20,
        yawAngle: 30, pitchAngle: 5, confidence: 1,
        landmarks: FaceLandmarks(
            leftEye: Point(x: 0.15, y: 0.22), rightEye: Point(x: 0.3, y: 0.22),
            nose: Point(x: 0.2, y: 0.25), leftMouth: Point(x: 0.16, y: 0.28),
            rightMouth: Point(x: 0.28, y: 0.28)))

    static let displays: [CoordinateTransform] = VideoOrientation.allCases.map {
        .displayedFromStored(orientation: $0)
    }

    @Test(arguments: displays)
    func thereAndBackIsTheSameFace(_ transform: CoordinateTransform) throws {
        let screen = transform.then(
            .screenFromDisplayed(
                videoSize: Size(width: 640, height: 480),
                screenSize: Size(width: 1920, height: 1080), gravity: .resizeAspectFill))
        for there in [transform, screen] {
            let back = there.inverse.apply(there.apply(Self.face))
            #expect(abs(back.bounds.x - Self.face.bounds.x) < 1e-9)
            #expect(abs(back.bounds.height - Self.face.bounds.height) < 1e-9)
            #expect(abs(try #require(back.rollAngle) - 20) < 1e-9)
            #expect(back.yawAngle == 30)
            let eye = try #require(back.landmarks?.leftEye)
            #expect(abs(eye.x - 0.15) < 1e-9 && abs(eye.y - 0.22) < 1e-9)
        }
    }

    @Test func quarterTurnMovesTheTopLeftCornerToTheTopRight() {
        let turned = CoordinateTransform.displayedFromStored(orientation: .quarterTurn)
        #expect(turned.apply(Point(x: 0, y: 0)) == Point(x: 1, y: 0))
        #expect(turned.applyToRoll(0) == 90)
        #expect(turned.applyToRoll(100) == -170)
        #expect(turned.applyToYaw(30) == 30)
    }

    @Test func mirroringReversesRollAndYawAndRenamesSides() throws {
        let mirrored = CoordinateTransform.displayedFromStored(orientation: .mirrored)
            .apply(Self.face)
        #expect(mirrored.rollAngle == -20)
        #expect(mirrored.yawAngle == -30)
        #expect(mirrored.pitchAngle == 5)
        let landmarks = try #require(mirrored.landmarks)
        #expect(landmarks.leftEye.x < landmarks.rightEye.x)
        #expect(abs(landmarks.rightEye.x - 0.85) < 1e-12)
    }

    @Test func turningThenMirroringAddsThenReverses() {
        let transform = CoordinateTransform.displayedFromStored(
            orientation: .quarterTurn.followed(by: .mirrored))
        #expect(transform.orientation.degrees == 90)
        #expect(transform.orientation.isMirrored && transform.isMirrored)
        #expect(transform.applyToRoll(10) == -100)
    }

    @Test(arguments: [
        (VideoGravity.resize, Rect(x: 0, y: 0, width: 1000, height: 1000)),
        (.resizeAspect, Rect(x: 0, y: 250, width: 1000, height: 500)),
        (.resizeAspectFill, Rect(x: -500, y: 0, width: 2000, height: 1000)),
    ])
    func gravityPlacesTheWholeImage(_ gravity: VideoGravity, _ expected: Rect) {
        let transform = CoordinateTransform.screenFromDisplayed(
            videoSize: Size(width: 640, height: 320),
            screenSize: Size(width: 1000, height: 1000), gravity: gravity)
        #expect(transform.apply(.unit) == expected)
    }

    @Test func detectorSpaceLeadsBackToTheStoredImage() {
        let transform = CoordinateTransform.storedPixelsFromDetector(
            content: Size(width: 90, height: 160), orientation: .quarterTurn,
            storedSize: Size(width: 640, height: 360))
        // The top right corner of the upright frame is the top left one of the stored frame.
        let corner = transform.apply(Point(x: 90, y: 0))
        #expect(abs(corner.x) < 1e-9 && abs(corner.y) < 1e-9)
        #expect(transform.applyToRoll(90) == 0)
    }

    @Test func orientationsFollowEachOther() {
        #expect(VideoOrientation(nearestTo: -90) == .threeQuarterTurn)
        #expect(VideoOrientation(nearestTo: 449) == .quarterTurn)
        #expect(VideoOrientation(nearestTo: .nan) == .upright)
        for first in VideoOrientation.allCases {
            #expect(first.followed(by: first.inverse) == .upright)
            let transform = CoordinateTransform.displayedFromStored(orientation: first)
            #expect(transform.orientation == first)
            for second in VideoOrientation.allCases {
                let both = CoordinateTransform.displayedFromStored(
                    orientation: first.followed(by: second))
                #expect(
                    both == transform.then(.displayedFromStored(orientation: second)))
            }
        }
    }

    /// Exif 2.32, tag 0x0112: which corner of the displayed image the first stored sample is, and which way the
    /// first row runs.
    @Test(arguments: [
        (1, Point(x: 0, y: 0), Point(x: 1, y: 0)), (2, Point(x: 1, y: 0), Point(x: 0, y: 0)),
        (3, Point(x: 1, y: 1), Point(x: 0, y: 1)), (4, Point(x: 0, y: 1), Point(x: 1, y: 1)),
        (5, Point(x: 0, y: 0), Point(x: 0, y: 1)), (6, Point(x: 1, y: 0), Point(x: 1, y: 1)),
        (7, Point(x: 1, y: 1), Point(x: 1, y: 0)), (8, Point(x: 0, y: 1), Point(x: 0, y: 0)),
    ])
    func exifNumbersAreOrientations(exif: Int, first: Point, endOfRow: Point) {
        let orientation = VideoOrientation(exif: exif)
        #expect(orientation.exif == exif)
        let displayed = CoordinateTransform.displayedFromStored(orientation: orientation)
        #expect(displayed.apply(Point(x: 0, y: 0)) == first)
        #expect(displayed.apply(Point(x: 1, y: 0)) == endOfRow)
    }
}
