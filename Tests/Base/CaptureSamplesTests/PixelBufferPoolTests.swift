// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import Testing

@Suite struct PixelBufferPoolTests {
    @Test func memoryIsUsedAgainOnceTheImageIsLetGo() {
        let pool = PixelBufferPool(format: .i420, width: 33, height: 17)
        let first = address { pool.makePixelBuffer { _ in } }
        let second = address { pool.makePixelBuffer { _ in } }
        #expect(first == second)
    }

    @Test func imagesInUseDoNotShareMemory() {
        let pool = PixelBufferPool(format: .gray8, width: 8, height: 8)
        let one = pool.makePixelBuffer { planes in planes[0].bytes.storeBytes(of: 1, as: UInt8.self)
        }
        let two = pool.makePixelBuffer { planes in planes[0].bytes.storeBytes(of: 2, as: UInt8.self)
        }
        #expect(one.planes[0].baseAddress.load(as: UInt8.self) == 1)
        #expect(two.planes[0].baseAddress.load(as: UInt8.self) == 2)
    }

    @Test(arguments: PixelBuffer.Format.allCases)
    func everyPlaneHasRoomForItsRows(_ format: PixelBuffer.Format) {
        let pool = PixelBufferPool(format: format, width: 5, height: 3)
        let image = pool.makePixelBuffer { planes in
            for (index, plane) in planes.enumerated() {
                let layout = format.layout(plane: index, width: 5, height: 3)
                for row in 0..<layout.rows {
                    plane.bytes.advanced(by: row * plane.bytesPerRow)
                        .initializeMemory(as: UInt8.self, repeating: 7, count: layout.bytesPerRow)
                }
            }
        }
        #expect(image.planes.count == format.planeCount)
        #expect(image.planes[0].bytesPerRow.isMultiple(of: 64))
    }

    @Test func theMinimumOfImagesIsThereFromTheStart() {
        let pool = PixelBufferPool(format: .gray8, width: 64, height: 2, minimumBufferCount: 2)
        // Fresh memory may hold anything; what was made ready at the start is zero.
        let images = (0..<2).map { _ in pool.makePixelBuffer { _ in } }
        for image in images {
            let bytes = UnsafeRawBufferPointer(start: image.planes[0].baseAddress, count: 128)
            #expect(bytes.allSatisfy { $0 == 0 })
        }
        #expect(images[0].planes[0].baseAddress != images[1].planes[0].baseAddress)
    }

    @Test func imagesOutliveTheirPool() {
        var pool: PixelBufferPool? = PixelBufferPool(format: .gray8, width: 4, height: 4)
        let image = pool?.makePixelBuffer { $0[0].bytes.storeBytes(of: 9, as: UInt8.self) }
        pool = nil
        #expect(image?.planes[0].baseAddress.load(as: UInt8.self) == 9)
    }

    private func address(_ make: () -> PixelBuffer) -> UnsafeRawPointer {
        make().planes[0].baseAddress
    }
}
