// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
import CaptureSamples
import FaceValues

/// Gives an encoder its frames: without a copy where they are as it wants them, converted otherwise.
///
/// A frame that is one column or row larger loses that one; any other size is scaled, and where its
/// shape is another one it gets black bars.
final class ImageFeed {
    /// What a conversion depends on.
    private struct Conversion: Equatable {
        let width: CInt
        let height: CInt
        let format: CInt
        let isFullRange: Bool
        let matrix: CInt
    }

    private let width: Int
    private let height: Int
    private let format: AVPixelFormat
    private let isFullRange: Bool
    /// What makes luma and chroma of the encoder's frames, a code of ISO/IEC 23091-2.
    private let matrix: CInt
    /// Where the encoder takes its frames from; `nil` for the program's memory.
    private let device: DeviceFrames?
    private let wrapped: CodecFrame
    private let converted: CodecFrame
    /// The part of the converted frame that is not bars.
    private let window: CodecFrame
    /// The last rows of the frame that is converted.
    private let tail: CodecFrame
    private var fit = ImageFit(of: (1, 1), in: (1, 1))
    private var needsBars = false
    private var conversion: Conversion?
    private var scaler: OpaquePointer?
    /// Luma and chroma of another matrix as colors, and what makes luma and chroma of them again; `nil` where the
    /// scaler does all.
    private var colors: (frame: CodecFrame, scaler: OpaquePointer)?
    private var gray: (chroma: UnsafeMutablePointer<AVBufferRef>, width: Int, height: Int)?

    /// A feed of frames of one size and format, on a device where there is one.
    init(
        width: Int, height: Int, format: AVPixelFormat, isFullRange: Bool, matrix: UInt16,
        device: DeviceFrames? = nil
    ) throws(FacecapError) {
        self.width = width
        self.height = height
        self.format = format
        self.isFullRange = isFullRange
        self.matrix = CInt(matrix)
        self.device = device
        wrapped = try CodecFrame()
        converted = try CodecFrame()
        window = try CodecFrame()
        tail = try CodecFrame()
    }

    deinit {
        freeScalers()
        var chroma = gray?.chroma
        av_buffer_unref(&chroma)
    }

    /// The frame as the encoder wants it; valid until ``release()``.
    func makeFrame(_ image: PixelBuffer) throws(FacecapError) -> UnsafeMutablePointer<AVFrame> {
        let frame = try makeOwnFrame(image)
        return try device?.upload(frame) ?? frame
    }

    /// Has an encoder that is not open yet take its frames from where the feed puts them.
    func attach(to context: EncoderContext) throws(FacecapError) {
        try device?.attach(to: context)
    }

    /// The frame in the program's memory.
    private func makeOwnFrame(
        _ image: PixelBuffer
    ) throws(FacecapError) -> UnsafeMutablePointer<AVFrame> {
        wrapped.clear()
        try wrap(image)
        let frame = wrapped.pointer
        if frame.pointee.format == format.rawValue, frame.pointee.width == width,
            frame.pointee.height == height, image.isFullRange == isFullRange,
            matrix(of: image) == matrix
        {
            return frame
        }
        try convert(isFullRange: image.isFullRange, matrix: matrix(of: image))
        return converted.pointer
    }

    /// What made luma and chroma of an image; of one that has none, what makes them for the encoder.
    private func matrix(of image: PixelBuffer) -> CInt {
        switch image.format {
        case .gray8, .bgr24, .bgra, .depth16: return matrix
        case .yuyv, .uyvy, .nv12, .i420:
            let own = CInt(image.effectiveMatrix.rawValue)
            // The two codes of BT.601 are of the same matrix.
            return own == 6 && matrix == 5 ? matrix : own
        }
    }

    /// Lets go of the frame, which an encoder may still hold.
    func release() {
        wrapped.clear()
        device?.clear()
    }

    private func wrap(_ image: PixelBuffer) throws(FacecapError) {
        guard image.format != .depth16 else {
            throw FacecapError(
                .formatUnsupported,
                "Distances in 16 bits would lose half of them in an encoded frame; record them as "
                    + "depth.")
        }
        let frame = wrapped.pointer
        // A gray frame is one whose chroma is in the middle everywhere.
        let isGray = image.format == .gray8
        frame.pointee.format = (isGray ? AV_PIX_FMT_YUV420P : image.format.ffmpegFormat).rawValue
        let fits = ImageFit.needsNoScaling((image.width, image.height), in: (width, height))
        frame.pointee.width = CInt(clamping: fits ? width : image.width)
        frame.pointee.height = CInt(clamping: fits ? height : image.height)
        for (index, plane) in image.planes.enumerated() {
            let needed = image.format.layout(
                plane: index, width: image.width, height: image.height)
            guard plane.bytesPerRow >= needed.bytesPerRow,
                let bytesPerRow = CInt(exactly: plane.bytesPerRow)
            else {
                throw FacecapError(
                    .invalidArgument,
                    "A frame's rows are \(plane.bytesPerRow) bytes apart, but \(needed.bytesPerRow) "
                        + "long; check its layout.")
            }
            let owner = Unmanaged.passRetained(image)
            let bytes = plane.baseAddress.assumingMemoryBound(to: UInt8.self)
            let reference = av_buffer_create(
                UnsafeMutablePointer(mutating: bytes),
                plane.bytesPerRow * (needed.rows - 1) + needed.bytesPerRow,
                { owner, _ in owner.map { Unmanaged<PixelBuffer>.fromOpaque($0).release() } },
                owner.toOpaque(), AV_BUFFER_FLAG_READONLY)
            guard let reference else {
                owner.release()
                throw .outOfMemory
            }
            facecap_frame_set_plane(frame, CInt(index), bytes, bytesPerRow, reference)
        }
        if isGray { try addGrayChroma(width: image.width, height: image.height) }
    }

    private func addGrayChroma(width: Int, height: Int) throws(FacecapError) {
        let (bytesPerRow, rows) = PixelBuffer.Format.i420.layout(
            plane: 1, width: width, height: height)
        if gray.map({ ($0.width, $0.height) != (width, height) }) ?? true {
            var old = gray?.chroma
            gray = nil
            av_buffer_unref(&old)
            guard let chroma = av_buffer_alloc(bytesPerRow * rows) else { throw .outOfMemory }
            chroma.pointee.data.update(repeating: 128, count: bytesPerRow * rows)
            gray = (chroma, width, height)
        }
        guard let gray else { return }
        for plane in 1...2 {
            guard let reference = av_buffer_ref(gray.chroma) else { throw .outOfMemory }
            facecap_frame_set_plane(
                wrapped.pointer, CInt(plane), gray.chroma.pointee.data, CInt(bytesPerRow),
                reference)
        }
    }

    private func freeScalers() {
        conversion = nil
        sws_freeContext(scaler)
        scaler = nil
        sws_freeContext(colors?.scaler)
        colors = nil
    }

    private func convert(isFullRange: Bool, matrix: CInt) throws(FacecapError) {
        let source = wrapped.pointer
        let wanted = Conversion(
            width: source.pointee.width, height: source.pointee.height,
            format: source.pointee.format, isFullRange: isFullRange, matrix: matrix)
        if wanted != conversion { try prepare(wanted) }
        try converted.makeWritable()
        if needsBars {
            guard facecap_frame_fill_black(converted.pointer, self.isFullRange ? 1 : 0) >= 0 else {
                throw unsupported(wanted)
            }
            needsBars = false
        }
        facecap_frame_set_window(
            window.pointer, converted.pointer, CInt(fit.x), CInt(fit.y))
        let target = colors?.frame ?? window
        guard let scaler, facecap_scaler_scale(scaler, source, tail.pointer, target.pointer) > 0
        else {
            throw unsupported(wanted)
        }
        wrapped.clear()
        guard let colors else { return }
        let code = facecap_scaler_scale(
            colors.scaler, colors.frame.pointer, tail.pointer, window.pointer)
        if code <= 0 { throw unsupported(wanted) }
    }

    private func prepare(_ wanted: Conversion) throws(FacecapError) {
        freeScalers()
        if converted.pointer.pointee.width == 0 {
            converted.describe(format, width: width, height: height)
            try converted.allocate()
        }
        fit = ImageFit(
            of: (Int(wanted.width), Int(wanted.height)), in: (width, height))
        needsBars = fit.width < width || fit.height < height
        window.describe(format, width: fit.width, height: fit.height)
        // What libswscale does by itself it does for whole frames alone.
        if wanted.matrix != matrix, format != AV_PIX_FMT_RGB24 {
            let frame = try CodecFrame()
            frame.describe(AV_PIX_FMT_RGB24, width: window.width, height: window.height)
            try frame.allocate()
            let second = facecap_scaler_create(
                frame.pointer, 1, matrix, window.pointer, isFullRange ? 1 : 0, matrix)
            guard let second else { throw refusal(wanted) }
            colors = (frame, second)
        }
        let target = colors?.frame ?? window
        scaler = facecap_scaler_create(
            wrapped.pointer, wanted.isFullRange ? 1 : 0, wanted.matrix, target.pointer,
            isFullRange ? 1 : 0, matrix)
        guard scaler != nil else { throw refusal(wanted) }
        conversion = wanted
    }

    /// Why there is no scaler.
    private func refusal(_ wanted: Conversion) -> FacecapError {
        MemoryCheck.isExhausted() ? .outOfMemory : unsupported(wanted)
    }

    private func unsupported(_ wanted: Conversion) -> FacecapError {
        FacecapError(
            .formatUnsupported,
            "Frames of \(wanted.width)x\(wanted.height) pixels cannot be scaled to "
                + "\(width)x\(height); choose another size.")
    }
}
