// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues

/// Frames that need no decoder: the driver's own memory, or a copy of it while the driver has no
/// buffers to spare.
final class RawFrameReader: FrameReader {
    private let layout: ImageLayout
    private let isFullRange: Bool
    private let matrix: PixelBuffer.Matrix?
    private let pool: PixelBufferPool

    init(_ layout: ImageLayout, isFullRange: Bool, matrix: PixelBuffer.Matrix?) {
        self.layout = layout
        self.isFullRange = isFullRange
        self.matrix = matrix
        pool = PixelBufferPool(
            format: layout.format, width: layout.size.width, height: layout.size.height,
            isFullRange: isFullRange, matrix: matrix,
            // One being filled, one waiting, one being analyzed, and one to spare.
            minimumBufferCount: 4)
    }

    func events(
        of buffer: FilledBuffer, bytesUsed: Int, at place: FrameTimeline.Placement
    ) -> [CaptureEvent]? {
        guard (layout.byteCount...buffer.memory.count).contains(bytesUsed) else { return nil }
        let sample = place.sample(image(in: buffer))
        return [layout.format == .depth16 ? .depth(sample) : .video(sample)]
    }

    private func image(in buffer: FilledBuffer) -> PixelBuffer {
        guard buffer.canBeKept, let planes = layout.planes(in: buffer.memory) else {
            return pool.makePixelBuffer { layout.copy(from: buffer.memory, to: $0) }
        }
        return PixelBuffer(
            format: layout.format, width: layout.size.width, height: layout.size.height,
            planes: planes, isFullRange: isFullRange, matrix: matrix, owner: buffer)
    }
}
