// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Testing

@testable import FaceRecording

@Suite struct PreRollBufferTests {
    private func sample(
        _ track: RecordedTrack, _ second: Double, isSync: Bool = true
    ) -> RecordedSample {
        RecordedSample(
            track: track,
            sample: EncodedSample(
                bytes: [], presentationTime: MediaTime(seconds: second, preferredTimescale: 1000),
                isSync: isSync))
    }

    @Test func itBeginsWithAKeyFrameAtLeastTheAskedTimeBack() {
        var buffer = PreRollBuffer(
            duration: MediaTime(value: 5, timescale: 1), leader: .video)
        for second in 0..<20 {
            buffer.append(sample(.video, Double(second), isSync: second.isMultiple(of: 2)))
            buffer.append(sample(.audio, Double(second) + 0.5))
        }
        let kept = buffer.takeAll()
        // The newest key frame is at 18; 12 is the last one that is 5 s before it.
        #expect(kept.first?.track == .video)
        #expect(kept.first?.sample.presentationTime == MediaTime(value: 12, timescale: 1))
        #expect(kept.filter { $0.track == .video }.count == 8)
        #expect(kept.filter { $0.track == .audio }.count == 8)
        #expect(buffer.takeAll().isEmpty)
    }

    @Test func imagesThatCannotBeDecodedAreLeftOut() {
        var buffer = PreRollBuffer(duration: .zero, leader: .video)
        buffer.append(sample(.video, 0, isSync: false))
        buffer.append(sample(.faces, 0))
        buffer.append(sample(.video, 1))
        buffer.append(sample(.faces, 1))
        #expect(buffer.takeAll().map(\.track) == [.video, .faces])
    }

    @Test func itDoesNotBeginBeforeAGap() {
        var buffer = PreRollBuffer(
            duration: MediaTime(value: 2, timescale: 1), leader: .video)
        for second in [0.0, 1, 61, 62] {
            buffer.append(sample(.video, second))
            buffer.append(sample(.audio, second))
        }
        let seconds = buffer.takeAll().map(\.sample.presentationTime.seconds)
        #expect(seconds == [61, 61, 62, 62])
    }

    @Test func withoutFramesItKeepsNoMoreAudioThanItsDuration() {
        var buffer = PreRollBuffer(
            duration: MediaTime(value: 2, timescale: 1), leader: .video)
        buffer.append(sample(.video, 0))
        for second in 0...600 { buffer.append(sample(.audio, Double(second))) }
        #expect(buffer.takeAll().filter { $0.track == .audio }.count == 3)
    }

    @Test func withoutAKeyFrameThereIsNothing() {
        var buffer = PreRollBuffer(duration: .zero, leader: .video)
        buffer.append(sample(.video, 0, isSync: false))
        #expect(buffer.takeAll().isEmpty)
    }
}
