// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Glibc
import Testing

@testable import FaceOverlay

@Suite struct FaceOverlayTests {
    private let face = MetadataFaceObject(
        faceID: 3, bounds: Rect(x: 100, y: 50, width: 40, height: 60), rollAngle: 90,
        yawAngle: -12.4, confidence: 0.9)

    @Test func boxesFollowTheRollAboutTheMiddleOfTheFace() {
        // A quarter turn clockwise takes the top left corner of the head to the top right; the box stays what it
        // is in the image.
        let expected: [Double: [(Double, Double)]] = [
            0: [(100, 50), (140, 50), (140, 110), (100, 110)],
            90: [(140, 50), (140, 110), (100, 110), (100, 50)],
            180: [(140, 110), (100, 110), (100, 50), (140, 50)],
            -90: [(100, 110), (100, 50), (140, 50), (140, 110)],
        ]
        for (roll, places) in expected {
            var face = face
            face.rollAngle = roll
            for (corner, (x, y)) in zip(FaceOverlay.corners(of: face), places) {
                #expect(abs(corner.x - x) < 1e-9 && abs(corner.y - y) < 1e-9, "\(roll)")
            }
        }
    }

    @Test func aHeadOnItsSideIsTurnedByWhatIsBeyondTheQuarterTurn() {
        var (upright, turned) = (face, face)
        upright.bounds = Rect(x: 90, y: 60, width: 60, height: 40)
        (upright.rollAngle, turned.rollAngle) = (8, 98)
        turned.bounds = upright.bounds
        let corners = FaceOverlay.corners(of: upright)
        let places = FaceOverlay.corners(of: turned)
        // The same box, whose corners have other names.
        for index in 0..<4 {
            let (corner, other) = (corners[(index + 1) % 4], places[index])
            #expect(hypot(corner.x - other.x, corner.y - other.y) < 1e-9)
        }
    }

    @Test func labelsLeaveOutWhatIsUnknown() {
        var style = OverlayStyle()
        style.showsAngles = true
        let overlay = FaceOverlay(
            faces: [face], style: style, size: Size(width: 640, height: 480))
        let labels = overlay.shapes.compactMap { shape -> String? in
            if case .label(let text, _, _) = shape { text } else { nil }
        }
        #expect(labels == ["#3 roll 90 yaw -12"])
    }

    @Test(arguments: [Double.nan, .infinity, 1e300])
    func anglesThatAreNoneAreLeftOut(angle: Double) {
        var hostile = face
        hostile.rollAngle = angle
        hostile.yawAngle = -angle
        hostile.pitchAngle = angle
        var style = OverlayStyle()
        style.showsAngles = true
        let overlay = FaceOverlay(
            faces: [hostile], style: style, size: Size(width: 640, height: 480))
        #expect(overlay.shapes.count == 2)
        guard case .label("#3", _, _) = overlay.shapes.last else {
            Issue.record("\(overlay.shapes)")
            return
        }
    }

    /// Angles of which one at a time is a quarter turn, and where the right, the top and the nose of the head are
    /// then, in 0.45 of the width.
    private static let poses: [(angles: [Double], ends: [[Double]])] = [
        ([0, 0, 0], [[1, 0], [0, -1], [0, 0]]),
        ([90, 0, 0], [[0, 1], [1, 0], [0, 0]]),
        ([0, 90, 0], [[0, 0], [0, -1], [-1, 0]]),
        ([0, 0, 90], [[1, 0], [0, 0], [0, -1]]),
        ([90, 90, 0], [[0, 0], [1, 0], [0, -1]]),
    ]

    @Test(arguments: poses)
    func axesPointWhereTheHeadDoes(_ pose: (angles: [Double], ends: [[Double]])) throws {
        var head = face
        (head.rollAngle, head.yawAngle) = (pose.angles[0], pose.angles[1])
        #expect(FaceOverlay.axes(of: head) == nil)
        head.pitchAngle = pose.angles[2]
        let (middle, ends) = try #require(FaceOverlay.axes(of: head))
        #expect(middle == Point(x: 120, y: 80))
        for (end, place) in zip(ends, pose.ends) {
            #expect(abs(end.x - 120 - 18 * place[0]) < 1e-9, "\(ends)")
            #expect(abs(end.y - 80 - 18 * place[1]) < 1e-9, "\(ends)")
        }
    }

    @Test func labelsLieOverAllBoxes() {
        var other = face
        other.faceID = 4
        other.bounds.x = 120
        let shapes = FaceOverlay(faces: [other, face], size: Size(width: 640, height: 480)).shapes
        let first = shapes.firstIndex { if case .label = $0 { true } else { false } }
        #expect(first == shapes.count - 2)
    }

    @Test func onlyWhatTheStyleAsksForIsDrawn() {
        var style = OverlayStyle()
        style.showsBoxes = false
        style.showsIDs = false
        style.showsAxes = false
        let overlay = FaceOverlay(
            faces: [face], style: style, size: Size(width: 640, height: 480))
        #expect(overlay.shapes.isEmpty)
    }

    @Test(arguments: [Int.min, -1, 0, 1, 7, 8, Int.max])
    func everyIdentityHasAColour(faceID: Int) {
        #expect(OverlayColor.palette.contains(.color(ofFace: faceID)))
    }

    /// As on pages.
    @Test func theFaceBeforeTheFirstHasTheLastColor() {
        #expect(OverlayColor.color(ofFace: 1) == OverlayColor.palette.first)
        #expect(OverlayColor.color(ofFace: 0) == OverlayColor.palette.last)
    }

    @Test(arguments: OverlayColor.palette + [.black, .white])
    func lettersCanBeReadOnTheirGround(color: OverlayColor) {
        func lightness(_ color: OverlayColor) -> Int {
            let (red, green, blue) = (Int(color.red), Int(color.green), Int(color.blue))
            return (299 * red + 587 * green + 114 * blue) / 1000
        }
        #expect(abs(lightness(color) - lightness(color.ink)) > 80)
    }

    @Test func facesThatWereNotSeenHaveDashedBoxes() {
        var guess = face
        guess.state = .predicted
        let overlay = FaceOverlay(faces: [guess], size: Size(width: 640, height: 480))
        guard case .line(_, true, true, _, _) = overlay.shapes.first else {
            Issue.record("\(overlay.shapes)")
            return
        }
    }
}

extension FaceOverlay {
    /// The shapes of faces of one image of a size.
    fileprivate init(
        faces: [MetadataFaceObject], style: OverlayStyle = OverlayStyle(), size: Size
    ) {
        var layout = LabelLayout()
        self.init(
            faces: faces, style: style,
            in: Rect(x: 0, y: 0, width: size.width, height: size.height), layout: &layout)
    }
}
