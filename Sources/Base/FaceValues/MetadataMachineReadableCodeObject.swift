// SPDX-License-Identifier: Apache-2.0
/// A machine-readable code in a frame, such as a QR code.
public struct MetadataMachineReadableCodeObject: Sendable, Hashable {
    /// What kind of code it is; the raw values are the words of options and of JSON, the order that of the numbers
    /// in movies.
    public enum Symbology: String, Sendable, Hashable, CaseIterable {
        /// QR code, ISO/IEC 18004.
        case qr
        /// Data Matrix, ISO/IEC 16022.
        case dataMatrix = "datamatrix"
        /// Aztec code, ISO/IEC 24778.
        case aztec
        /// PDF417, ISO/IEC 15438.
        case pdf417
        /// EAN-13, ISO/IEC 15420; UPC-A is one that begins with 0.
        case ean13
        /// EAN-8, ISO/IEC 15420.
        case ean8
        /// Code 128, ISO/IEC 15417.
        case code128
    }

    /// What it holds.
    public enum Content: Sendable, Hashable {
        /// Text, as its maker wrote it: it may hold line ends and characters that steer terminals.
        case text(String)
        /// Bytes that are not said to be text.
        case bytes([UInt8])
    }

    /// What kind of code it is.
    public let symbology: Symbology
    /// What it holds.
    public let content: Content
    /// Its four corners in the **stored** frame, normalized to 0...1 with the origin top left: top left, top right,
    /// bottom right and bottom left as the symbol itself stands.
    public var corners: [Point]

    /// A code in a frame.
    ///
    /// - Parameters:
    ///   - symbology: what kind of code it is.
    ///   - content: what it holds.
    ///   - corners: four of them.
    public init(symbology: Symbology, content: Content, corners: [Point]) {
        precondition(corners.count == 4)
        self.symbology = symbology
        self.content = content
        self.corners = corners
    }

    /// The text that it holds; `nil` where it holds bytes that are not said to be text.
    public var stringValue: String? {
        if case .text(let text) = content { text } else { nil }
    }

    /// The upright rectangle about it, normalized as ``corners`` are.
    public var bounds: Rect {
        let (x, y) = (corners.map(\.x), corners.map(\.y))
        return Rect(
            corner: Point(x: x.min() ?? 0, y: y.min() ?? 0),
            corner: Point(x: x.max() ?? 0, y: y.max() ?? 0))
    }
}

extension MetadataMachineReadableCodeObject.Symbology {
    /// Its number in movies and messages, from 1 on.
    package var number: UInt8 { UInt8((Self.allCases.firstIndex(of: self) ?? 0) + 1) }

    /// The one with a number; `nil` where there is none.
    package init?(number: UInt8) {
        guard 1...Self.allCases.count ~= Int(number) else { return nil }
        self = Self.allCases[Int(number) - 1]
    }
}

extension CoordinateTransform {
    /// Where a code goes; its corners keep their order, that of the symbol.
    public func apply(
        _ code: MetadataMachineReadableCodeObject
    ) -> MetadataMachineReadableCodeObject {
        var result = code
        result.corners = code.corners.map(apply)
        return result
    }
}
