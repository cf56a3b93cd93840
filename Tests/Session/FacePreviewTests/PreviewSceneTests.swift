// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceOverlay
import FaceValues
import Testing

@testable import FacePreview

struct PreviewSceneTests {
    private func scene(cameras: Int = 1) -> PreviewScene {
        var scene = PreviewScene(cameraCount: cameras)
        scene.size = Size(width: 240, height: 160)
        scene.frames = scene.frames.map { _ in TestImages.frame(faces: TestImages.faces) }
        return scene
    }

    private func press(_ key: Character, _ scene: inout PreviewScene) -> Preview.Command? {
        scene.handle(.key(key), nowNanoseconds: 0)
    }

    @Test func keysOfTheRunAreHandedOn() {
        var scene = scene()
        #expect(press("q", &scene) == .stop)
        #expect(press("\u{1B}", &scene) == .stop)
        #expect(scene.handle(.close, nowNanoseconds: 0) == .stop)
        #expect(press("c", &scene) == .nextCamera)
        #expect(press("s", &scene) == .still)
        #expect(press("x", &scene) == nil)
    }

    /// Bits of `SDL_Keymod`.
    @Test func keysOfTheWindowTypeNothingWithModifiers() {
        let (shift, control, alt, gui, numLock): (UInt16, UInt16, UInt16, UInt16, UInt16) =
            (0x1, 0x40, 0x100, 0x400, 0x1000)
        let code = Int32(UInt8(ascii: "c"))
        for modifiers in [0, shift, numLock] {
            #expect(PreviewWindow.key(code, modifiers: modifiers) == .key("c"))
        }
        for modifiers in [alt, gui] {
            #expect(PreviewWindow.key(code, modifiers: modifiers) == nil)
        }
        #expect(PreviewWindow.key(code, modifiers: control) == .close)
        #expect(PreviewWindow.key(Int32(UInt8(ascii: "q")), modifiers: control) == nil)
    }

    @Test func recordingKeysNeedARecording() {
        var scene = scene()
        #expect(press(" ", &scene) == nil && press("r", &scene) == nil)
        #expect(!scene.help.contains { $0.contains("recording") })
        scene.status.recording = .running(seconds: 1)
        #expect(press(" ", &scene) == .togglePause && press("r", &scene) == .toggleRecording)
        #expect(scene.help.contains { $0.contains("recording") })
    }

    /// As terminals have them.
    @Test(arguments: [(81, 46), (365, 219), (3, 3), (1, 1), (640, 480)])
    func tilesAreWholePixelsOfTheDisplay(width: Int, height: Int) {
        for cameras in 1...9 {
            var scene = scene(cameras: cameras)
            scene.size = Size(width: Double(width), height: Double(height))
            let tiles = scene.tiles.map(\.rect)
            for rect in tiles {
                #expect(rect.x >= 0 && rect.y >= 0)
                #expect(rect.maxX <= scene.size.width && rect.maxY <= scene.size.height)
                for edge in [rect.x, rect.y, rect.maxX, rect.maxY] {
                    #expect(edge == edge.rounded())
                }
            }
            let grid = scene.grid
            if cameras == grid.columns * grid.rows {
                let area = tiles.reduce(0) { $0 + $1.width * $1.height }
                #expect(area == Double(width * height))
            }
        }
    }

    @Test func keysOfTheViewChangeIt() {
        var scene = scene()
        #expect(press("m", &scene) == nil && scene.isReversed)
        #expect(scene.tiles[0].layer.orientation.isMirrored)
        #expect(press("b", &scene) == nil && !scene.showsBoxes)
        let shapes = scene.shapes(over: scene.tiles[0])
        #expect(shapes.isEmpty)
        #expect(press("f", &scene) == nil && scene.isFullScreen)
        let gravities = (0..<3).map { _ in
            _ = press("g", &scene)
            return scene.videoGravity
        }
        #expect(gravities == [.resizeAspectFill, .resize, .resizeAspect])
    }

    @Test func aMirrorInAMirrorIsNone() {
        var scene = PreviewScene(cameraCount: 1, isReversed: true)
        scene.frames = [TestImages.frame(orientation: .mirrored)]
        #expect(!scene.tiles[0].layer.orientation.isMirrored)
    }

    @Test func aFrameIsShownInItsDisplayedShape() {
        var scene = scene()
        scene.frames[0]?.pixelAspectRatio = .init(horizontalSpacing: 2, verticalSpacing: 1)
        let shown = scene.tiles[0].layer.videoRect
        #expect(shown.width == 240 && shown.height == 80)
    }

    @Test func aClickNamesThePointOfTheDevice() {
        var scene = scene()
        scene.frames[0]?.orientation = .quarterTurn
        // The frame is 107 pixels wide in the middle of 240, its top is the device's left edge.
        let command = scene.handle(.click(Point(x: 120, y: 16)), nowNanoseconds: 0)
        guard case .pointOfInterest(let point, let camera) = command else {
            Issue.record("no point")
            return
        }
        #expect(camera == 0)
        #expect(abs(point.x - 0.1) < 0.01 && abs(point.y - 0.5) < 0.01)
        let withMark = scene.shapes(over: scene.tiles[0]).count
        let isOver = scene.expire(nowNanoseconds: PreviewScene.noticeNanoseconds)
        #expect(isOver)
        let withoutMark = scene.shapes(over: scene.tiles[0]).count
        #expect(withoutMark == withMark - 1)
        #expect(scene.handle(.click(Point(x: 5, y: 16)), nowNanoseconds: 0) == nil)
    }

    @Test func severalCamerasHaveTiles() {
        var scene = scene(cameras: 3)
        #expect(scene.grid == (2, 2))
        #expect(scene.tiles.map(\.rect.x) == [0, 120, 0])
        #expect(scene.tiles.map(\.rect.y) == [0, 0, 80])
        let command = scene.handle(.click(Point(x: 180, y: 40)), nowNanoseconds: 0)
        #expect(command == .pointOfInterest(Point(x: 0.5, y: 0.5), camera: 1))
        scene.frames[0] = nil
        #expect(scene.tiles.map(\.camera) == [1, 2])
    }

    @Test func onlyImagesThatFillTheDisplayLeaveNoGaps() {
        var scene = scene()
        #expect(!scene.hasGaps(between: scene.tiles))
        scene.size = Size(width: 200, height: 160)
        #expect(scene.hasGaps(between: scene.tiles))
        scene.videoGravity = .resizeAspectFill
        #expect(!scene.hasGaps(between: scene.tiles))
        let three = self.scene(cameras: 3)
        #expect(three.hasGaps(between: three.tiles))
    }

    @Test func messagesGoAway() {
        var scene = scene()
        scene.say("saved", nowNanoseconds: 5)
        let isEarly = !scene.expire(nowNanoseconds: 6)
        #expect(isEarly && scene.message == "saved")
        let isOver = scene.expire(nowNanoseconds: 5 + PreviewScene.noticeNanoseconds)
        #expect(isOver && scene.message == nil)
    }

    @Test func messagesDoNotSteerATerminal() {
        var scene = scene()
        scene.say("saved \u{1B}]0;title\u{9B}.jpg", nowNanoseconds: 0)
        #expect(scene.message == "saved \\u{1B}]0;title\\u{009B}.jpg")
    }

    @Test func boxesFollowTheRollOfWhatIsShown() {
        var scene = scene()
        let upright = scene.shapes(over: scene.tiles[0])
        guard case .line(let corners, _, let isDashed, _, _) = upright[0] else {
            Issue.record("no box")
            return
        }
        let middle = Rect(x: 24, y: 64, width: 60, height: 64).center
        #expect(!isDashed && abs(corners[0].x + corners[2].x - 2 * middle.x) < 1e-9)
        // Clockwise: the upper edge falls to the right.
        #expect(corners[1].y > corners[0].y)
        _ = press("m", &scene)
        guard case .line(let mirrored, _, _, _, _) = scene.shapes(over: scene.tiles[0])[0] else {
            Issue.record("no box")
            return
        }
        #expect(mirrored[1].y < mirrored[0].y)
    }

    /// However small the window, and however long the message.
    @Test(arguments: [(60.0, 40.0), (120, 80), (240, 160), (320, 500), (1280, 720)])
    func nothingLiesOverOrBeyondAnotherNote(width: Double, height: Double) {
        var scene = scene()
        scene.size = Size(width: width, height: height)
        scene.status = Preview.Status(
            recording: .running(seconds: 7), droppedCount: 3, latencyMilliseconds: 12)
        scene.say("saved /a/rather/long/name/of/a/still/of/Jörg.jpg", nowNanoseconds: 0)
        _ = press("h", &scene)
        let notes = scene.notes.labelRects
        let labels = notes + scene.shapes(over: scene.tiles[0], around: notes).labelRects
        let screen = Rect(x: 0, y: 0, width: width, height: height)
        for (index, label) in labels.enumerated() {
            #expect(screen.intersection(label) == label || width < 200)
            #expect(labels.dropFirst(index + 1).allSatisfy { $0.intersection(label).isEmpty })
        }
        #expect(notes.count >= (width < 200 ? 1 : 3))
    }

    @Test(arguments: ["", "saved Jörg.jpg"])
    func theLastLineOfATerminalIsNeverCutInAWord(message: String) {
        for columns in 1...80 {
            let line = PreviewTerminal.line(
                "34 ms  0 dropped", message.isEmpty ? "h help  q stop" : message,
                isHint: message.isEmpty, columns: columns)
            #expect(line.count <= columns)
            if columns >= 16, message.isEmpty {
                #expect(line == "34 ms  0 dropped" || line.hasSuffix("q stop"))
            }
            if columns >= 14, !message.isEmpty { #expect(line.hasSuffix(message)) }
        }
    }

    @Test func theStatusSaysWhatIsKnown() {
        #expect(Preview.Status().text == "0 dropped")
        let status = Preview.Status(
            recording: .paused(seconds: 3725), droppedCount: 2, latencyMilliseconds: 33.6)
        #expect(status.text == "PAUSED 01:02:05  34 ms  2 dropped")
        #expect(Preview.Status(recording: .running(seconds: 75)).text == "REC 01:15  0 dropped")
        #expect(Preview.Status(recording: .running(seconds: .nan)).recordingText == "REC 00:00")
        #expect(Preview.Status(recording: .stopped).recordingText == "not recording")
    }
}
