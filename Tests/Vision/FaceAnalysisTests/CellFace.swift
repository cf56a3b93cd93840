// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import TestSupport

@testable import FaceAnalysis

/// Somebody's face: shapes in a square.
struct CellFace {
    private static let side = 8

    private var cells: [UInt8]

    init(_ numbers: inout SeededNumbers, luma: ClosedRange<UInt8> = 30...180) {
        cells = (0..<Self.side * Self.side).map { _ in .random(in: luma, using: &numbers) }
    }

    /// What is seen of it while it dissolves into another face, of which a part from 0 to 1 is seen.
    func dissolving(into other: CellFace, part: Double) -> CellFace {
        var result = self
        result.cells = zip(cells, other.cells).map {
            UInt8((Double($0) + part * (Double($1) - Double($0))).rounded())
        }
        return result
    }

    /// The face in less light.
    func darkened(to part: Double) -> CellFace {
        var result = self
        result.cells = cells.map { UInt8(part * Double($0)) }
        return result
    }

    /// The face where rows of cells have their own light, 0...1 by their numbers.
    func darkened(rows light: (Int) -> Double) -> CellFace {
        var result = self
        result.cells = cells.indices.map { UInt8(light($0 / Self.side) * Double(cells[$0])) }
        return result
    }

    /// A gray frame with faces.
    static func frame(
        _ number: Int, _ faces: [(face: CellFace, bounds: Rect)], brighter: Int = 0
    ) -> CapturedFrame {
        ScanningDetector.frame(number, format: .gray8) { planes in
            planes[0].bytes.initializeMemory(
                as: UInt8.self, repeating: 100, count: 180 * planes[0].bytesPerRow)
            for (face, bounds) in faces { face.write(into: planes, at: bounds, brighter: brighter) }
        }
    }

    /// A frame that shows some faces left of a column, and others right of it.
    static func frame(
        _ number: Int, _ left: [(face: CellFace, bounds: Rect)],
        until column: Int, _ right: [(face: CellFace, bounds: Rect)]
    ) -> CapturedFrame {
        ScanningDetector.frame(number, format: .gray8) { planes in
            for (face, bounds) in right { face.write(into: planes, at: bounds, brighter: 0) }
            for (face, bounds) in left {
                face.write(into: planes, at: bounds, brighter: 0, until: column)
            }
        }
    }

    private func write(
        into planes: [(bytes: UnsafeMutableRawPointer, bytesPerRow: Int)], at bounds: Rect,
        brighter: Int, until end: Int = .max
    ) {
        let (left, top, extent) = (Int(bounds.x), Int(bounds.y), Int(bounds.width))
        for row in 0..<extent {
            for column in 0..<extent where left + column < end {
                let cell = row * Self.side / extent * Self.side + column * Self.side / extent
                planes[0].bytes.storeBytes(
                    of: UInt8(Int(cells[cell]) + brighter),
                    toByteOffset: (top + row) * planes[0].bytesPerRow + left + column,
                    as: UInt8.self)
            }
        }
    }
}
