// SPDX-License-Identifier: Apache-2.0
import CFFmpeg
import CaptureSamples
import FaceValues
import Glibc
import Testing

@testable import MediaCodecs

/// Frames on a device. Mesa's Vulkan has one without a graphics card, where there is no encoder.
@Suite struct DeviceFramesTests {
    private static let vulkan = DeviceFrames.Kind(
        device: AV_HWDEVICE_TYPE_VULKAN, format: AV_PIX_FMT_VULKAN)
    private static let hasVulkan =
        (try? DeviceFrames(vulkan, for: "none", width: 64, height: 64)) != nil
    private static let hasGraphics = access("/dev/dri", F_OK) == 0
    private static var vaapi: UnsafePointer<AVCodec>? {
        EncoderCatalogue.videoEncoder("h264_vaapi")?.encoder
    }

    @Test(.enabled(if: hasVulkan, "needs a Vulkan device: apt-get install mesa-vulkan-drivers"))
    func framesAreOnTheDeviceAsTheyWereInMemory() throws {
        let device = try DeviceFrames(Self.vulkan, for: "none", width: 160, height: 120)
        let feed = try ImageFeed(
            width: 160, height: 120, format: AV_PIX_FMT_NV12, isFullRange: false, matrix: 1,
            device: device)
        // More than a device has room for at once, where nobody holds them.
        for index in 0..<40 {
            let image = TestImage(width: 160, height: 120, index: index).sample().pixelBuffer
            let own = try ImageFeed(
                width: 160, height: 120, format: AV_PIX_FMT_NV12, isFullRange: false, matrix: 1)
            let expected = try own.makeFrame(image)
            let uploaded = try feed.makeFrame(image)
            #expect(uploaded.pointee.format == AV_PIX_FMT_VULKAN.rawValue)
            let back = try CodecFrame()
            back.pointer.pointee.format = AV_PIX_FMT_NV12.rawValue
            try #require(av_hwframe_transfer_data(back.pointer, uploaded, 0) >= 0)
            #expect(Self.bytes(back.pointer) == Self.bytes(expected), "frame \(index)")
            feed.release()
            own.release()
        }
    }

    private static func bytes(_ frame: UnsafeMutablePointer<AVFrame>) -> [UInt8] {
        [(0, 120), (1, 60)].flatMap { plane, rows in
            let (data, stride) =
                plane == 0
                ? (frame.pointee.data.0, frame.pointee.linesize.0)
                : (frame.pointee.data.1, frame.pointee.linesize.1)
            return (0..<rows).flatMap { row in
                UnsafeBufferPointer(start: data.map { $0 + row * Int(stride) }, count: 160)
            }
        }
    }

    @Test(
        .enabled(
            if: vaapi != nil && !hasGraphics,
            "needs an FFmpeg with h264_vaapi, on a machine without /dev/dri"))
    func withoutADeviceTheErrorSaysWhatIsNeeded() {
        let error = #expect(throws: FacecapError.self) {
            try VideoEncoder(
                settings: VideoEncoderSettings(codec: "h264_vaapi"), width: 160, height: 120,
                frameRate: 30, timescale: 600)
        }
        #expect(error?.code == .formatUnsupported)
        #expect(error?.message.contains("vaapi device, of which there is none") == true)
        let problem = EncoderCatalogue.unusableVideoEncoders.first { $0.name == "h264_vaapi" }
        #expect(problem?.problem == "there is no vaapi device for it")
    }

    @Test func encodersThatTakeFramesFromMemoryNeedNoDevice() throws {
        let encoder = try #require(EncoderCatalogue.videoEncoder("libx264")).encoder
        #expect(DeviceFrames.Kind(of: encoder) == nil)
        if let vaapi = Self.vaapi {
            let kind = try #require(DeviceFrames.Kind(of: vaapi))
            #expect(kind.name == "vaapi" && kind.format == AV_PIX_FMT_VAAPI)
        }
    }
}
