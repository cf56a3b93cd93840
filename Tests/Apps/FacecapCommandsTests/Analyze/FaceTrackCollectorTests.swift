// SPDX-License-Identifier: Apache-2.0
import Facecap
import Testing

@testable import FacecapCommands

@Suite struct FaceTrackCollectorTests {
    private func observation(_ ticks: Int64, _ outcome: FrameLedger.Outcome = .analysed)
        -> FaceObservation
    {
        FaceObservation(
            frame: FrameID(0), presentationTime: MediaTime(value: ticks, timescale: 100),
            captureNanoseconds: 0, outcome: outcome, faces: [])
    }

    /// The ticks of the samples; negative those of gaps.
    private func ticks(_ collector: FaceTrackCollector) -> [Int64] {
        collector.track.samples.map { $0.bytes == FaceSampleEncoder.gap ? -$0.ticks : $0.ticks }
    }

    @Test func aFrameLastsUntilTheNextOneHoweverLongThatIs() {
        let collector = FaceTrackCollector()
        for time in [0, 10, 400] as [Int64] { collector.append(observation(time), frameRate: 10) }
        #expect(ticks(collector) == [0, 10, 400])
    }

    @Test func whereFramesCannotBeDecodedIsAGap() {
        let collector = FaceTrackCollector()
        collector.append(observation(0), frameRate: 10)
        for time in [10, 20] as [Int64] {
            collector.append(observation(time, .dropped(.corruptData)), frameRate: 10)
        }
        for time in [30, 40] as [Int64] { collector.append(observation(time), frameRate: 10) }
        #expect(ticks(collector) == [0, -10, 30, 40])
        collector.append(observation(50, .dropped(.corruptData)), frameRate: 10)
        #expect(ticks(collector) == [0, -10, 30, 40, -50])
    }

    @Test func noGapBeginsAtTheNextFrameOrBehindIt() {
        let collector = FaceTrackCollector()
        collector.append(observation(0), frameRate: 10)
        collector.append(observation(5, .dropped(.corruptData)), frameRate: 10)
        collector.append(observation(10), frameRate: 10)
        #expect(ticks(collector) == [0, 10])
    }

    @Test func whatNothingIsKnownOfStaysSo() {
        let collector = FaceTrackCollector()
        collector.append(observation(0))
        collector.appendGap(from: MediaTime(value: 1, timescale: 10))
        collector.append(observation(20))
        #expect(ticks(collector) == [0, -10, 20])
    }
}
