// SPDX-License-Identifier: Apache-2.0
import CCodeDrawing

/// A machine-readable code, printed on white paper.
public struct DrawnCode: Sendable {
    /// How it lies in an image, in the middle of which a module has three pixels.
    public struct Place: Sendable {
        /// Of its middle, in pixels.
        public var x, y: Double
        /// Degrees by which it is turned in the image.
        public var turn = 0.0
        /// Degrees by which it is tilted out of the image.
        public var tilt = 0.0
        /// Degrees in the image of the axis about which it is tilted.
        public var tiltAxis = 0.0

        /// Upright, with its middle at `x` and `y`.
        public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
    }

    /// A gray image.
    public struct Image: Sendable {
        /// Pixels a row, and rows.
        public let width, height: Int
        /// Row by row.
        public var luma: [UInt8]

        /// An image of one gray.
        public init(width: Int, height: Int, luma: UInt8 = 120) {
            (self.width, self.height) = (width, height)
            self.luma = Array(repeating: luma, count: width * height)
        }

        /// Blurs as a lens does, by boxes of `2 * radius + 1` pixels, twice in each direction.
        public mutating func blur(radius: Int) {
            facecap_blur(&luma, Int32(width), Int32(height), Int32(radius))
        }
    }

    private let format, text: String

    /// A code.
    ///
    /// - Parameter format: a name of ZXing's formats, such as `QRCode`.
    public init(_ format: String, _ text: String) { (self.format, self.text) = (format, text) }

    /// Draws it as a camera sees it, and returns where its corners are in the image: top left, top right, bottom right
    /// and bottom left as it stands; `nil` where there is no such symbol.
    @discardableResult public func draw(
        at place: Place, in image: inout Image
    ) -> [(x: Double, y: Double)]? {
        var corners = [Double](repeating: 0, count: 8)
        let (width, height) = (Int32(image.width), Int32(image.height))
        let result = facecap_draw_code(
            format, text,
            FacecapCodePlace(
                x: place.x, y: place.y, module_size: 3, turn: place.turn,
                tilt: place.tilt, tilt_axis: place.tiltAxis), &image.luma, width, height, &corners)
        guard result == 0 else { return nil }
        return stride(from: 0, to: 8, by: 2).map { (corners[$0], corners[$0 + 1]) }
    }
}
