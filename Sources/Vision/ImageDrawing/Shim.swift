// SPDX-License-Identifier: Apache-2.0
internal import COpenCV
internal import CaptureSamples
internal import FaceOverlay
internal import FaceValues
import Glibc

/// Calls into the C++ shim: its messages become errors, Swift's values its own.
enum Shim {
    /// Calls with room for a message; anything but 0 becomes an error with it.
    static func call(
        _ what: String, _ body: (UnsafeMutablePointer<CChar>, Int32) -> Int32
    ) throws(FacecapError) {
        var number: CInt = 0
        let message = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            buffer.initialize(repeating: 0)
            guard let start = buffer.baseAddress, body(start, Int32(buffer.count)) != 0 else {
                return String?.none
            }
            number = errno
            return String(cString: start)
        }
        guard let message else { return }
        throw .noMemory(behind: number, for: "drawing")
            ?? FacecapError(.systemFailed, "\(what): \(message).")
    }

    /// Points as the shim has them, during the call.
    static func withPoints<Result>(
        _ points: [Point], _ body: (UnsafePointer<FacecapCanvasPoint>?, Int32) -> Result
    ) -> Result {
        withUnsafeTemporaryAllocation(of: FacecapCanvasPoint.self, capacity: points.count) {
            buffer in
            for (index, point) in points.enumerated() {
                buffer.initializeElement(at: index, to: FacecapCanvasPoint(point))
            }
            return body(UnsafePointer(buffer.baseAddress), Int32(clamping: points.count))
        }
    }

    /// An image to copy; `nil` for distances, which nobody draws on.
    static func source(_ pixels: PixelBuffer) -> FacecapCanvasSource? {
        guard let format = format(pixels.format) else { return nil }
        var source = FacecapCanvasSource()
        source.format = format
        source.width = Int32(clamping: pixels.width)
        source.height = Int32(clamping: pixels.height)
        setPlane(pixels.planes.first, &source.planes.0, &source.bytes_per_row.0)
        setPlane(pixels.planes.dropFirst().first, &source.planes.1, &source.bytes_per_row.1)
        setPlane(pixels.planes.dropFirst(2).first, &source.planes.2, &source.bytes_per_row.2)
        return source
    }

    private static func setPlane(
        _ plane: PixelBuffer.Plane?, _ bytes: inout UnsafePointer<UInt8>?, _ stride: inout Int
    ) {
        guard let plane else { return }
        bytes = plane.baseAddress.assumingMemoryBound(to: UInt8.self)
        stride = plane.bytesPerRow
    }

    private static func format(_ format: PixelBuffer.Format) -> FacecapCanvasFormat? {
        switch format {
        case .gray8: FACECAP_CANVAS_FORMAT_GRAY8
        case .nv12: FACECAP_CANVAS_FORMAT_NV12
        case .i420: FACECAP_CANVAS_FORMAT_I420
        case .yuyv: FACECAP_CANVAS_FORMAT_YUYV
        case .uyvy: FACECAP_CANVAS_FORMAT_UYVY
        case .bgr24: FACECAP_CANVAS_FORMAT_BGR24
        case .bgra: FACECAP_CANVAS_FORMAT_BGRA
        case .depth16: nil
        }
    }
}

extension FacecapCanvasPoint {
    init(_ point: Point) { self.init(x: point.x, y: point.y) }
}

extension FacecapCanvasColor {
    init(_ color: OverlayColor) {
        self.init(red: color.red, green: color.green, blue: color.blue)
    }
}
