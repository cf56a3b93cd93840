// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing

@testable import FaceRecording

@Suite struct KeyFrameScheduleTests {
    private func keyFrames(
        _ split: CaptureMovieFileOutput.Settings.Split?, times: Range<Int64>,
        awaited: Range<Int64> = 0..<0
    ) -> [Int64] {
        var schedule = KeyFrameSchedule(split)
        return times.filter {
            schedule.wantsKeyFrame(
                at: MediaTime(value: $0, timescale: 10), isAwaited: awaited.contains($0))
        }
    }

    @Test func theyComeWhenAFileIsOver() {
        let second = CaptureMovieFileOutput.Settings.Split.duration(
            MediaTime(value: 1, timescale: 1))
        #expect(keyFrames(second, times: 5..<40) == [15, 25, 35])
    }

    @Test func aFileThatWaitsForOneGetsOne() {
        #expect(keyFrames(nil, times: 0..<40, awaited: 7..<20) == [7])
        #expect(keyFrames(.byteCount(5), times: 0..<40).isEmpty)
    }

    @Test func theNewestIsTheFirstFrameOrOneThatWasWanted() {
        var schedule = KeyFrameSchedule(nil)
        let newest = (Int64(0)..<6).map { tick in
            if tick == 4 { schedule.demand() }
            _ = schedule.wantsKeyFrame(
                at: MediaTime(value: tick, timescale: 10), isAwaited: tick == 2)
            return schedule.newest?.value
        }
        #expect(newest == [0, 0, 2, 2, 4, 4])
    }
}
