// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues
internal import ProcessIsolation

/// Which part of which frame is wanted.
struct GrabRequest {
    let time: MediaTime
    let region: Rect
    let side: Int

    init(time: MediaTime, region: Rect, side: Int) {
        self.time = time
        self.region = region
        self.side = side
    }

    init(_ reader: inout MessageReader) throws(MessageDamage) {
        time = try reader.readTime()
        var numbers: [Double] = []
        for _ in 0..<4 { numbers.append(try reader.readDouble() ?? 0) }
        region = Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        side = Int(try reader.read(in: UInt16(2)...1024, "a side"))
    }

    var body: [UInt8] {
        var writer = MessageWriter()
        writer.write(time)
        for number in [region.x, region.y, region.width, region.height] { writer.write(number) }
        writer.write(UInt16(clamping: side))
        return writer.bytes
    }
}
