// SPDX-License-Identifier: Apache-2.0
import FaceValues
import TestSupport
import Testing
import TimedMetadata

/// Stretches of metadata that overlap become samples, one after the other.
@Suite struct ClientMetadataTimelineTests {
    private func time(_ seconds: Double) -> MediaTime {
        MediaTime(seconds: seconds, preferredTimescale: 1000)
    }

    private func item(_ name: String) -> TimedMetadataGroup.Item {
        .init(key: "org.example.\(name)", value: .uint8(1))
    }

    private func text(_ samples: [ClientMetadataTimeline.Sample]) -> [String] {
        samples.map { sample in
            let names = sample.items.map { String($0.key.dropFirst("org.example.".count)) }
            return "\(sample.time.seconds) \(names.joined(separator: "+")) \(sample.continuedCount)"
        }
    }

    @Test func stretchesThatOverlapAreSaidTogether() throws {
        var timeline = ClientMetadataTimeline()
        try timeline.add([item("a")], from: time(1), until: time(2))
        try timeline.add([item("b")], from: time(1.5), until: time(1.6))
        #expect(text(timeline.samples(before: time(1))) == [])
        #expect(
            text(timeline.samples(before: time(3)))
                == ["1.0 a 0", "1.5 a+b 1", "1.6 a 1", "2.0  0"])
    }

    @Test func whatHoldsForLongIsSaidAgainEachSecondAndWhereAFileBegins() throws {
        var timeline = ClientMetadataTimeline()
        try timeline.add([item("a")], from: time(0), until: time(60))
        #expect(
            text(timeline.samples(before: time(2.5))) == ["0.0 a 0", "1.0 a 1", "2.0 a 1"])
        #expect(text(timeline.samples(before: time(2.7), renews: true)) == ["2.7 a 1"])
        #expect(text(timeline.samples(before: time(3))) == [])
    }

    @Test func whatComesTooLateIsSaidWhenItStillCanBe() throws {
        var timeline = ClientMetadataTimeline()
        try timeline.add([item("a")], from: time(1), until: time(1.1))
        _ = timeline.samples(before: time(2))
        try timeline.add([item("b")], from: time(0.5), until: time(0.6))
        #expect(text(timeline.samples(before: time(2))) == ["1.100001 b 0", "1.200001  0"])
    }

    @Test func whatIsLeftAtTheEndIsSaidNoLaterThanTheLastFrame() throws {
        var timeline = ClientMetadataTimeline()
        try timeline.add([item("a")], from: time(5), until: time(6))
        #expect(text(timeline.finish(at: time(3), frameDuration: time(0.1))) == ["3.0 a 0"])
    }

    @Test func moreThanThereIsRoomForIsRefused() throws {
        var timeline = ClientMetadataTimeline()
        let long = TimedMetadataGroup.Item(
            key: "a.b", value: .utf8(String(repeating: "a", count: 16_000)))
        var count = 0
        #expect(throws: FacecapError.self) {
            while count < 100 {
                try timeline.add([long], from: .zero, until: time(9))
                count += 1
            }
        }
        #expect(count == 32)
        // When it has ended there is room again.
        _ = timeline.samples(before: time(20))
        try timeline.add([long], from: time(20), until: time(21))
    }

    @Test func samplesAlwaysAscendAndHoldWhatTheyShould() throws {
        var numbers = SeededNumbers.fresh()
        for _ in 0..<300 {
            var timeline = ClientMetadataTimeline()
            var samples: [ClientMetadataTimeline.Sample] = []
            var starts = 0
            for frame in 0..<60 {
                for _ in 0..<Int.random(in: 0...2, using: &numbers) {
                    let start = Double(frame) / 30 - .random(in: 0...0.4, using: &numbers)
                    let end = start + .random(in: 0.001...1.5, using: &numbers)
                    try timeline.add(
                        [item("x\(starts)")], from: time(max(0, start)), until: time(end))
                    starts += 1
                }
                samples += timeline.samples(
                    before: time(Double(frame + 1) / 30), renews: .random(using: &numbers))
            }
            samples += timeline.finish(at: time(2), frameDuration: time(0.033))
            #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.time < $1.time })
            #expect(samples.reduce(0) { $0 + $1.items.count - $1.continuedCount } == starts)
            for (before, sample) in zip(samples, samples.dropFirst()) {
                let continued = sample.items.prefix(sample.continuedCount)
                #expect(continued.allSatisfy { before.items.contains($0) })
            }
        }
    }
}
