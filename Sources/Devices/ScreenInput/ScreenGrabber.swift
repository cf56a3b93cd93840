// SPDX-License-Identifier: Apache-2.0
internal import CXCB
internal import CaptureSamples
internal import FaceValues
import Glibc

/// Takes frames of a part of a screen; of one thread at a time.
final class ScreenGrabber {
    /// The part that is captured, which lies in the screen.
    let region: ScreenRequest.Region
    private let screen: ScreenConnection
    private let pool: PixelBufferPool
    private let shared: SharedImage?

    /// Connects to the server.
    ///
    /// - Parameter sharesMemory: whether frames come through shared memory where that is possible.
    init(
        display: String, region: ScreenRequest.Region?, sharesMemory: Bool = true
    ) throws(FacecapError) {
        screen = try ScreenConnection(display: display)
        let (width, height) = (screen.width, screen.height)
        let region = region ?? ScreenRequest.Region(x: 0, y: 0, width: width, height: height)
        guard region.isInside(width: width, height: height) else {
            throw FacecapError(
                .invalidArgument,
                "The part to capture is not inside the screen, which has "
                    + "\(width)x\(height) pixels.")
        }
        self.region = region
        pool = PixelBufferPool(format: .bgr24, width: region.width, height: region.height)
        shared =
            sharesMemory ? SharedImage(screen, byteCount: region.width * region.height * 4) : nil
    }

    /// Whether frames come through shared memory.
    var sharesMemory: Bool { shared != nil }

    /// What the screen shows now.
    func grab() throws(FacecapError) -> PixelBuffer {
        guard let shared else { return try fetch() }
        var error: UnsafeMutablePointer<xcb_generic_error_t>?
        let cookie = xcb_shm_get_image(
            screen.connection, screen.root, Int16(clamping: region.x), Int16(clamping: region.y),
            UInt16(clamping: region.width), UInt16(clamping: region.height), .max,
            UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue), shared.segment, 0)
        guard let reply = xcb_shm_get_image_reply(screen.connection, cookie, &error) else {
            throw screen.failure(error)
        }
        free(reply)
        return image(of: shared.memory)
    }

    /// Takes a frame through the connection.
    private func fetch() throws(FacecapError) -> PixelBuffer {
        var error: UnsafeMutablePointer<xcb_generic_error_t>?
        let cookie = xcb_get_image(
            screen.connection, UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue), screen.root,
            Int16(clamping: region.x), Int16(clamping: region.y), UInt16(clamping: region.width),
            UInt16(clamping: region.height), .max)
        guard let reply = xcb_get_image_reply(screen.connection, cookie, &error) else {
            throw screen.failure(error)
        }
        defer { free(reply) }
        guard let bytes = xcb_get_image_data(reply),
            Int(xcb_get_image_data_length(reply)) >= region.width * region.height * 4
        else { throw screen.failure(nil) }
        return image(of: bytes)
    }

    private func image(of pixels: UnsafeMutableRawPointer) -> PixelBuffer {
        pool.makePixelBuffer { planes in
            for row in 0..<region.height {
                let from = pixels + row * region.width * 4
                let to = planes[0].bytes + row * planes[0].bytesPerRow
                facecap_bgr24_from_bgrx(
                    from.assumingMemoryBound(to: UInt8.self),
                    to.assumingMemoryBound(to: UInt8.self), Int32(region.width))
            }
        }
    }
}
