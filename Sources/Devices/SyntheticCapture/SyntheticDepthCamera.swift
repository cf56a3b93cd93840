// SPDX-License-Identifier: Apache-2.0
package import CaptureSamples
package import FaceValues

/// The depth camera beside the synthetic one: how far its heads and the wall behind them are, in millimeters, in real
/// time. A head whose height is that of the image is a quarter of a meter away, the wall three meters.
package final class SyntheticDepthCamera: CaptureSource {
    private static let wall: UInt16 = 3000
    private static let fullHeight = 250.0

    package let depthFormat: VideoFormat?
    package var videoFormat: VideoFormat? { nil }
    package var isLive: Bool { true }
    package var estimatedFrameCount: Int? { scene.configuration.frameCount }
    package var control: any CaptureSourceControl { cancellation }

    private let scene: SyntheticCamera.Scene
    private let pool: PixelBufferPool
    private let cancellation = CaptureCancellation()
    private var nextIndex = 0
    private var startNanoseconds: Int64?

    /// A camera of half the size; throws `.invalidArgument` when the configuration is not valid.
    package init(_ configuration: SyntheticCamera.Configuration) throws(FacecapError) {
        scene = try SyntheticCamera.Scene(configuration)
        let (width, height) = (configuration.width / 2, configuration.height / 2)
        depthFormat = VideoFormat(
            width: width, height: height, frameRate: scene.frameRate.framesPerSecond)
        pool = PixelBufferPool(format: .depth16, width: width, height: height)
    }

    /// Waits for the time of the next image.
    package func nextEvent() throws(FacecapError) -> CaptureEvent? {
        guard !cancellation.isCancelled,
            scene.configuration.frameCount.map({ nextIndex < $0 }) ?? true
        else { return nil }
        let start = startNanoseconds ?? MonotonicClock.nowNanoseconds
        startNanoseconds = start
        let newest = scene.frameRate.frame(atNanoseconds: MonotonicClock.nowNanoseconds - start)
        if newest - nextIndex > 2 {
            let next = min(newest, scene.configuration.frameCount ?? newest)
            let lost = next - nextIndex
            nextIndex = next
            return .lost(count: lost)
        }
        defer { nextIndex += 1 }
        let time = scene.frameRate.time(ofFrame: nextIndex)
        let image = draw(scene.heads(inFrame: nextIndex))
        let due = start + time.nanoseconds
        guard cancellation.wait(untilNanoseconds: due) else { return nil }
        return .depth(
            VideoSampleBuffer(
                pixelBuffer: image, presentationTime: time,
                duration: scene.frameRate.frameDuration, captureNanoseconds: due))
    }

    /// The distance of each pixel; heads are ellipses, the farthest first.
    private func draw(_ heads: [SyntheticCamera.Head]) -> PixelBuffer {
        let imageHeight = Double(scene.configuration.height)
        return pool.makePixelBuffer { planes in
            for y in 0..<pool.height {
                let row = (planes[0].bytes + y * planes[0].bytesPerRow)
                    .assumingMemoryBound(to: UInt16.self)
                for x in 0..<pool.width { row[x] = Self.wall.littleEndian }
                for head in heads {
                    let distance = UInt16(
                        min(max(Self.fullHeight * imageHeight / head.height, 1), 65535))
                    let (halfWidth, halfHeight) = (head.height * 0.38, head.height / 2)
                    let vertical = (2 * Double(y) + 1 - head.centre.y) / halfHeight
                    guard abs(vertical) < 1 else { continue }
                    let reach = halfWidth * (1 - vertical * vertical).squareRoot()
                    let first = Int(max(0, ((head.centre.x - reach) / 2).rounded()))
                    let last = Int(min(Double(pool.width), ((head.centre.x + reach) / 2).rounded()))
                    guard first < last else { continue }
                    for x in first..<last { row[x] = distance.littleEndian }
                }
            }
        }
    }
}
