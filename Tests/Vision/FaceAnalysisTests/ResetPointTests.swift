// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceDetectors
import FaceValues
import Foundation
import SyntheticCapture
import TestSupport
import Testing

@testable import FaceAnalysis

/// What networks see of drawn people from a reset point on, with and without the frames before it.
@Suite(.enabled(if: SharedMedia.isAvailable, "needs FACECAP_SHARED"))
struct ResetPointTests {
    private static func detector() throws -> NetworkDetector {
        let mesh = try Data(
            contentsOf: URL(filePath: SharedMedia.path("models/face_landmark.tflite")))
        let yunet = try Data(
            contentsOf: URL(filePath: SharedMedia.path("models/yunet_n_320_320.onnx")))
        return try NetworkDetector(
            .yunet, model: Array(yunet), options: .init(threads: 1),
            mesh: try FaceMesh(model: Array(mesh)))
    }

    /// Frames of which the first has number `first`.
    private static func frames(
        _ count: Int, from first: Int, as scene: String = "faces=2,people=random,seed=15"
    ) throws -> [CapturedFrame] {
        let camera = try SyntheticCamera(
            SyntheticCamera.Configuration(
                specifier:
                    "\(scene),motion=mixed,size=320x240,noise=4,pace=fast,frames=\(count)"))
        var frames: [CapturedFrame] = []
        while let event = try camera.nextEvent() {
            guard case .video(let sample) = event else { continue }
            frames.append(
                CapturedFrame(id: FrameID(first + frames.count), sampleBuffer: sample))
        }
        return frames
    }

    @Test(arguments: [1, 6])
    func theFramesBeforeChangeNothing(interval: Int) throws {
        let frames = try Self.frames(60, from: ScanRhythm.groupLength - 30)
        var (whole, half) = (
            FaceScanner(detector: try Self.detector()), FaceScanner(detector: try Self.detector())
        )
        let behind = try frames.map {
            try whole.look(at: $0, region: nil, interval: .every(interval))
        }
        let alone = try frames.dropFirst(30).map {
            try half.look(at: $0, region: nil, interval: .every(interval))
        }
        #expect(behind.dropFirst(30).map(\.faces) == alone.map(\.faces))
        #expect(behind.dropFirst(30).map(\.scan) == alone.map(\.scan))
        #expect(alone.contains { $0.faces.count == 2 && $0.faces[0].yawAngle != nil })
    }

    /// The same frame with pixels of another shape, displayed another way.
    private static func shown(
        _ frame: CapturedFrame, _ orientation: VideoOrientation, pixelWidth: UInt32
    ) -> CapturedFrame {
        let sample = frame.sampleBuffer
        return frame.replacingSampleBuffer(
            with: VideoSampleBuffer(
                pixelBuffer: sample.pixelBuffer, presentationTime: sample.presentationTime,
                orientation: orientation, captureNanoseconds: sample.captureNanoseconds,
                pixelAspectRatio: .init(horizontalSpacing: pixelWidth, verticalSpacing: 11)))
    }

    /// Whether another scene begins with the group, how frames are displayed, and how wide their pixels are.
    @Test(
        arguments: [
            (true, .upright, 11), (false, .upright, 11), (false, .mirrored, 11),
            (true, .upright, 12), (false, .upright, 12),
        ] as [(Bool, VideoOrientation, UInt32)])
    func looksAtAGroupNeedTheFrameBeforeItAlone(
        isCut: Bool, orientation: VideoOrientation, pixelWidth: UInt32
    ) throws {
        let start = ScanRhythm.groupLength
        let drawn =
            isCut
            ? try Self.frames(20, from: start - 20)
                + Self.frames(20, from: start, as: "faces=1,people=random,seed=16,light=1")
            : try Self.frames(40, from: start - 20)
        let frames = drawn.map { Self.shown($0, orientation, pixelWidth: pixelWidth) }
        var (whole, half) = (
            FrameLooker(detector: try Self.detector()), FrameLooker(detector: try Self.detector())
        )
        let behind = try frames.map {
            try whole.look(at: $0, region: .unit, scanInterval: .every(1))
        }
        let showedAnything = half.notice(frames[19])
        #expect(showedAnything)
        let alone = try frames.dropFirst(20).map {
            try half.look(at: $0, region: .unit, scanInterval: .every(1))
        }
        #expect(Array(behind.dropFirst(20)) == alone)
        #expect(alone.map { $0?.isCut } == [isCut] + Array(repeating: false, count: 19))
        #expect(alone.contains { $0?.faces.first?.sampling != nil })
    }
}
