// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
import FaceValues

/// Frames in the memory of a device, for an encoder that takes none from the program's, such as those of VAAPI.
///
/// Source: FFmpeg's `libavutil/hwcontext.h`.
final class DeviceFrames {
    /// What an encoder takes.
    struct Kind {
        let device: AVHWDeviceType
        /// What a frame on the device has for its pixel format.
        let format: AVPixelFormat

        init(device: AVHWDeviceType, format: AVPixelFormat) {
            (self.device, self.format) = (device, format)
        }

        /// `nil` where an encoder takes no frames of a device.
        init?(of encoder: UnsafePointer<AVCodec>) {
            var format = AV_PIX_FMT_NONE
            device = facecap_encoder_device(encoder, &format)
            self.format = format
            if device == AV_HWDEVICE_TYPE_NONE { return nil }
        }

        /// As FFmpeg calls the device: `vaapi`.
        var name: String { av_hwdevice_get_type_name(device).map { String(cString: $0) } ?? "such" }
    }

    let kind: Kind
    private var device: UnsafeMutablePointer<AVBufferRef>?
    private var frames: UnsafeMutablePointer<AVBufferRef>?
    private let uploaded: CodecFrame

    /// Opens the first device of the kind, for the encoder of a name.
    ///
    /// Throws `formatUnsupported` where there is none, or none for frames of that size.
    init(
        _ kind: Kind, for encoder: String, width: Int, height: Int
    ) throws(FacecapError) {
        self.kind = kind
        uploaded = try CodecFrame()
        let code = av_hwdevice_ctx_create(&device, kind.device, nil, nil, 0)
        guard code >= 0, let device else {
            throw FacecapError(
                .formatUnsupported,
                "The encoder \(encoder) takes frames of a \(kind.name) device, of which there is none that opens: it"
                    + " needs a graphics card (/dev/dri), its driver, such as mesa-va-drivers, and the right to use it"
                    + " (group render); or choose another encoder: "
                    + FacecapError.known(EncoderCatalogue.knownVideoEncoders) + ".")
        }
        var creation: CInt = 0
        frames = facecap_device_frames_create(
            device, kind.format, CInt(width), CInt(height), &creation)
        guard frames != nil else {
            throw FacecapError(
                .formatUnsupported,
                "The \(kind.name) device has no room for frames of \(width)x\(height) (\(FacecapError.reason(creation)));"
                    + " choose another size or another encoder.")
        }
    }

    deinit {
        uploaded.clear()
        av_buffer_unref(&frames)
        av_buffer_unref(&device)
    }

    /// Has an encoder that is not open yet take its frames from here.
    func attach(to context: EncoderContext) throws(FacecapError) {
        guard let frames, let reference = av_buffer_ref(frames) else { throw .outOfMemory }
        context.pointer.pointee.pix_fmt = kind.format
        context.pointer.pointee.hw_frames_ctx = reference
    }

    /// An NV12 frame of the program's memory on the device; valid until the next one, or ``clear()``.
    func upload(
        _ image: UnsafeMutablePointer<AVFrame>
    ) throws(FacecapError) -> UnsafeMutablePointer<AVFrame> {
        uploaded.clear()
        guard let frames else { throw .outOfMemory }
        var code = av_hwframe_get_buffer(frames, uploaded.pointer, 0)
        if code >= 0 { code = av_hwframe_transfer_data(uploaded.pointer, image, 0) }
        guard code >= 0 else {
            throw FacecapError(
                .systemFailed,
                "The \(kind.name) device takes no more frames (\(FacecapError.reason(code))); choose another encoder."
            )
        }
        return uploaded.pointer
    }

    /// Lets go of the frame, which an encoder may still hold.
    func clear() { uploaded.clear() }
}
