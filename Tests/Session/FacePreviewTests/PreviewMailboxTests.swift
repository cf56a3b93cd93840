// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing

@testable import FacePreview

struct PreviewMailboxTests {
    @Test func theNewestImageWinsAndTheOthersAreCounted() throws {
        let mailbox = PreviewMailbox(cameraCount: 2)
        for time in [1, 2, 3] as [Int64] {
            var frame = TestImages.frame()
            frame.captureNanoseconds = time
            mailbox.put(frame, camera: 0)
        }
        mailbox.put(TestImages.frame(), camera: 7)
        let delivery = try #require(mailbox.next(earliest: 0, deadline: 0, now: { 1 }))
        #expect(delivery.frames.map { $0?.captureNanoseconds } == [3, nil])
        #expect(mailbox.passedByCount == 2)
        let second = try #require(mailbox.next(earliest: 0, deadline: 0, now: { 1 }))
        #expect(second.frames.allSatisfy { $0 == nil })
    }

    @Test func anImageThatComesTooEarlyStays() throws {
        let mailbox = PreviewMailbox(cameraCount: 1)
        mailbox.put(TestImages.frame(), camera: 0)
        let early = try #require(mailbox.next(earliest: 10, deadline: 0, now: { 5 }))
        #expect(early.frames[0] == nil)
        let late = try #require(mailbox.next(earliest: 10, deadline: 0, now: { 10 }))
        #expect(late.frames[0] != nil)
    }

    @Test func messagesAreBounded() throws {
        let mailbox = PreviewMailbox(cameraCount: 1)
        for index in 0..<20 { mailbox.put("\(index)") }
        let delivery = try #require(mailbox.next(earliest: 0, deadline: 0, now: { 0 }))
        #expect(delivery.messages == (12..<20).map { "\($0)" })
    }

    @Test func aClosedMailboxHasNothingMore() {
        let mailbox = PreviewMailbox(cameraCount: 1)
        mailbox.close()
        mailbox.put(TestImages.frame(), camera: 0)
        #expect(mailbox.next(earliest: 0, deadline: .max, now: { 0 }) == nil)
    }

    @Test func aDisplayThatIsNotThereIsThrown() {
        let mailbox = PreviewMailbox(cameraCount: 1)
        mailbox.open(FacecapError(.sourceNotFound, "no screen"))
        let error = #expect(throws: FacecapError.self) { try mailbox.waitUntilOpen() }
        #expect(error?.message == "no screen")
    }
}
