// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MediaInput
internal import ProcessIsolation
internal import SystemSupport

/// What is to be opened, and how it is read.
struct OpenRequest {
    var purpose: FileInputMessage.Purpose
    var location: MediaLocation
    var options: MediaFileSource.Options
    /// Bytes of what was handed over; `nil` of what has no end that is known.
    var byteCount: Int64?
    /// Where reading goes on; `nil` at the beginning.
    var resumption: Resumption?

    init(
        _ purpose: FileInputMessage.Purpose, _ location: MediaLocation,
        _ options: MediaFileSource.Options
    ) {
        self.purpose = purpose
        self.location = location
        self.options = options
    }

    init(_ reader: inout MessageReader) throws(MessageDamage) {
        guard let purpose = FileInputMessage.Purpose(rawValue: try reader.read()) else {
            throw MessageDamage("a purpose is unknown")
        }
        self.purpose = purpose
        let kind: UInt8 = try reader.read()
        let name = String(pathBytes: try reader.readBytes(limit: FileInputMessage.locationLimit))
        location =
            switch kind {
            case 0: .standardInput
            case 1: .file(path: name)
            default: .url(name)
            }
        byteCount = try reader.readOptional { (reader) throws(MessageDamage) in
            try reader.read(Int64.self)
        }
        options = try reader.readOptions()
        resumption = try reader.readOptional { (reader) throws(MessageDamage) in
            Resumption(
                after: try reader.readTime(), passedSyncFrames: Int(try reader.read(UInt16.self)))
        }
        try reader.end()
    }

    var body: [UInt8] {
        var writer = MessageWriter()
        writer.write(purpose.rawValue)
        switch location {
        case .standardInput:
            writer.write(UInt8(0))
            writer.write("")
        case .file(let path):
            writer.write(UInt8(1))
            writer.write(path.pathBytes)
        case .url(let address):
            writer.write(UInt8(2))
            writer.write(address.pathBytes)
        }
        writer.write(byteCount) { $0.write($1) }
        writer.write(options)
        writer.write(resumption) { writer, resumption in
            writer.write(resumption.time)
            writer.write(UInt16(clamping: resumption.passedSyncFrames))
        }
        return writer.bytes
    }
}
