// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Glibc
import Testing

@testable import VideoDeviceOutput

@Suite struct VideoOutputDeviceTests {
    private let script = ScriptedOutputDevice()

    private func open() throws -> VideoOutputDevice {
        try VideoOutputDevice(path: "/dev/fake", calls: script)
    }

    /// A frame of 4x2 or another size whose bytes ascend through its planes from `first` on.
    private func image(_ first: UInt8 = 0, width: Int = 4, height: Int = 2) -> PixelBuffer {
        PixelBufferPool(format: .i420, width: width, height: height).makePixelBuffer { planes in
            var value = first
            for (index, plane) in planes.enumerated() {
                let (bytes, rows) = PixelBuffer.Format.i420.layout(
                    plane: index, width: width, height: height)
                for y in 0..<rows {
                    for x in 0..<bytes {
                        plane.bytes.storeBytes(
                            of: value, toByteOffset: y * plane.bytesPerRow + x, as: UInt8.self)
                        value += 1
                    }
                }
            }
        }
    }

    private func error(_ body: () throws -> Void) -> FacecapError? {
        do { try body() } catch { return error as? FacecapError }
        return nil
    }

    @Test func whatADriverAnswersWithoutSenseIsNoFormat() {
        func format(_ width: Int, _ height: Int, _ bytesPerLine: Int) -> OutputFormat? {
            OutputFormat(
                answered: .planar, width: width, height: height, bytesPerLine: bytesPerLine,
                imageSize: 1)
        }
        let usual = format(64, 48, 0)
        #expect(usual?.bytesPerLine == 64)
        #expect(usual?.imageSize == 64 * 48 * 3 / 2)
        let most = Int(UInt32.max)
        #expect(format(0, 48, 64) == nil)
        #expect(format(64, 0, 64) == nil)
        #expect(format(most, most, most) == nil)
        #expect(format(64, 48, most) == nil)
        #expect(format(1 << 15, 1 << 15, 1 << 15) == nil)
    }

    @Test func imagesLieInTheDeviceAsItWantsThem() throws {
        let device = try open()
        #expect(try device.write(image(), frameRate: nil))
        #expect(script.images == [Array(0..<12)])
        #expect((device.shownCount, device.droppedCount) == (1, 0))
        #expect(script.startCount == 1)
    }

    @Test func aColumnAndARowWithoutANeighborAreLeftOut() throws {
        let device = try open()
        #expect(try device.write(image(width: 5, height: 3), frameRate: nil))
        #expect(script.images == [[0, 1, 2, 3, 5, 6, 7, 8, 15, 16, 21, 22]])
    }

    @Test func aDeviceOfNV12GetsItsChromaInTurns() throws {
        script.answer = { $0.layout == .interleaved ? $0 : nil }
        try _ = open().write(image(), frameRate: nil)
        #expect(script.images == [[0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 9, 11]])
    }

    @Test func rowsMayBeLongerInTheDevice() throws {
        script.way = .write
        script.answer = { format in
            guard format.layout == .planar else { return nil }
            var long = OutputFormat(layout: .planar, width: 4, height: 2, bytesPerLine: 8)
            long.imageSize = long.byteCount + 4
            return long
        }
        try _ = open().write(image(), frameRate: nil)
        // Between the rows, and behind the frame, nothing is told of this program's memory.
        #expect(
            script.images == [
                [0, 1, 2, 3, 0, 0, 0, 0, 4, 5, 6, 7, 0, 0, 0, 0, 8, 9, 0, 0, 10, 11, 0, 0]
                    + [0, 0, 0, 0]
            ])
    }

    @Test func aDeviceThatGivesNoBufferBackDropsAndCounts() throws {
        let device = try open()
        for _ in 0..<6 { #expect(try device.write(image(), frameRate: nil)) }
        #expect((device.shownCount, device.droppedCount) == (4, 2))
        script.finished = [2]
        #expect(try device.write(image(50), frameRate: nil))
        #expect((device.shownCount, device.droppedCount) == (5, 2))
        #expect(script.images.last?.first == 50)
    }

    @Test func aDeviceWithoutBuffersIsWrittenTo() throws {
        script.way = .write
        let device = try open()
        for first in [0, 20] as [UInt8] { _ = try device.write(image(first), frameRate: nil) }
        script.takesInTime = false
        _ = try device.write(image(40), frameRate: nil)
        script.takesInTime = true
        _ = try device.write(image(60), frameRate: nil)
        #expect(script.images.map(\.first) == [0, 20, 60])
        #expect((device.shownCount, device.droppedCount) == (3, 1))
        #expect(script.mappedCount == 0 && script.startCount == 0)
    }

    @Test func buffersAreGivenBack() throws {
        do {
            let device = try open()
            _ = try device.write(image(), frameRate: nil)
            #expect(script.mappedCount == 4)
        }
        #expect(script.mappedCount == 0)
    }

    @Test func noBufferStaysMappedWhereAnotherOneCannotBe() throws {
        let device = try open()
        script.failures = ["mmap 2": ENOMEM]
        #expect(error { _ = try device.write(image(), frameRate: nil) } != nil)
        #expect(script.mappedCount == 0)
        script.failures = [:]
        script.bufferSizes = [12, 11]
        let failure = error { _ = try device.write(image(), frameRate: nil) }
        #expect(failure?.message.contains("no room for a frame") == true)
        #expect(script.mappedCount == 0)
    }

    @Test func anotherSizeIsNamed() throws {
        script.answer = { format in
            OutputFormat(layout: format.layout, width: 640, height: 480, bytesPerLine: 640)
        }
        let device = try open()
        let failure = error { _ = try device.write(image(), frameRate: nil) }
        #expect(failure?.code == .formatUnsupported)
        #expect(failure?.message.contains("640x480, not 4x2") == true)
    }

    @Test func aDeviceOfOtherFormatsIsRefused() throws {
        script.answer = { _ in nil }
        let device = try open()
        let failure = error { _ = try device.write(image(), frameRate: nil) }
        #expect(failure?.code == .formatUnsupported)
    }

    @Test func imagesOfAnotherSizeAreRefusedLater() throws {
        let device = try open()
        _ = try device.write(image(), frameRate: nil)
        let failure = error { _ = try device.write(image(width: 6), frameRate: nil) }
        #expect(failure?.code == .formatUnsupported)
    }

    @Test func aDriverThatMakesBuffersUpIsAnError() throws {
        let device = try open()
        for _ in 0..<4 { _ = try device.write(image(), frameRate: nil) }
        for index in [4, -1, .max] {
            script.finished = [index]
            let failure = error { _ = try device.write(image(), frameRate: nil) }
            #expect(failure?.code == .systemFailed)
        }
    }

    /// The call that fails, how, and what its user is told.
    @Test(arguments: [
        ("QUERYCAP", ENOTTY, FacecapError.Code.formatUnsupported), ("S_FMT", EBUSY, .deviceBusy),
        ("REQBUFS", EBUSY, .deviceBusy), ("QBUF", ENODEV, .deviceDisconnected),
        ("STREAMON", EIO, .deviceDisconnected), ("DQBUF", ENODEV, .deviceDisconnected),
        ("DQBUF", EIO, .deviceDisconnected), ("S_FMT", EACCES, .permissionDenied),
        ("QBUF", ENOMEM, .systemFailed),
    ])
    func whatFailsIsOneLine(_ call: String, _ number: Int32, _ code: FacecapError.Code) throws {
        script.failures = [call: number]
        let failure = error {
            let device = try open()
            for _ in 0..<5 { _ = try device.write(image(), frameRate: nil) }
        }
        #expect(failure?.code == code)
        #expect(failure?.message.contains("/dev/fake") == true)
        #expect(failure?.message.contains("\n") == false)
        #expect(script.mappedCount == 0)
    }

    @Test func aDeviceThatIsWrittenToCanGoAwayToo() throws {
        script.way = .write
        let device = try open()
        _ = try device.write(image(), frameRate: nil)
        script.failures = ["write": ENODEV]
        let failure = error { _ = try device.write(image(), frameRate: nil) }
        #expect(failure?.code == .deviceDisconnected)
    }

    @Test(arguments: ["/dev/null", "/dev/zero"])
    func whatIsNoDeviceOfV4L2IsSaidToBeNone(path: String) {
        let failure = error { _ = try VideoOutputDevice(path: path) }
        #expect(failure?.code == .formatUnsupported)
        #expect(failure?.message.contains("\(path) is no device of V4L2") == true)
    }
}
