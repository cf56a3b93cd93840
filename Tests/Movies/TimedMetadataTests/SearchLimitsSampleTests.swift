// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing
import TimedMetadata

/// `org.facecap.frame.limits`: what a search left out.
@Suite struct SearchLimitsSampleTests {
    private let limits = "region=0.6,0,0.4,1 score=0.9"

    private func format(_ keys: FaceTrackFormat.Keys = .facecap) -> FaceTrackFormat {
        var format = FaceTrackFormat(keys: keys)
        format.includesLimits = true
        return format
    }

    private func observation(_ outcome: FrameLedger.Outcome = .analysed) -> FaceObservation {
        FaceObservation(
            frame: FrameID(7), presentationTime: MediaTime(value: 7, timescale: 30),
            captureNanoseconds: 0, outcome: outcome)
    }

    private func encode(_ format: FaceTrackFormat, _ observation: FaceObservation) -> [UInt8] {
        var encoder = FaceSampleEncoder(format: format)
        return encoder.encode(observation)
    }

    @Test(arguments: FaceTrackFormat.Keys.allCases)
    func limitsGoThroughASample(keys: FaceTrackFormat.Keys) throws {
        let format = format(keys)
        let decoder = try #require(FaceSampleDecoder(sampleEntry: format.sampleEntry))
        var seen = observation()
        seen.searchLimits = limits
        #expect(decoder.decode(encode(format, seen))?.frame?.searchLimits == limits)
        seen.searchLimits = nil
        #expect(decoder.decode(encode(format, seen))?.frame?.searchLimits == nil)
    }

    @Test func framesThatWereNotAnalyzedHaveLimitsToo() throws {
        let decoder = try #require(FaceSampleDecoder(sampleEntry: format().sampleEntry))
        var seen = observation(.skipped(.interval))
        seen.searchLimits = limits
        let frame = try #require(decoder.decode(encode(format(), seen))?.frame)
        #expect(frame.searchLimits == limits && frame.outcome == .skipped(.interval))
    }

    @Test(arguments: FaceTrackFormat.Keys.allCases)
    func samplesWithoutLimitsAreTheSameInATrackThatCanHaveThem(keys: FaceTrackFormat.Keys) {
        #expect(
            encode(format(keys), observation())
                == encode(FaceTrackFormat(keys: keys), observation()))
    }

    @Test func theKeyHasALocalIDOfItsOwnAndIsDeclaredWhereItIsUsed() throws {
        let usual = try #require(BoxedMetadataEntry(reading: FaceTrackFormat().sampleEntry)).names
        var names = try #require(BoxedMetadataEntry(reading: format().sampleEntry)).names
        #expect(names.removeValue(forKey: 30) == "org.facecap.frame.limits")
        #expect(names == usual)
        #expect(!usual.values.contains("org.facecap.frame.limits"))
    }

    @Test(arguments: [
        [], [0xFF, 0xC0, 0x80], [0], Array(repeating: UInt8(ascii: "a"), count: 90_000),
    ])
    func aValueThatIsNoTextIsALimitOfBoundedLength(value: [UInt8]) throws {
        let decoder = try #require(FaceSampleDecoder(sampleEntry: format().sampleEntry))
        let size = UInt32(8 + value.count)
        let item = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + [0, 0, 0, 30]
        let sample = encode(format(), observation()) + item + value
        let frame = try #require(decoder.decode(sample)?.frame)
        #expect(try #require(frame.searchLimits).utf8.count <= 768)
        #expect(frame.outcome == .analysed)
    }
}
