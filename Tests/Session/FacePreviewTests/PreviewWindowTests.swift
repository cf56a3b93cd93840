// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Foundation
import TestSupport
import Testing

@testable import FacePreview

/// What the window looks like on an X server, against golden frames and known corners.
@Suite(.serialized, .enabled(if: VirtualScreen.isAvailable, "needs xvfb"))
struct PreviewWindowTests {
    private static let quarters: [(Point, [UInt8])] = [
        (Point(x: 0.3, y: 0.15), [254, 0, 0]), (Point(x: 0.7, y: 0.15), [0, 255, 1]),
        (Point(x: 0.3, y: 0.95), [0, 0, 254]), (Point(x: 0.7, y: 0.95), [128, 128, 128]),
    ]

    /// Draws scenes in a window in the middle of a screen, as large as the first one's frame, and takes
    /// a frame of the screen after each.
    private func screenshots(
        of scenes: [PreviewScene], width: Int = 240, height: Int = 160
    ) async throws -> [Screenshot] {
        let screen = try await VirtualScreen(width: width, height: height)
        setenv("DISPLAY", screen.display, 1)
        let window = try PreviewWindow(title: "test", cameraCount: scenes[0].frames.count)
        defer { window.close() }
        return try scenes.map { scene in
            var scene = scene
            window.draw(&scene)
            _ = window.inputs()
            window.draw(&scene)
            return try Screenshot(of: screen.display)
        }
    }

    private func scene(
        _ frame: Preview.Frame, gravity: VideoGravity = .resizeAspect, isReversed: Bool = false
    ) -> PreviewScene {
        var scene = PreviewScene(cameraCount: 1, videoGravity: gravity, isReversed: isReversed)
        scene.frames = [frame]
        return scene
    }

    @Test(arguments: [PixelBuffer.Format.i420, .nv12, .yuyv, .uyvy, .bgr24, .bgra])
    func everyLayoutHasItsColors(_ format: PixelBuffer.Format) async throws {
        let frame = TestImages.frame(format)
        let shot = try await screenshots(of: [scene(frame)], width: 120, height: 80)[0]
        for (point, color) in Self.quarters.prefix(2) {
            let place = Point(x: point.x * 120, y: point.y * 80)
            #expect(shot.shows(color, at: place), "\(shot.color(Int(place.x), Int(place.y)))")
        }
    }

    @Test func grayImagesAreGray() async throws {
        let shot = try await screenshots(
            of: [scene(TestImages.frame(.gray8))], width: 120, height: 80)[0]
        #expect(shot.shows([76, 76, 76], at: Point(x: 30, y: 20)))
        #expect(shot.shows([150, 150, 150], at: Point(x: 90, y: 20)))
    }

    /// What the layer says of a point is where its color is, however the frame is turned.
    @Test(arguments: VideoOrientation.allCases)
    func pointsAreWhereTheLayerSays(_ orientation: VideoOrientation) async throws {
        let frame = TestImages.frame(orientation: orientation)
        let scenes = VideoGravity.allCases.map { scene(frame, gravity: $0) }
        let displayed = CaptureVideoPreviewLayer(
            size: Size(width: 1, height: 1), videoSize: Size(width: 120, height: 80),
            orientation: orientation
        ).displayedSize
        let shots = try await screenshots(
            of: scenes, width: Int(displayed.width), height: Int(displayed.height))
        for (scene, shot) in zip(scenes, shots) {
            let layer = CaptureVideoPreviewLayer(
                size: displayed, videoSize: Size(width: 120, height: 80),
                orientation: orientation, videoGravity: scene.videoGravity)
            for (point, color) in Self.quarters {
                let place = layer.layerPointFromDevicePoint(
                    Point(x: point.x, y: point.y < 0.5 ? 0.25 : 0.75))
                guard !Self.isCovered(place, displayed) else { continue }
                #expect(shot.shows(color, at: place), "\(scene.videoGravity) \(point)")
            }
        }
    }

    /// Whether the line of numbers lies there.
    private static func isCovered(_ point: Point, _ size: Size) -> Bool {
        point.y > size.height - 20 && point.x < 90
    }

    @Test func theScreenshotsAreTheGoldenOnes() async throws {
        var recording = scene(TestImages.frame(faces: TestImages.faces))
        recording.status = Preview.Status(
            recording: .running(seconds: 75), droppedCount: 3, latencyMilliseconds: 41)
        var paused = recording
        paused.status.recording = .paused(seconds: 3725)
        paused.say("saved visit-still-1.jpg", nowNanoseconds: 0)
        var help = recording
        _ = help.handle(.key("h"), nowNanoseconds: 0)
        var bare = recording
        _ = bare.handle(.key("b"), nowNanoseconds: 0)
        _ = bare.handle(.key("m"), nowNanoseconds: 0)
        let shots = try await screenshots(of: [recording, paused, help, bare])
        for (shot, name) in zip(shots, ["recording", "paused", "help", "mirrored-bare"]) {
            try shot.expectGolden(name)
        }
    }

    @Test(arguments: [
        ("upright", VideoOrientation.upright), ("quarter-turn", .quarterTurn),
        ("half-turn", .halfTurn), ("mirrored", .mirrored),
        ("mirrored-quarter-turn", .quarterTurn.followed(by: .mirrored)),
    ])
    func facesStayOnTheirImages(
        _ name: String, _ orientation: VideoOrientation
    ) async throws {
        let frame = TestImages.frame(
            orientation: orientation, faces: TestImages.faces)
        try await screenshots(of: [scene(frame)])[0].expectGolden(name)
    }

    @Test func gravityFillsOrLeavesBars() async throws {
        // The window stays as it was for a frame of another shape.
        let first = scene(TestImages.frame(orientation: .quarterTurn))
        let scenes = VideoGravity.allCases.map {
            scene(TestImages.frame(faces: TestImages.faces), gravity: $0)
        }
        let shots = try await screenshots(of: [first] + scenes)
        for (scene, shot) in zip(scenes, shots.dropFirst()) {
            try shot.expectGolden("portrait-" + scene.videoGravity.rawValue)
        }
    }

    /// Each camera's second frame is converted as its first one.
    @Test func camerasOfOtherMatricesKeepTheirColors() async throws {
        let scenes = (0..<2).map { _ in
            var scene = PreviewScene(cameraCount: 2)
            let other = TestImages.quarters(isFullRange: false, matrix: .bt709)
            scene.frames = [
                TestImages.frame(), Preview.Frame(pixelBuffer: other, captureNanoseconds: 0),
            ]
            return scene
        }
        let shots = try await screenshots(of: scenes, width: 240, height: 80)
        for shot in shots {
            #expect(shot.shows([0, 255, 1], at: Point(x: 84, y: 12)))
            #expect(shot.shows([0, 231, 0], at: Point(x: 204, y: 12)))
        }
    }

    @Test func camerasStandSideBySide() async throws {
        var scene = PreviewScene(cameraCount: 2)
        scene.frames = [
            TestImages.frame(faces: TestImages.faces), TestImages.frame(.nv12),
        ]
        try await screenshots(of: [scene])[0].expectGolden("two-cameras")
    }
}
