// SPDX-License-Identifier: Apache-2.0
extension LiveFrame {
    /// A line of JSON that says how many bytes follow, and the JPEG file.
    ///
    /// - Parameter now: `CLOCK_MONOTONIC` in nanoseconds when it is sent.
    func streamPart(nowNanoseconds now: Int64) -> [UInt8] {
        let image = image ?? []
        let record = record.map { String(decoding: $0.dropLast(), as: UTF8.self) } ?? "null"
        let head =
            "{\"bytes\":\(image.count),\"rotation\":0,\"mirrored\":false,"
            + "\"latency_ms\":\(latency(now)),\"dropped\":\(droppedCount),"
            + "\"record\":\(record)}\n"
        return Array(head.utf8) + image
    }

    /// How old the image is, in milliseconds of whole microseconds.
    private func latency(_ now: Int64) -> Double {
        Double(max(0, now &- captureNanoseconds) / 1000) / 1000
    }

    /// RFC 2046, 5.1: the boundary, a head, and the JPEG file.
    var multipartPart: [UInt8] {
        let image = image ?? []
        let head =
            "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: \(image.count)\r\n\r\n"
        return Array(head.utf8) + image + Array("\r\n".utf8)
    }
}
