import Testing

@testable import FaceServer

struct LiveFrameTests {
    @Test func aPartSaysHowManyBytesFollow() {
        let frame = LiveFrame(
            record: Array("{\"type\":\"faces\"}\n".utf8), picture: Array("JPEG".utf8),
            rotation: 90, isMirrored: true)
        #expect(
            String(decoding: frame.streamPart, as: UTF8.self)
                == "{\"bytes\":4,\"rotation\":90,\"mirrored\":true,\"record\":{\"type\":\"faces\"}}\nJPEG"
        )
        #expect(
            String(decoding: frame.multipartPart, as: UTF8.self)
                == "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: 4\r\n\r\nJPEG\r\n")
    }

    @Test func facesThatHaveNotComeAreNull() {
        let frame = LiveFrame(record: nil, picture: nil, rotation: 0, isMirrored: false)
        #expect(String(decoding: frame.streamPart, as: UTF8.self).contains("\"record\":null"))
    }
}
