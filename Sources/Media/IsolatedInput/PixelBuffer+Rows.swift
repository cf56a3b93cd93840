// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples

extension PixelBuffer {
    /// Copies the rows of all planes, without what lies between them.
    ///
    /// - Parameter place: where a plane goes.
    func copyRows(to place: (Int) -> (start: UnsafeMutableRawPointer, bytesPerRow: Int)) {
        for (index, plane) in planes.enumerated() {
            let layout = format.layout(plane: index, width: width, height: height)
            let (start, bytesPerRow) = place(index)
            for row in 0..<layout.rows {
                (start + row * bytesPerRow).copyMemory(
                    from: plane.baseAddress + row * plane.bytesPerRow,
                    byteCount: layout.bytesPerRow)
            }
        }
    }
}
