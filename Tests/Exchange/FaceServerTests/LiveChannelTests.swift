// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing

@testable import FaceServer

struct LiveChannelTests {
    private func frame(_ text: String, image: [UInt8]? = [1]) -> LiveFrame {
        LiveFrame(
            record: Array((text + "\n").utf8), image: image,
            captureNanoseconds: 0, droppedCount: 0)
    }

    @Test func aClientThatWasAwayGetsTheNewestImageAndAllRecords() {
        let channel = LiveChannel()
        for text in ["a", "b", "c"] { channel.publish(frame(text)) }
        guard case .frame(let newest, let number) = channel.frame(after: 0),
            case .records(let lines, let last) = channel.records(after: 1)
        else {
            Issue.record("nothing was delivered")
            return
        }
        #expect((newest.record ?? []) == Array("c\n".utf8))
        #expect((number, last) == (3, 3))
        #expect(lines == Array("b\nc\n".utf8))
    }

    @Test func recordsAreBounded() {
        let channel = LiveChannel()
        for number in 0..<1000 { channel.publish(frame("\(number)", image: nil)) }
        guard case .records(let lines, _) = channel.records(after: 0) else {
            Issue.record("nothing was delivered")
            return
        }
        #expect(lines.split(separator: 10).count == 256)
        #expect(lines.suffix(4) == Array("999\n".utf8))
    }

    @Test func whatIsThereComesBeforeTheEnd() {
        let channel = LiveChannel()
        channel.publish(frame("a"))
        channel.finish()
        guard case .frame(_, let number) = channel.frame(after: 0) else {
            Issue.record("the frame is missing")
            return
        }
        guard case .ended = channel.frame(after: number) else {
            Issue.record("the end is missing")
            return
        }
    }
}
