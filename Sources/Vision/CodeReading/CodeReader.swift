// SPDX-License-Identifier: Apache-2.0
internal import CZXing
internal import CaptureSamples
internal import FaceValues

/// Reads the machine-readable codes of images with ZXing-C++, in this process, which an image may end by one of the
/// library's assertions: see ``IsolatedCodeReader``.
struct CodeReader {
    /// Looks for where a symbol may be and reads there, in so many pixels at most.
    let pixelLimit: Int
    private let symbologies: Int32

    /// A reader of some kinds of codes.
    init(_ symbologies: Set<MetadataMachineReadableCodeObject.Symbology>, pixelLimit: Int) {
        self.symbologies = symbologies.reduce(0) { $0 | $1.bit }
        self.pixelLimit = pixelLimit
    }

    /// The codes of an image, their corners in its pixels.
    ///
    /// - Parameter luma: row by row.
    /// - Throws: `systemFailed` where there is no memory.
    func codes(
        in luma: UnsafeBufferPointer<UInt8>, width: Int, height: Int
    ) throws(FacecapError) -> [MetadataMachineReadableCodeObject] {
        guard let samples = luma.baseAddress, width > 0, luma.count == width * height else {
            return []
        }
        var image = FacecapCodeImage(
            luma: samples, width: Int32(clamping: width), height: Int32(clamping: height),
            bytes_per_row: Int32(clamping: width))
        var found: [MetadataMachineReadableCodeObject] = []
        let result = withUnsafeMutablePointer(to: &found) { found in
            facecap_codes_read(
                &image, symbologies, Int64(pixelLimit),
                { code, context in
                    guard let object = MetadataMachineReadableCodeObject(code.pointee) else {
                        return
                    }
                    context?.assumingMemoryBound(to: [MetadataMachineReadableCodeObject].self)
                        .pointee.append(object)
                }, found)
        }
        guard result == 0 else { throw .noMemory(for: "reading codes") }
        return found
    }
}

extension MetadataMachineReadableCodeObject {
    /// A code as the shim hands it out, in pixels.
    fileprivate init?(_ code: FacecapCode) {
        guard let symbology = Symbology.allCases.first(where: { $0.bit == code.symbology }) else {
            return nil
        }
        let bytes = UnsafeBufferPointer(start: code.bytes, count: code.count)
        let text = code.is_text != 0 ? String(validating: bytes, as: UTF8.self) : nil
        let corners = code.corners
        self.init(
            symbology: symbology, content: text.map(Content.text) ?? .bytes(Array(bytes)),
            corners: [
                (corners.0, corners.1), (corners.2, corners.3), (corners.4, corners.5),
                (corners.6, corners.7),
            ].map { Point(x: Double($0.0), y: Double($0.1)) })
    }
}

extension MetadataMachineReadableCodeObject.Symbology {
    /// The bit that the shim has for it.
    fileprivate var bit: Int32 { 1 << Int32(number - 1) }
}
