// SPDX-License-Identifier: Apache-2.0
internal import COpenCV
internal import FaceOverlay
internal import FaceValues
internal import OpenCVCalls

extension Shim {
    /// Calls with room for a message; anything but 0 becomes an error with it.
    static func draw(
        _ what: String, _ body: (UnsafeMutablePointer<CChar>, Int32) -> Int32
    ) throws(FacecapError) {
        try call(.systemFailed, what, needing: "drawing") { message, capacity in
            body(message, capacity) == 0 ? () : nil
        }
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
}

extension FacecapCanvasPoint {
    init(_ point: Point) { self.init(x: point.x, y: point.y) }
}

extension FacecapCanvasColor {
    init(_ color: OverlayColor) {
        self.init(red: color.red, green: color.green, blue: color.blue)
    }
}
