// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Glibc
import Testing

@testable import CameraInput

@Suite struct CameraFormatTests {
    private func formats(_ device: ScriptedDevice) throws -> [CameraDescription.Format] {
        try CameraDevice(path: "/dev/video0", calls: device).formats()
    }

    @Test func sizesAndRatesAreListedInTheDriversOrder() throws {
        let device = ScriptedDevice()
        device.offers = [
            .init(.yuyv, [FrameSize(width: 640, height: 480)], [30, 15]),
            .init(
                code: PixelFormatCode(rawValue: 0x4750_4A4D),
                sizes: [
                    FrameSizeRange(
                        smallest: FrameSize(width: 32, height: 16),
                        largest: FrameSize(width: 1920, height: 1080),
                        step: FrameSize(width: 2, height: 1))
                ],
                intervals: [
                    FrameIntervalRange(
                        shortest: FrameInterval(frameRate: 60),
                        longest: FrameInterval(frameRate: 5))
                ]),
        ]
        let vga = Size(width: 640, height: 480)
        #expect(
            try formats(device) == [
                CameraDescription.Format(
                    pixelFormat: "YUYV",
                    sizes: [
                        .init(smallest: vga, largest: vga, frameRates: [30...30, 15...15])
                    ]),
                CameraDescription.Format(
                    pixelFormat: "MJPG",
                    sizes: [
                        .init(
                            smallest: Size(width: 32, height: 16),
                            largest: Size(width: 1920, height: 1080),
                            step: Size(width: 2, height: 1), frameRates: [5...60])
                    ]),
            ])
        #expect(device.openCount == 0)
    }

    @Test func sizesAndRatesWithoutSenseAreLeftOut() throws {
        let device = ScriptedDevice()
        device.offers = [
            .init(
                code: PixelFormatCode(.nv12),
                sizes: [
                    FrameSizeRange(FrameSize(width: 0, height: 480)),
                    FrameSizeRange(FrameSize(width: 640, height: 480)),
                ],
                intervals: [
                    FrameIntervalRange(FrameInterval(numerator: 0, denominator: 30)),
                    FrameIntervalRange(FrameInterval(numerator: 1, denominator: 0)),
                    FrameIntervalRange(FrameInterval(numerator: .max, denominator: 1)),
                ])
        ]
        let sizes = try #require(try formats(device).first).sizes
        #expect(sizes.map(\.smallest) == [Size(width: 640, height: 480)])
        #expect(sizes.first?.frameRates == [])
    }

    @Test func aRateWithoutSenseIsNotBelieved() throws {
        let device = ScriptedDevice([.frame(0, at: nil)])
        device.intervalAnswer = { _ in FrameInterval(numerator: .max, denominator: 1) }
        let camera = try device.makeCamera()
        #expect(camera.videoFormat == VideoFormat(width: 4, height: 2, frameRate: nil))
        guard case .video? = try camera.nextEvent() else {
            Issue.record("There is no frame.")
            return
        }
    }

    @Test func aCameraWhoseBuffersAreSomeoneElsesIsBusy() throws {
        let system = try SystemFolder()
        try system.plug("video0")
        let device = ScriptedDevice()
        for (number, isBusy) in [(EBUSY, true), (EINVAL, false), (nil, false)] {
            device.failures["VIDIOC_REQBUFS"] = number
            let camera = CameraCatalogue.cameras(below: system.nodes, calls: device).first
            #expect(camera?.isBusy == isBusy)
            #expect(camera?.unavailability == nil)
        }
    }
}
