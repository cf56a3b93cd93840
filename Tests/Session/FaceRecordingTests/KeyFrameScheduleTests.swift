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
}
