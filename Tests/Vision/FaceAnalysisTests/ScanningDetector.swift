// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceDetectors
import FaceValues
import Synchronization

@testable import FaceAnalysis

/// Knows where a face is in every frame, whose number is its luma, and notes how it was asked to look.
final class ScanningDetector: FaceDetector {
    enum Look: Hashable {
        case thorough
        case scan
        case follow(hints: Int)
        /// A scan of the image turned further.
        case turned(VideoOrientation)
        case thoroughTurned(VideoOrientation)

        /// What is done of a frame that has nothing to do with those before it.
        static let newScene = [
            thorough, turned(.quarterTurn), turned(.halfTurn), turned(.threeQuarterTurn),
        ]
    }

    private let looks = Mutex<[Int: [Look]]>([:])
    private let place: @Sendable (Int) -> Rect?
    private let isFollowed: @Sendable (Int) -> Bool
    private let canFollow: Bool
    private let turn: VideoOrientation
    private let roll: Double
    private let hasMesh: Bool
    private let confidence: @Sendable (Int, VideoOrientation) -> Double?

    /// - Parameters:
    ///   - turn: how an image has to be turned for the face to be found.
    ///   - roll: how far it is turned, about; `nil` for upright once the image is turned.
    ///   - hasMesh: whether it has a mesh in its box.
    ///   - confidence: how sure it is of the face in a frame that is turned; `nil` where it does not find it. By
    ///     default .9 once it is turned by `turn`.
    ///   - place: where the face is in a frame; `nil` where there is none.
    ///   - isFollowed: whether it is found again in a frame where it was known.
    init(
        canFollow: Bool = true, turn: VideoOrientation = .upright, roll: Double? = nil,
        hasMesh: Bool = false, isFollowed: @escaping @Sendable (Int) -> Bool = { _ in true },
        confidence: (@Sendable (Int, VideoOrientation) -> Double?)? = nil,
        place: @escaping @Sendable (Int) -> Rect?
    ) {
        self.canFollow = canFollow
        self.turn = turn
        self.roll = roll ?? -Double(turn.degrees)
        self.hasMesh = hasMesh
        self.isFollowed = isFollowed
        self.confidence = confidence ?? { _, orientation in orientation == turn ? 0.9 : nil }
        self.place = place
    }

    var description: DetectorDescription { DetectorDescription(name: "scanning") }

    /// How each frame was looked at.
    func looks(at frame: Int) -> [Look] { looks.withLock { $0[frame] ?? [] } }

    func detectFaces(
        in image: PixelBuffer, orientation: VideoOrientation, region: Rect?,
        hints: [DetectedFace.Hint]
    ) -> [DetectedFace] {
        let look = orientation == .upright ? Look.thorough : .thoroughTurned(orientation)
        return faces(in: image, look, orientation)
    }

    func scanFaces(
        in image: PixelBuffer, orientation: VideoOrientation, region: Rect?,
        hints: [DetectedFace.Hint]
    ) -> [DetectedFace] {
        faces(in: image, orientation == .upright ? .scan : .turned(orientation), orientation)
    }

    func followFaces(
        in image: PixelBuffer, orientation: VideoOrientation, hints: [DetectedFace.Hint]
    ) -> [DetectedFace]? {
        guard canFollow else { return nil }
        let known = hints.filter(\.wasJustSeen)
        let faces = faces(in: image, .follow(hints: known.count), turn)
        return isFollowed(Self.number(of: image)) ? Array(faces.prefix(known.count)) : []
    }

    private func faces(
        in image: PixelBuffer, _ look: Look, _ orientation: VideoOrientation
    ) -> [DetectedFace] {
        let number = Self.number(of: image)
        looks.withLock { $0[number, default: []].append(look) }
        guard let confidence = confidence(number, orientation), let bounds = place(number) else {
            return []
        }
        var face = DetectedFace(
            bounds: bounds, confidence: confidence, rollAngle: roll + Double(number % 7))
        if hasMesh { face.meshPlace = MeshPlace(in: bounds) }
        return [face]
    }

    private static func number(of image: PixelBuffer) -> Int {
        let bytes = image.planes[0].baseAddress
        return Int(bytes.load(as: UInt8.self)) | Int(bytes.load(fromByteOffset: 1, as: UInt8.self))
            << 8
    }

    /// A frame that has the number in its first two bytes; the rest is one gray, or another scene.
    static func frame(_ number: Int, scene: Int = 0) -> CapturedFrame {
        frame(number, format: .gray8) { planes in
            for row in 0..<180 {
                let bytes = planes[0].bytes + row * planes[0].bytesPerRow
                for column in 0..<320 {
                    let square = (row / 30 + column / 40) * (1 + scene) % 4
                    bytes.storeBytes(
                        of: UInt8(40 + 50 * ((square + scene) % 4)), toByteOffset: column,
                        as: UInt8.self)
                }
            }
        }
    }

    /// A frame of 320x180 pixels, 30 a second, that has the number in its first two bytes above what is written
    /// into it.
    static func frame(
        _ number: Int, format: PixelBuffer.Format,
        write: ([(bytes: UnsafeMutableRawPointer, bytesPerRow: Int)]) -> Void
    ) -> CapturedFrame {
        let pool = PixelBufferPool(format: format, width: 320, height: 180)
        let image = pool.makePixelBuffer { planes in
            write(planes)
            planes[0].bytes.storeBytes(of: UInt8(number & 255), as: UInt8.self)
            planes[0].bytes.storeBytes(of: UInt8(number >> 8), toByteOffset: 1, as: UInt8.self)
        }
        return CapturedFrame(
            id: FrameID(number),
            sampleBuffer: VideoSampleBuffer(
                pixelBuffer: image,
                presentationTime: MediaTime(value: Int64(number), timescale: 30),
                captureNanoseconds: 0))
    }
}

extension MeshPlace {
    /// A mesh in the middle of a box.
    init(in bounds: Rect) {
        self.init(
            crop: Crop(center: bounds.center, side: 1.4 * bounds.height, turn: 0),
            center: bounds.center, radius: bounds.height / 4, turn: 0)
    }
}

/// Fails at one frame.
final class FailingScanner: FaceDetector {
    private let frames: ScanningDetector
    private let failing: Int

    init(_ frames: ScanningDetector, failing: Int) {
        self.frames = frames
        self.failing = failing
    }

    var description: DetectorDescription { frames.description }

    func detectFaces(
        in image: PixelBuffer, orientation: VideoOrientation, region: Rect?,
        hints: [DetectedFace.Hint]
    ) throws(FacecapError) -> [DetectedFace] {
        let found = frames.detectFaces(
            in: image, orientation: orientation, region: region, hints: hints)
        if !frames.looks(at: failing).isEmpty, frames.looks(at: failing + 1).isEmpty {
            throw FacecapError(.detectorFailed, "broken")
        }
        return found
    }
}
