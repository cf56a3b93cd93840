// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
package import CaptureSamples
package import FaceValues

/// Converts frames between pixel formats with libswscale, in memory that is used again.
///
/// It is used by one thread at a time. Range and matrix of luma and chroma stay those of the frame; colors without
/// luma get the range that their buffer names.
package final class PixelBufferConverter {
    /// What frames can be converted to.
    package static let targets: [PixelBuffer.Format] = [.bgra, .nv12, .i420]

    /// What a conversion depends on.
    private struct Conversion: Equatable {
        let format: PixelBuffer.Format
        let target: PixelBuffer.Format
        let width: Int
        let height: Int
        let isFullRange: Bool
        let matrix: PixelBuffer.Matrix
    }

    private let source: CodecFrame
    private let target: CodecFrame
    /// The last rows of the source.
    private let tail: CodecFrame
    /// The source of odd sides, with the last column and row twice.
    private let padded: CodecFrame
    private var conversion: Conversion?
    private var scaler: OpaquePointer?
    private var pool: PixelBufferPool?
    /// Chroma of gray.
    private var neutral: [UInt8] = []

    /// A converter that has converted nothing yet.
    package init() throws(FacecapError) {
        source = try CodecFrame()
        target = try CodecFrame()
        tail = try CodecFrame()
        padded = try CodecFrame()
    }

    deinit { sws_freeContext(scaler) }

    /// The frame in a format; the frame itself where it has it.
    ///
    /// Throws `formatUnsupported` for formats that are not ``targets``, for distances, and for rows that are too short.
    package func convert(
        _ image: PixelBuffer, to format: PixelBuffer.Format
    ) throws(FacecapError) -> PixelBuffer {
        guard image.format != format else { return image }
        guard Self.targets.contains(format), image.format != .depth16 else {
            throw .cannotConvert(image.format, to: format)
        }
        guard image.hasRowsOfCodecFrames else { throw .cannotConvert(image.format, to: format) }
        let wanted = Conversion(
            format: image.format, target: format, width: image.width, height: image.height,
            isFullRange: image.isFullRange, matrix: image.effectiveMatrix)
        if wanted != conversion { try prepare(wanted, image) }
        guard let pool, let scaler else { throw .cannotConvert(image.format, to: format) }
        return try neutral.withUnsafeBufferPointer { (neutral) throws(FacecapError) in
            show(image, neutral: neutral.baseAddress)
            let from = isPadded ? padded : source
            if isPadded { facecap_frame_pad(padded.pointer, source.pointer) }
            let whole = try pool.makePixelBuffer { (planes) throws(FacecapError) in
                target.show(planes)
                guard
                    facecap_scaler_scale(scaler, from.pointer, tail.pointer, target.pointer) > 0
                else { throw .cannotConvert(image.format, to: format) }
            }
            return isPadded
                ? whole.part(x: 0, y: 0, width: image.width, height: image.height) : whole
        }
    }

    /// Whether a side is odd: of pairs of pixels, of which chroma is one sample, libswscale leaves the last one out, or
    /// reads beyond it.
    private var isPadded: Bool { padded.width > 0 }

    /// Lets the source frame lie where the image does.
    private func show(_ image: PixelBuffer, neutral: UnsafePointer<UInt8>?) {
        source.show(image)
        guard image.format == .gray8, let neutral else { return }
        for index in 1...2 {
            source.show(
                plane: index, UnsafeMutablePointer(mutating: neutral),
                bytesPerRow: (image.width + 1) / 2)
        }
    }

    private func prepare(_ wanted: Conversion, _ image: PixelBuffer) throws(FacecapError) {
        conversion = nil
        sws_freeContext(scaler)
        scaler = nil
        let (width, height) = ((wanted.width + 1) & ~1, (wanted.height + 1) & ~1)
        // Buffers of images are taken without asking.
        if MemoryCheck.isExhausted(needing: Int64(width) * Int64(height) * 8) {
            throw .noMemory(for: "converted frames")
        }
        // Gray is a frame whose chroma is in the middle everywhere.
        let isGray = wanted.format == .gray8
        neutral = [UInt8](repeating: 128, count: isGray ? width / 2 * height / 2 : 0)
        let format = isGray ? AV_PIX_FMT_YUV420P : wanted.format.ffmpegFormat
        source.describe(format, width: wanted.width, height: wanted.height)
        target.describe(wanted.target.ffmpegFormat, width: width, height: height)
        padded.clear()
        if (width, height) != (wanted.width, wanted.height) {
            padded.describe(format, width: width, height: height)
            try padded.allocate()
        }
        let isFullRange = wanted.isFullRange ? CInt(1) : 0
        let matrix = CInt(wanted.matrix.rawValue)
        scaler = facecap_scaler_create(
            (isPadded ? padded : source).pointer, isFullRange, matrix, target.pointer, isFullRange,
            matrix)
        guard scaler != nil else { throw .cannotConvert(wanted.format, to: wanted.target) }
        pool = PixelBufferPool(
            format: wanted.target, width: width, height: height,
            isFullRange: wanted.target == .bgra || wanted.isFullRange,
            matrix: wanted.target == .bgra ? nil : wanted.matrix)
        conversion = wanted
    }
}

extension FacecapError {
    fileprivate static func cannotConvert(
        _ format: PixelBuffer.Format, to target: PixelBuffer.Format
    ) -> FacecapError {
        FacecapError(
            .formatUnsupported,
            "Frames of \(format.rawValue) cannot be converted to \(target.rawValue); take them as they are."
        )
    }
}
