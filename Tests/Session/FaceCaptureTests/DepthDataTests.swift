// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import TestSupport
import Testing

@testable import FaceCapture

@Suite struct DepthDataTests {
    /// A depth image in millimeters.
    static func depthData(
        _ rows: [[UInt16]], unit: Double = 0.001, time: MediaTime = .zero,
        orientation: VideoOrientation = .upright
    ) throws -> DepthData {
        let pool = PixelBufferPool(format: .depth16, width: rows[0].count, height: rows.count)
        let image = pool.makePixelBuffer { planes in
            for (y, row) in rows.enumerated() {
                for (x, value) in row.enumerated() {
                    (planes[0].bytes + y * planes[0].bytesPerRow).storeBytes(
                        of: value.littleEndian, toByteOffset: 2 * x, as: UInt16.self)
                }
            }
        }
        return try #require(
            DepthData(Self.frame(of: image, time, orientation), unit: unit))
    }

    static func frame(
        of image: PixelBuffer, _ time: MediaTime = .zero,
        _ orientation: VideoOrientation = .upright
    ) -> CapturedFrame {
        CapturedFrame(
            id: FrameID(0),
            sampleBuffer: VideoSampleBuffer(
                pixelBuffer: image, presentationTime: time, orientation: orientation,
                captureNanoseconds: 0))
    }

    @Test func aPixelIsADistanceInMetresAndZeroIsUnknown() throws {
        let depthData = try Self.depthData([[0, 1500, 65535], [1, 2, 3]])
        #expect(depthData.distance(x: 0, y: 0) == nil)
        #expect(depthData.distance(x: 1, y: 0) == 1.5)
        #expect(depthData.distance(x: 2, y: 0) == 65.535)
        #expect(depthData.distance(x: 3, y: 0) == nil)
        #expect(depthData.distance(x: 0, y: -1) == nil)
    }

    @Test func theUnitOfTheDeviceCounts() throws {
        let depthData = try Self.depthData([[8000]], unit: 0.000125)
        #expect(depthData.distance(x: 0, y: 0) == 1)
        #expect(depthData.medianDistance(in: .unit) == 1)
    }

    @Test func theMedianIsThatOfTheKnownDistancesInside() throws {
        let depthData = try Self.depthData([
            [9, 9, 9, 9], [9, 0, 700, 9], [9, 300, 1200, 9], [9, 9, 9, 9],
        ])
        let middle = Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
        #expect(depthData.medianDistance(in: middle) == 0.7)
        #expect(depthData.medianDistance(in: .unit) == 0.009)
    }

    @Test func ofAnEvenNumberTheNearerOneOfTheMiddleCounts() throws {
        let depthData = try Self.depthData([[4000, 1000, 3000, 2000]])
        #expect(depthData.medianDistance(in: .unit) == 2)
    }

    @Test func theMedianIsExactWhateverTheDistances() throws {
        var numbers = SeededNumbers.fresh()
        for _ in 0..<20 {
            let rows = (0..<9).map { _ in
                (0..<13).map { _ in UInt16.random(in: 0...2000, using: &numbers) * 32 }
            }
            let known = rows.joined().filter { $0 != 0 }.sorted()
            let expected = Double(known[(known.count - 1) / 2]) / 1000
            #expect(try Self.depthData(rows).medianDistance(in: .unit) == expected, "\(rows)")
        }
    }

    @Test func whereNothingIsKnownThereIsNoMedian() throws {
        let depthData = try Self.depthData([[0, 0], [0, 5]])
        #expect(
            depthData.medianDistance(in: Rect(x: 0, y: 0, width: 0.5, height: 0.5)) == nil)
        for outside in [
            Rect(x: 1.5, y: 0, width: 1, height: 1), Rect(x: -2, y: -2, width: 1, height: 1),
            Rect(x: .nan, y: 0, width: 0, height: 0),
        ] {
            #expect(depthData.medianDistance(in: outside) == nil, "\(outside)")
        }
    }

    @Test func aRectangleMayReachBeyondTheImage() throws {
        let depthData = try Self.depthData([[1000, 2000, 3000]])
        for large in [
            Rect(x: -1, y: -1, width: 3, height: 3), Rect(x: -1e300, y: 0, width: 2e300, height: 1),
            Rect(x: 0, y: 0, width: .infinity, height: .infinity),
        ] {
            #expect(depthData.medianDistance(in: large) == 2, "\(large)")
        }
    }

    @Test func otherImagesHoldNoDistances() {
        let gray = PixelBufferPool(format: .gray8, width: 4, height: 2).makePixelBuffer { _ in }
        #expect(DepthData(Self.frame(of: gray), unit: 0.001) == nil)
    }

    @Test(arguments: [7, 9])
    func rowsThatAreNotWholeUnitsApartAreRefused(bytesPerRow: Int) {
        let memory = PixelBufferPool(format: .depth16, width: 4, height: 2)
            .makePixelBuffer { _ in }
        let image = PixelBuffer(
            format: .depth16, width: 4, height: 2,
            planes: [
                .init(baseAddress: memory.planes[0].baseAddress, bytesPerRow: bytesPerRow)
            ], owner: memory)
        #expect(DepthData(Self.frame(of: image), unit: 0.001) == nil)
    }
}
