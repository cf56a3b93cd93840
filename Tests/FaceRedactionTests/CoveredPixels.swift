import Facecap

/// Counts the pixels of one colour, in pictures of I420.
struct CoveredPixels {
    /// A green that no face and no backdrop of the tests has.
    static let color = OverlayColor(red: 0, green: 255, blue: 0)

    private let luma: Int
    private let blue: Int
    private let red: Int
    private let tolerance: Int

    /// - Parameters:
    ///   - picture: any, of the format of those to come.
    ///   - tolerance: how far a sample may be off, after a lossy codec.
    init(like picture: PixelBuffer, tolerance: Int = 0) throws {
        let redactor = PictureRedactor(method: .box(Self.color))
        let plain = try redactor.cover(.wholePicture, in: picture)
        let samples = plain.planes.map { Int($0.baseAddress.load(as: UInt8.self)) }
        (luma, blue, red) = (samples[0], samples[1], samples[2])
        self.tolerance = tolerance
    }

    /// The pixels in a box, as far as it lies in the picture, that have the colour and that do not.
    func count(of picture: PixelBuffer, in box: Rect) -> (covered: Int, uncovered: Int) {
        precondition(picture.format == .i420)
        let inside = box.intersection(
            Rect(x: 0, y: 0, width: Double(picture.width), height: Double(picture.height)))
        guard !inside.isEmpty else { return (0, 0) }
        let (left, right) = (Int(inside.x.rounded(.down)), Int(inside.maxX.rounded(.up)))
        let (top, bottom) = (Int(inside.y.rounded(.down)), Int(inside.maxY.rounded(.up)))
        let bytes = picture.planes.map { $0.baseAddress.assumingMemoryBound(to: UInt8.self) }
        let (first, second, third) = (bytes[0], bytes[1], bytes[2])
        let strides = picture.planes.map(\.bytesPerRow)
        var covered = 0
        var y = top
        while y < bottom {
            let (row, chroma) = (y * strides[0], (y / 2) * strides[1])
            var x = left
            while x < right {
                if abs(Int(first[row + x]) - luma) <= tolerance,
                    abs(Int(second[chroma + x / 2]) - blue) <= tolerance,
                    abs(Int(third[chroma + x / 2]) - red) <= tolerance
                {
                    covered += 1
                }
                x += 1
            }
            y += 1
        }
        return (covered, (right - left) * (bottom - top) - covered)
    }
}
