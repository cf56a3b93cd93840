// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import ProcessIsolation

/// Which part of which frame is wanted.
struct GrabRequest {
    let time: MediaTime
    let region: Rect
    let side: Int
}

extension GrabRequest {
    init(_ reader: inout MessageReader) throws(MessageDamage) {
        time = try reader.readTime()
        region = try reader.readRect()
        side = Int(try reader.read(in: UInt16(2)...1024, "a side"))
    }

    var body: [UInt8] {
        var writer = MessageWriter()
        writer.write(time)
        writer.write(region)
        writer.write(UInt16(clamping: side))
        return writer.bytes
    }
}
