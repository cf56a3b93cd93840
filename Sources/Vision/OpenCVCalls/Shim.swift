// SPDX-License-Identifier: Apache-2.0
package import COpenCV
package import CaptureSamples
package import FaceValues
import Glibc

/// Calls into the C++ shim: its messages become errors, Swift's images its own.
package enum Shim {
    /// Calls with room for a message; `nil` becomes an error with it, or one that says for what there was no memory.
    package static func call<Result>(
        _ code: FacecapError.Code, _ what: String, needing thing: String = "the face detector",
        _ body: (UnsafeMutablePointer<CChar>, Int32) -> Result?
    ) throws(FacecapError) -> Result {
        var message = ""
        var number: CInt = 0
        let result = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
            guard let start = buffer.baseAddress else { return Result?.none }
            start.initialize(repeating: 0, count: buffer.count)
            let result = body(start, Int32(buffer.count))
            if result == nil {
                number = errno
                message = String(cString: start)
            }
            return result
        }
        guard let result else {
            throw .noMemory(behind: number, for: thing)
                ?? FacecapError(code, "\(what): \(message).")
        }
        return result
    }

    /// Calls with an image's planes, which stay valid during the call.
    package static func withImage<Result>(
        _ pixels: PixelBuffer, _ body: (UnsafePointer<FacecapImage>) -> Result
    ) -> Result {
        var image = FacecapImage()
        image.format = format(pixels.format)
        image.is_full_range = pixels.isFullRange ? 1 : 0
        image.width = Int32(clamping: pixels.width)
        image.height = Int32(clamping: pixels.height)
        let planes = pixels.planes
        setPlane(planes.first, &image.planes.0, &image.bytes_per_row.0)
        setPlane(planes.dropFirst().first, &image.planes.1, &image.bytes_per_row.1)
        setPlane(planes.dropFirst(2).first, &image.planes.2, &image.bytes_per_row.2)
        return withExtendedLifetime(pixels) { body(&image) }
    }

    private static func setPlane(
        _ plane: PixelBuffer.Plane?, _ bytes: inout UnsafePointer<UInt8>?, _ stride: inout Int
    ) {
        guard let plane else { return }
        bytes = plane.baseAddress.assumingMemoryBound(to: UInt8.self)
        stride = plane.bytesPerRow
    }

    private static func format(_ format: PixelBuffer.Format) -> FacecapPixelFormat {
        switch format {
        case .gray8: FACECAP_PIXEL_FORMAT_GRAY8
        case .nv12: FACECAP_PIXEL_FORMAT_NV12
        case .i420: FACECAP_PIXEL_FORMAT_I420
        case .yuyv: FACECAP_PIXEL_FORMAT_YUYV
        case .uyvy: FACECAP_PIXEL_FORMAT_UYVY
        case .bgr24: FACECAP_PIXEL_FORMAT_BGR24
        case .bgra: FACECAP_PIXEL_FORMAT_BGRA
        case .depth16: FACECAP_PIXEL_FORMAT_DEPTH16
        }
    }
}
