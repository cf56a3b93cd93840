// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
package import CaptureSamples
package import FaceValues

/// Magnifies the part of a frame that a zoom shows to the size of the frame with libswscale, or makes its pixels square,
/// in memory that is used again; format, range and matrix stay. Distances are not mixed: each is that of the nearest pixel.
///
/// It is used by one thread at a time.
package final class PixelBufferMagnifier {
    /// What scaling depends on.
    private struct Scaling: Equatable {
        let format: PixelBuffer.Format
        let part: [Int]
        let whole: [Int]
        let isFullRange: Bool
        let matrix: PixelBuffer.Matrix
    }

    private let source: CodecFrame
    private let target: CodecFrame
    /// The last rows of the source.
    private let tail: CodecFrame
    private var scaling: Scaling?
    private var scaler: OpaquePointer?
    private var pool: PixelBufferPool?

    /// A magnifier that has seen nothing yet.
    package init() throws(FacecapError) {
        source = try CodecFrame()
        target = try CodecFrame()
        tail = try CodecFrame()
    }

    deinit { sws_freeContext(scaler) }

    /// The magnifier that is there, else a new one in its place.
    package static func reusing(
        _ magnifier: inout PixelBufferMagnifier?
    ) throws(FacecapError) -> PixelBufferMagnifier {
        if let magnifier { return magnifier }
        let new = try PixelBufferMagnifier()
        magnifier = new
        return new
    }

    /// What is left of a frame, as large as the frame; the frame itself where that is all of it.
    ///
    /// Throws `formatUnsupported` for frames whose rows are too short, and `systemFailed` where there is no memory.
    package func magnify(
        _ image: PixelBuffer, by zoom: VideoZoom
    ) throws(FacecapError) -> PixelBuffer {
        guard !zoom.isNone else { return image }
        try check(image, needing: image.width * image.height)
        let (width, height) = (Double(image.width), Double(image.height))
        let part = image.part(
            x: Int((zoom.visible.x * width).rounded()), y: Int((zoom.visible.y * height).rounded()),
            width: Int((zoom.visible.width * width).rounded()),
            height: Int((zoom.visible.height * height).rounded()))
        return try stretch(part, toWidth: image.width, height: image.height)
    }

    /// All of a frame in another size.
    ///
    /// Throws what ``magnify(_:by:)`` throws.
    package func scale(
        _ image: PixelBuffer, toWidth width: Int, height: Int
    ) throws(FacecapError) -> PixelBuffer {
        try check(image, needing: width * height)
        return try stretch(image, toWidth: width, height: height)
    }

    private func stretch(
        _ part: PixelBuffer, toWidth width: Int, height: Int
    ) throws(FacecapError) -> PixelBuffer {
        // Of odd sides the last pair is written whole.
        let pool = PixelBufferPool.reusing(
            &pool, format: part.format, width: (width + 1) & ~1, height: (height + 1) & ~1,
            isFullRange: part.isFullRange, matrix: part.matrix)
        let whole = try pool.makePixelBuffer { (planes) throws(FacecapError) in
            guard part.format != .depth16 else {
                return Self.repeatNearest(part, to: planes[0], of: pool)
            }
            try scale(part, to: planes, of: pool)
        }
        guard (whole.width, whole.height) != (width, height) else { return whole }
        return PixelBuffer(
            format: part.format, width: width, height: height, planes: whole.planes,
            isFullRange: whole.isFullRange, matrix: whole.matrix, owner: whole)
    }

    private func check(_ image: PixelBuffer, needing pixelCount: Int) throws(FacecapError) {
        guard image.hasRowsOfCodecFrames else { throw .cannotMagnify(image.format) }
        if MemoryCheck.isExhausted(needing: Int64(pixelCount) * 4) {
            throw .noMemory(for: "scaled frames")
        }
    }

    private func scale(
        _ part: PixelBuffer, to planes: [(bytes: UnsafeMutableRawPointer, bytesPerRow: Int)],
        of pool: PixelBufferPool
    ) throws(FacecapError) {
        let wanted = Scaling(
            format: part.format, part: [part.width, part.height],
            whole: [pool.width, pool.height], isFullRange: part.isFullRange,
            matrix: part.effectiveMatrix)
        if wanted != scaling { try prepare(wanted) }
        source.show(part)
        target.show(planes)
        guard let scaler,
            facecap_scaler_scale(scaler, source.pointer, tail.pointer, target.pointer) > 0
        else { throw .cannotMagnify(part.format) }
    }

    private func prepare(_ wanted: Scaling) throws(FacecapError) {
        scaling = nil
        sws_freeContext(scaler)
        scaler = nil
        let format = wanted.format.ffmpegFormat
        source.describe(format, width: wanted.part[0], height: wanted.part[1])
        target.describe(format, width: wanted.whole[0], height: wanted.whole[1])
        let isFullRange = wanted.isFullRange ? CInt(1) : 0
        let matrix = CInt(wanted.matrix.rawValue)
        scaler = facecap_scaler_create(
            source.pointer, isFullRange, matrix, target.pointer, isFullRange, matrix)
        guard scaler != nil else { throw .cannotMagnify(wanted.format) }
        scaling = wanted
    }

    private static func repeatNearest(
        _ part: PixelBuffer, to target: (bytes: UnsafeMutableRawPointer, bytesPerRow: Int),
        of pool: PixelBufferPool
    ) {
        let source = part.planes[0]
        for y in 0..<pool.height {
            let row =
                source.baseAddress + (2 * y + 1) * part.height / (2 * pool.height)
                * source.bytesPerRow
            let from = row.assumingMemoryBound(to: UInt16.self)
            let to = (target.bytes + y * target.bytesPerRow)
                .assumingMemoryBound(to: UInt16.self)
            for x in 0..<pool.width { to[x] = from[(2 * x + 1) * part.width / (2 * pool.width)] }
        }
    }
}

extension FacecapError {
    fileprivate static func cannotMagnify(_ format: PixelBuffer.Format) -> FacecapError {
        FacecapError(
            .formatUnsupported,
            "Frames of \(format.rawValue) cannot be zoomed; take them as they are.")
    }
}
