// SPDX-License-Identifier: Apache-2.0
internal import COpenCV
internal import CaptureSamples
internal import FaceValues
import Glibc

/// Calls into the C++ shim: its messages become errors, Swift's images its own.
enum Shim {
    /// Calls with room for a message; `nil` becomes an error with it.
    static func call<Result>(
        _ code: FacecapError.Code, _ what: String,
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
            throw .noMemory(behind: number, for: "the face detector")
                ?? FacecapError(code, "\(what): \(message).")
        }
        return result
    }

    /// Has the threads started that a detector of `count` threads works on.
    static func startThreads(_ count: Int32) throws(FacecapError) {
        _ = try call(
            .systemFailed, "The system has no room for \(count) threads, ask for fewer (--threads)"
        ) { message, capacity in
            facecap_detectors_set_threads(count, message, capacity) == 0 ? () : nil
        }
    }

    /// Works on so many threads from now on, or on as many of them as there are: that changes no
    /// result.
    static func useThreads(_ count: Int32) { try? startThreads(count) }

    /// Calls with an image, a view of it and room for what is found there, and again where there is more than
    /// that: the call returns how much was found, or less than 0.
    static func find<Found>(
        _ what: String, in image: PixelBuffer, _ view: DetectorView, room: inout [Found],
        empty: Found,
        _ call: (
            UnsafePointer<FacecapImage>, UnsafePointer<FacecapView>, UnsafeMutablePointer<Found>,
            Int32, UnsafeMutablePointer<CChar>, Int32
        ) -> Int32
    ) throws(FacecapError) -> ArraySlice<Found> {
        while true {
            let count = try self.call(.detectorFailed, what) { message, capacity in
                withImage(image) { image in
                    withUnsafePointer(to: view.view) { view in
                        let count = call(
                            image, view, &room, Int32(room.count), message, capacity)
                        return count < 0 ? nil : Int(count)
                    }
                }
            }
            if count <= room.count { return room.prefix(count) }
            room = Array(repeating: empty, count: count)
        }
    }

    /// Calls with an image's planes, which stay valid during the call.
    static func withImage<Result>(
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
