// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import FaceServer

struct LiveFrameTests {
    @Test func aPartSaysHowManyBytesFollow() {
        let frame = LiveFrame(
            record: Array("{\"type\":\"faces\"}\n".utf8), image: Array("JPEG".utf8),
            captureNanoseconds: 0, droppedCount: 0)
        #expect(
            String(decoding: frame.streamPart(nowNanoseconds: 5), as: UTF8.self)
                == "{\"bytes\":4,\"rotation\":0,\"mirrored\":false,\"latency_ms\":0.0,\"dropped\":0,"
                + "\"record\":{\"type\":\"faces\"}}\nJPEG"
        )
        #expect(
            String(decoding: frame.multipartPart, as: UTF8.self)
                == "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: 4\r\n\r\nJPEG\r\n")
    }

    @Test func aPartSaysHowOldItIsAndHowManyWereDropped() {
        let frame = LiveFrame(
            record: nil, image: nil, captureNanoseconds: 1_000_000_000, droppedCount: 7)
        for (now, latency) in [(1_012_345_678, "12.345"), (900_000_000, "0.0")] as [(Int64, String)]
        {
            #expect(
                String(decoding: frame.streamPart(nowNanoseconds: now), as: UTF8.self)
                    == "{\"bytes\":0,\"rotation\":0,\"mirrored\":false,\"latency_ms\":\(latency),"
                    + "\"dropped\":7,\"record\":null}\n")
        }
    }

    @Test func facesThatHaveNotComeAreNull() {
        let frame = LiveFrame(
            record: nil, image: nil, captureNanoseconds: 0, droppedCount: 0)
        #expect(
            String(decoding: frame.streamPart(nowNanoseconds: 5), as: UTF8.self).contains(
                "\"record\":null"))
    }
}
