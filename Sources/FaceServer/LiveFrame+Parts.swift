extension LiveFrame {
    /// A line of JSON that says how many bytes follow, and the JPEG file.
    var streamPart: [UInt8] {
        let picture = picture ?? []
        let record = record.map { String(decoding: $0.dropLast(), as: UTF8.self) } ?? "null"
        let head =
            "{\"bytes\":\(picture.count),\"rotation\":\(rotation),\"mirrored\":\(isMirrored),"
            + "\"record\":\(record)}\n"
        return Array(head.utf8) + picture
    }

    /// RFC 2046, 5.1: the boundary, a head, and the JPEG file.
    var multipartPart: [UInt8] {
        let picture = picture ?? []
        let head =
            "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: \(picture.count)\r\n\r\n"
        return Array(head.utf8) + picture + Array("\r\n".utf8)
    }
}
