// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceDetectors
import FaceValues
import Glibc
import SystemSupport

/// Frames of 100x60 pixels that are as bright as their number; then the end. A live one begins again and
/// goes on until it is cancelled.
final class NumberedSource: CaptureSource, CaptureSourceControl {
    static let width = 100
    static let height = 60

    let isLive: Bool
    private let count: Int
    private let orientation: VideoOrientation
    private let pool = PixelBufferPool(
        format: .gray8, width: width, height: height, isFullRange: true)
    private let state = Monitor((next: 0, isCancelled: false))

    init(_ count: Int, isLive: Bool = false, orientation: VideoOrientation = .upright) {
        self.count = count
        self.isLive = isLive
        self.orientation = orientation
    }

    var videoFormat: VideoFormat? {
        VideoFormat(
            width: Self.width, height: Self.height, frameRate: 10, orientation: orientation)
    }

    var estimatedFrameCount: Int? { count }

    func nextEvent() throws(FacecapError) -> CaptureEvent? {
        let number = state.withLock { state in
            defer { state.next += 1 }
            return state.next
        }
        guard isLive || number < count, !state.withLock({ $0.isCancelled }) else { return nil }
        if isLive { usleep(2000) }
        let image = pool.makePixelBuffer { planes in
            planes[0].bytes.initializeMemory(
                as: UInt8.self, repeating: UInt8(number % count),
                count: planes[0].bytesPerRow * Self.height)
        }
        return .video(
            VideoSampleBuffer(
                pixelBuffer: image,
                presentationTime: MediaTime(value: Int64(number), timescale: 10),
                orientation: orientation, captureNanoseconds: MonotonicClock.nowNanoseconds))
    }

    func cancel() { state.withLock { $0.isCancelled = true } }
}

/// Finds a face whose left edge is at the column of the frame's number, in frames of some numbers.
final class NumberDetector: FaceDetector {
    private let numbers: Range<Int>

    init(facesIn numbers: Range<Int> = 0..<256) { self.numbers = numbers }

    var description: DetectorDescription { DetectorDescription(name: "number") }

    func detectFaces(
        in image: PixelBuffer, orientation: VideoOrientation, region: Rect?,
        hints: [DetectedFace.Hint]
    ) throws(FacecapError) -> [DetectedFace] {
        let number = Int(image.planes[0].baseAddress.load(as: UInt8.self))
        guard numbers.contains(number) else { return [] }
        return [
            DetectedFace(
                bounds: Rect(x: Double(number), y: 10, width: 20, height: 30), confidence: 1,
                rollAngle: 30)
        ]
    }
}
