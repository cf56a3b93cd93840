// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import Foundation
import TestSupport
import Testing

extension PixelBuffer {
    /// The bytes of each plane, without what lies between rows.
    var packedPlanes: [[UInt8]] {
        planes.enumerated().map { index, plane in
            let layout = format.layout(plane: index, width: width, height: height)
            return (0..<layout.rows).flatMap { row in
                UnsafeRawBufferPointer(
                    start: plane.baseAddress + row * plane.bytesPerRow, count: layout.bytesPerRow)
            }
        }
    }

    /// The same image, each plane of which ends where the memory ends.
    func guarded() throws -> PixelBuffer {
        let memory = try planes.enumerated().map { index, plane in
            let layout = format.layout(
                plane: index, width: width, height: height)
            return try GuardedMemory(
                UnsafeRawBufferPointer(
                    start: plane.baseAddress,
                    count: plane.bytesPerRow * (layout.rows - 1) + layout.bytesPerRow))
        }
        return PixelBuffer(
            format: format, width: width, height: height,
            planes: try zip(planes, memory).map { plane, memory in
                PixelBuffer.Plane(
                    baseAddress: try #require(memory.bytes.baseAddress),
                    bytesPerRow: plane.bytesPerRow)
            }, isFullRange: isFullRange, owner: memory as NSArray)
    }
}
