// SPDX-License-Identifier: Apache-2.0
import FaceEvaluation
import Facecap
import TestSupport
import Testing

/// A video of which it is known where its faces are.
struct TrueVideo: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// All frames, in memory.
    let images: @Sendable () throws -> [VideoSampleBuffer]
    /// The true boxes in a frame, in its pixels, of every face that is in it, hidden by another or not,
    /// with the share that lies in the frame and the share that others hide.
    let truth: @Sendable (Int) -> [(bounds: Rect, visible: Double, occluded: Double)]

    /// The clips of the shared media.
    static let clips = ["cross", "enter_leave", "four", "roll", "yaw"].map { clip($0) }

    static func clip(_ name: String) -> TrueVideo {
        let path = SharedMedia.path("media/procedural/proc_\(name)")
        let table = try? TruthTable(path: path + ".csv")
        return TrueVideo(
            testDescription: name, images: { try read(path + ".mp4") },
            truth: { frame in
                (table?.faces(inFrame: frame) ?? []).map {
                    ($0.bounds, $0.visibleShare, $0.occludedShare)
                }
            })
    }

    /// Where the synthetic camera draws two heads, at 15 frames a second; what is drawn does not matter
    /// to who knows where faces are, so that the frames are gray.
    static func drawn(_ motion: SyntheticCamera.Motion, seed: UInt64, frames: Int) throws
        -> TrueVideo
    {
        let camera = SyntheticCamera.Configuration(
            faces: 2, width: 320, height: 240, framesPerSecond: 15, seed: seed, motion: motion,
            isRealTime: false, frameCount: frames)
        let scene = try SyntheticCamera.Scene(camera)
        let truth = (0..<frames).map { frame in
            scene.truth(ofFrame: frame).map { ($0.bounds, $0.inFrame, $0.occluded) }
        }
        return TrueVideo(
            testDescription: "\(motion) \(seed)", images: { grayImages(frames) },
            truth: { truth[$0] })
    }

    private static func grayImages(_ count: Int) -> [VideoSampleBuffer] {
        let pool = PixelBufferPool(format: .gray8, width: 320, height: 240)
        let gray = pool.makePixelBuffer { planes in
            planes[0].bytes.initializeMemory(
                as: UInt8.self, repeating: 128, count: planes[0].bytesPerRow * 240)
        }
        return (0..<count).map { number in
            VideoSampleBuffer(
                pixelBuffer: gray, presentationTime: MediaTime(value: Int64(number), timescale: 15),
                captureNanoseconds: 0)
        }
    }

    private static func read(_ path: String) throws -> [VideoSampleBuffer] {
        let source = try MediaFileSource(path)
        var images: [VideoSampleBuffer] = []
        while let event = try source.nextEvent() {
            if case .video(let sample) = event { images.append(sample) }
        }
        return images
    }

    /// What a detector that sees what there is to see finds: boxes that are off by up to a tenth, none
    /// of a face that is mostly out of the frame or hidden.
    func drawnDetections(seed: UInt64, count: Int) -> [[DetectedFace]] {
        var numbers = SeededNumbers(seed: seed)
        return (0..<count).map { number in
            truth(number).filter { $0.visible > 0.5 && $0.occluded < 0.6 }.map { face in
                var bounds = face.bounds
                bounds.x += Double.random(in: -0.1...0.1, using: &numbers) * bounds.width
                bounds.y += Double.random(in: -0.1...0.1, using: &numbers) * bounds.height
                return DetectedFace(bounds: bounds, confidence: 0.9)
            }
        }
    }

    /// What a detector finds in each frame, with the hints that a tracker gives it.
    static func detections(
        in images: [VideoSampleBuffer], by detector: any FaceDetector
    ) throws -> [[DetectedFace]] {
        var tracker = FaceTracker()
        var detections: [[DetectedFace]] = []
        for sample in images {
            let image = sample.pixelBuffer
            let found = try detector.detectFaces(
                in: image, orientation: sample.orientation, region: nil,
                hints: tracker.hints(at: sample.presentationTime))
            _ = tracker.update(
                with: found, at: sample.presentationTime, imageSize: image.size)
            detections.append(found)
        }
        return detections
    }
}

extension PixelBuffer {
    var size: Size { Size(width: Double(width), height: Double(height)) }
}
