// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
package import CaptureSamples
package import FaceValues

/// Makes pixel buffers of decoded frames: without a copy where the samples lie in one of our
/// formats already, converted otherwise.
///
/// Color with alpha is taken as stored, as if there were no alpha: nothing is blended.
package final class ImageMaker {
    /// What a conversion depends on.
    private struct Conversion: Equatable {
        let width: Int
        let height: Int
        let source: AVPixelFormat
        let target: PixelBuffer.Format
        let isFullRange: Bool
        let matrix: PixelBuffer.Matrix?
    }

    private let name: String
    private var conversion: Conversion?
    private var scaler: OpaquePointer?
    private var pool: PixelBufferPool?
    /// Shows the planes that are written.
    private var target: CodecFrame?

    /// A maker of frames of a source that errors call `name`.
    package init(name: String) { self.name = name }

    deinit { sws_freeContext(scaler) }

    /// The frame's image; it may keep the frame, which must not be written to then.
    package func makePixelBuffer(_ frame: CodecFrame) throws(FacecapError) -> PixelBuffer {
        try ImageLimits.check(width: frame.width, height: frame.height, of: name)
        if let image = passThrough(frame) { return image }
        return try convert(frame)
    }

    private func passThrough(_ frame: CodecFrame) -> PixelBuffer? {
        guard let format = PixelBuffer.Format(frame.pixelFormat) else { return nil }
        var planes: [PixelBuffer.Plane] = []
        planes.reserveCapacity(format.planeCount)
        for index in 0..<format.planeCount {
            let bytesPerRow = Int(facecap_frame_bytes_per_row(frame.pointer, CInt(index)))
            let needed = format.layout(plane: index, width: frame.width, height: frame.height)
            // A frame stored bottom up, or rows shorter than ours at odd sizes: convert.
            guard bytesPerRow >= needed.bytesPerRow,
                let base = facecap_frame_plane(frame.pointer, CInt(index))
            else { return nil }
            planes.append(.init(baseAddress: base, bytesPerRow: bytesPerRow))
        }
        return PixelBuffer(
            format: format, width: frame.width, height: frame.height, planes: planes,
            isFullRange: isFullRange(frame), matrix: frame.matrix, owner: frame)
    }

    private func convert(_ frame: CodecFrame) throws(FacecapError) -> PixelBuffer {
        let wanted = Conversion(
            width: frame.width, height: frame.height, source: frame.pixelFormat,
            target: .convertible(from: frame.pixelFormat), isFullRange: isFullRange(frame),
            matrix: frame.matrix)
        if wanted != conversion { try prepare(wanted) }
        guard let pool, let scaler, let target else { throw unsupported(wanted.source) }
        return try pool.makePixelBuffer { (planes) throws(FacecapError) in
            target.show(planes)
            guard facecap_scaler_convert(scaler, frame.pointer, target.pointer) > 0 else {
                throw unsupported(wanted.source)
            }
        }
    }

    private func prepare(_ wanted: Conversion) throws(FacecapError) {
        conversion = nil
        sws_freeContext(scaler)
        let width = CInt(wanted.width)
        let height = CInt(wanted.height)
        scaler = sws_getContext(
            width, height, wanted.source, width, height, wanted.target.ffmpegFormat,
            SWS_BILINEAR, nil, nil, nil)
        // Buffers of images are taken without asking.
        let needed = Int64(wanted.width) * Int64(wanted.height) * 4
        if MemoryCheck.isExhausted(needing: needed) { throw .outOfMemory }
        guard let scaler else { throw unsupported(wanted.source) }
        facecap_scaler_keep_range(scaler, wanted.isFullRange ? 1 : 0)
        let target = try CodecFrame()
        target.describe(
            wanted.target.ffmpegFormat, width: wanted.width, height: wanted.height)
        self.target = target
        pool = PixelBufferPool(
            format: wanted.target, width: wanted.width, height: wanted.height,
            isFullRange: wanted.isFullRange, matrix: wanted.matrix)
        conversion = wanted
    }

    /// Gray frames are full range unless they say otherwise, as PNG and JPEG have it.
    private func isFullRange(_ frame: CodecFrame) -> Bool {
        switch frame.pointer.pointee.color_range {
        case AVCOL_RANGE_JPEG: true
        case AVCOL_RANGE_MPEG: false
        default: frame.pixelFormat.isFullRangeByNature
        }
    }

    private func unsupported(_ format: AVPixelFormat) -> FacecapError {
        let kind = av_get_pix_fmt_name(format).map { String(cString: $0) } ?? "an unknown kind"
        return FacecapError(
            .mediaUnreadable,
            "\(name) has frames of the pixel format \(kind), which cannot be converted; "
                + "convert it to yuv420p with `ffmpeg -pix_fmt yuv420p`.")
    }
}

extension CodecFrame {
    /// What made luma and chroma; `nil` for a frame that does not say, or that has no luma of its own.
    package var matrix: PixelBuffer.Matrix? {
        switch pointer.pointee.colorspace {
        case AVCOL_SPC_BT709: .bt709
        case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M: .bt601
        case AVCOL_SPC_BT2020_NCL: .bt2020
        default: nil
        }
    }
}
