// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import Testing

@testable import CameraInput

/// What a driver says of the colors of its frames.
@Suite struct CameraMatrixTests {
    /// The numbers of videodev2.h.
    @Test(arguments: [
        (1, 0, PixelBuffer.Matrix.bt601), (2, 8, .bt709), (6, 0, .bt2020), (3, 0, .bt601),
        (4, 0, .bt709), (0, 8, .bt601), (0, 7, .bt601), (0, 1, .bt601), (0, 3, .bt709),
        (0, 12, .bt709), (0, 10, .bt2020), (0, 0, nil), (0, 11, nil), (0, 2, nil), (8, 8, nil),
    ])
    func encodingOrColourSpaceTellIt(
        encoding: UInt32, colorSpace: UInt32, matrix: PixelBuffer.Matrix?
    ) {
        #expect(PixelBuffer.Matrix(encoding: encoding, colorSpace: colorSpace) == matrix)
    }

    @Test func framesHaveThatOfTheirDriver() throws {
        let device = ScriptedDevice()
        device.answer = { _ in
            DeviceFormat(
                code: PixelFormatCode(.grey), size: FrameSize(width: 32, height: 16),
                bytesPerLine: 64, isFullRange: true, matrix: .bt709)
        }
        device.steps = V4L2CameraTests.frames(1)
        let camera = try device.makeCamera()
        guard case .video(let sample) = try camera.nextEvent() else {
            Issue.record("The first event is not a frame.")
            return
        }
        #expect(sample.pixelBuffer.matrix == .bt709)
    }
}
