// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing

@testable import FaceRecording

@Suite struct SplitRequestsTests {
    private func time(_ value: Int64) -> MediaTime { MediaTime(value: value, timescale: 10) }

    @Test func aFileBeginsWithTheFirstFrameAfterTheRequest() {
        var requests = SplitRequests()
        requests.split(after: time(5))
        #expect(!requests.splits(at: time(5)) && requests.splits(at: time(6)))
        requests.settle(at: time(6))
        #expect(!requests.splits(at: time(7)))
    }

    @Test func whatIsStillBeingEncodedOfADeletedFileIsInNone() {
        var requests = SplitRequests()
        #expect(requests.deleteLast(pausedAfter: time(9)) == .open)
        #expect(requests.discards(time(0)) && requests.discards(time(9)))
        #expect(!requests.discards(time(10)))
        requests.settle(at: time(10))
        #expect(!requests.discards(time(9)))
    }

    @Test func aFileWhoseFramesHaveNotComeYetIsDeletedBeforeTheOneBeforeIt() {
        var requests = SplitRequests()
        requests.split(after: time(5))
        #expect(requests.deleteLast(pausedAfter: time(9)) == .expected(1))
        #expect(!requests.discards(time(5)) && requests.discards(time(6)))
        // Again in the same pause.
        #expect(requests.deleteLast(pausedAfter: time(9)) == .open)
        #expect(requests.discards(time(5)))
    }

    @Test func whileItRunsTheFileUntilTheLastRequestGoes() {
        var requests = SplitRequests()
        #expect(requests.deleteLast(pausedAfter: nil) == .finished)
        requests.split(after: time(5))
        requests.split(after: time(8))
        #expect(requests.deleteLast(pausedAfter: nil) == .expected(1))
        #expect(!requests.discards(time(5)) && requests.discards(time(8)))
        #expect(!requests.discards(time(9)))
        requests.split(after: time(20))
        #expect(requests.deleteLast(pausedAfter: nil) == .open)
    }

    @Test func aSplitInAPauseEndsWhatIsDeleted() {
        var requests = SplitRequests()
        requests.split(after: time(9))
        #expect(requests.deleteLast(pausedAfter: time(9)) == .open)
    }
}
