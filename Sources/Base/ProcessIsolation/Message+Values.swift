// SPDX-License-Identifier: Apache-2.0
package import FaceValues

extension MessageWriter {
    /// Appends a number that may be missing.
    package mutating func write(_ number: Double?) { write(number) { $0.write($1) } }

    /// Appends a time.
    package mutating func write(_ time: MediaTime) {
        write(time.value)
        write(time.timescale)
    }

    /// Appends an orientation.
    package mutating func write(_ orientation: VideoOrientation) { write(UInt8(orientation.exif)) }

    /// Appends a point.
    package mutating func write(_ point: Point) {
        write(point.x)
        write(point.y)
    }

    /// Appends a rectangle.
    package mutating func write(_ rect: Rect) {
        for number in [rect.x, rect.y, rect.width, rect.height] { write(number) }
    }
}

extension MessageReader {
    /// The next number, which has to be finite.
    package mutating func readNumber() throws(MessageDamage) -> Double {
        guard let number = try readDouble() else { throw MessageDamage("a number makes no sense") }
        return number
    }

    /// The next orientation.
    package mutating func readOrientation() throws(MessageDamage) -> VideoOrientation {
        VideoOrientation(exif: Int(try read(in: UInt8(1)...8, "an orientation")))
    }

    /// The next point, of finite numbers.
    package mutating func readPoint() throws(MessageDamage) -> Point {
        Point(x: try readNumber(), y: try readNumber())
    }

    /// The next rectangle, of finite numbers.
    package mutating func readRect() throws(MessageDamage) -> Rect {
        Rect(
            x: try readNumber(), y: try readNumber(), width: try readNumber(),
            height: try readNumber())
    }
}
