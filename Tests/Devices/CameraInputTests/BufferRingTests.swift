// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Glibc
import Testing

@testable import CameraInput

@Suite struct BufferRingTests {
    private func images(_ count: Int, of camera: V4L2Camera) throws -> [PixelBuffer] {
        try (0..<count).map { _ in
            guard case .video(let sample) = try camera.nextEvent() else {
                throw FacecapError(.invalidState, "This is not a frame.")
            }
            return sample.pixelBuffer
        }
    }

    private func device(frames: UInt32) -> ScriptedDevice {
        ScriptedDevice((0..<frames).map { .frame($0, at: nil) })
    }

    private func isDriversMemory(_ image: PixelBuffer, of device: ScriptedDevice) -> Bool {
        device.memories.values.contains { memory in
            memory.baseAddress.map { UnsafeRawPointer($0) } == image.planes[0].baseAddress
        }
    }

    @Test func imagesLieInTheDriversMemoryUntilItNeedsIt() throws {
        let device = device(frames: 6)
        let camera = try device.makeCamera()
        let held = try images(6, of: camera)
        #expect(
            held.map { isDriversMemory($0, of: device) } == [true, true] + [
                false, false, false, false,
            ]
        )
        #expect(device.queue.count == 2)
        // The copies are of the same samples.
        let first = held.map { $0.planes[0].baseAddress.load(fromByteOffset: 3, as: UInt8.self) }
        #expect(first == Array(repeating: 3, count: 6))
    }

    @Test func aBufferGoesBackWhenItsImageIsLetGo() throws {
        let device = device(frames: 3)
        let camera = try device.makeCamera()
        var held = try images(2, of: camera)
        #expect(device.queue == [2, 3])
        held.removeFirst()
        #expect(device.queue == [2, 3, 0])
        held += try images(1, of: camera)
        #expect(isDriversMemory(try #require(held.last), of: device))
    }

    @Test func driversWithTwoBuffersAreNeverKeptWaiting() throws {
        let device = device(frames: 5)
        device.bufferCount = 2
        let camera = try device.makeCamera()
        let held = try images(5, of: camera)
        #expect(held.allSatisfy { !isDriversMemory($0, of: device) })
        #expect(device.queue.count == 2)
    }

    @Test func imagesOutliveTheirCamera() throws {
        let device = device(frames: 2)
        var camera: V4L2Camera? = try device.makeCamera()
        var held = try images(2, of: try #require(camera))
        camera = nil
        #expect(!device.isStreaming && device.openCount == 0 && device.mappedCount == 4)
        #expect(held[0].planes[0].baseAddress.load(fromByteOffset: 5, as: UInt8.self) == 5)
        held = []
        #expect(device.mappedCount == 0)
        // Nothing was given to a device that is closed.
        #expect(device.queue.count == 2)
    }

    @Test func aBufferThatCannotGoBackIsAnError() throws {
        let device = device(frames: 2)
        let camera = try device.makeCamera()
        device.failures = ["VIDIOC_QBUF": ENODEV]
        _ = try images(1, of: camera)
        let error = #expect(throws: FacecapError.self) { try camera.nextEvent() }
        #expect(error?.code == .deviceDisconnected)
    }
}
