// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import CameraInput

@Suite struct FormatOfferTests {
    private let vga = FrameSize(width: 640, height: 480)
    private let hd = FrameSize(width: 1280, height: 720)

    @Test func steppedSizesAreRoundedToTheNearestStepInside() {
        let range = FrameSizeRange(
            smallest: FrameSize(width: 16, height: 16), largest: FrameSize(width: 650, height: 490),
            step: FrameSize(width: 16, height: 8))
        #expect(range.nearest(to: FrameSize(width: 639, height: 477)) == vga)
        #expect(range.nearest(to: hd) == FrameSize(width: 640, height: 488))
        #expect(range.nearest(to: FrameSize(width: 1, height: 1)) == range.smallest)
    }

    @Test func stepZeroCountsAsOne() {
        let range = FrameSizeRange(
            smallest: FrameSize(width: 1, height: 1), largest: hd,
            step: FrameSize(width: 0, height: 0))
        #expect(
            range.nearest(to: FrameSize(width: 641, height: 3)) == FrameSize(width: 641, height: 3))
    }

    @Test(arguments: [
        (FrameSize(width: 0, height: 0), FrameSize(width: 640, height: 480)),
        (FrameSize(width: 640, height: 480), FrameSize(width: 320, height: 240)),
        (FrameSize(width: 1, height: 1), FrameSize(width: 4_294_967_295, height: 480)),
    ])
    func senselessSizesAreNoOffer(smallest: FrameSize, largest: FrameSize) {
        let range = FrameSizeRange(
            smallest: smallest, largest: largest, step: FrameSize(width: 1, height: 1))
        #expect(range.nearest(to: vga) == nil)
        #expect(FormatOffer.nearestSize(to: vga, in: [range]) == nil)
    }

    @Test func unlistedSizesAreLeftToTheDriver() {
        #expect(FormatOffer.nearestSize(to: vga, in: []) == vga)
    }

    @Test func slowestSufficientRateIsChosenElseTheFastest() {
        let ranges = [5.0, 60, 29.97].map { FrameIntervalRange(FrameInterval(frameRate: $0)) }
        #expect(FormatOffer.interval(for: 30, in: ranges)?.frameRate == 29.97)
        #expect(FormatOffer.interval(for: 31, in: ranges)?.frameRate == 60)
        #expect(FormatOffer.interval(for: 90, in: ranges)?.frameRate == 60)
    }

    @Test func rangesOfIntervalsGiveTheWantedRate() {
        let range = FrameIntervalRange(
            shortest: FrameInterval(frameRate: 60), longest: FrameInterval(frameRate: 5))
        #expect(range.nearest(to: 25) == FrameInterval(numerator: 1, denominator: 25))
        #expect(range.nearest(to: 12.5) == FrameInterval(numerator: 1000, denominator: 12500))
        #expect(range.nearest(to: 1)?.frameRate == 5)
    }

    @Test func intervalsOfNoTimeAreIgnored() {
        let nothing = FrameInterval(numerator: 0, denominator: 30)
        let endless = FrameInterval(numerator: 1, denominator: 0)
        let ranges = [FrameIntervalRange(nothing), FrameIntervalRange(endless)]
        #expect(FormatOffer.interval(for: 30, in: ranges) == nil)
    }

    @Test func sizeCountsBeforeRateAndRateBeforeCost() {
        let request = CameraRequest(width: 640, height: 480, frameRate: 30)
        let slow = FormatOffer(format: .nv12, size: vga, interval: FrameInterval(frameRate: 10))
        let fast = FormatOffer(format: .yuyv, size: vga, interval: FrameInterval(frameRate: 30))
        let faster = FormatOffer(format: .bgr3, size: vga, interval: FrameInterval(frameRate: 60))
        let large = FormatOffer(format: .nv12, size: hd, interval: FrameInterval(frameRate: 30))
        #expect(FormatOffer.cheapest(of: [faster, fast, slow], for: request) == fast)
        #expect(FormatOffer.cheapest(of: [large, slow], for: request) == slow)
        #expect(FormatOffer.cheapest(of: [], for: request) == nil)
    }

    @Test func codesReadAsTheirCharacters() {
        let names = CameraRequest.PixelFormat.allCases.map { PixelFormatCode($0).description }
        #expect(names == ["NV12", "YU12", "YUYV", "UYVY", "GREY", "BGR3", "MJPG", "H264", "Z16"])
        #expect(PixelFormatCode(rawValue: 0x2036_3159).description == "Y16")
        #expect(PixelFormatCode(rawValue: 0x1B0A_4141).description == "AA??")
        #expect(PixelFormatCode(rawValue: 0x2020_2020).description == "")
    }
}
