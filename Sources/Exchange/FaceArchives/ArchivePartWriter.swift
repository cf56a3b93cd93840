// SPDX-License-Identifier: Apache-2.0
package import FaceValues
internal import ProcessIsolation
internal import SystemSupport

/// Writes a part, which takes its name once it is whole.
package struct ArchivePartWriter {
    private static let chunk = 256 << 10

    private let file: AtomicFile
    private let key: String
    private let seal: ArchiveSeal
    private var digest = SHA256.Stream()
    private var buffer = ArchivePart.signature
    private var flushed: Int64 = 0
    /// How many frames were written.
    package private(set) var frameCount = 0

    /// Begins the part of a segment.
    ///
    /// - Throws: what `AtomicFile` throws.
    package init(
        _ segment: ArchiveSegment, of plan: ArchivePlan, in folder: String
    ) throws(FacecapError) {
        file = try AtomicFile(
            creating: ArchivePart.path(of: segment, in: folder), overwriting: true)
        key = segment.key
        seal = ArchiveSeal(plan, key: key)
    }

    /// Appends a record.
    package mutating func append(_ record: ArchiveRecord) throws(FacecapError) {
        switch record {
        case .looked, .passed: frameCount += 1
        case .video, .warning: break
        }
        let (kind, bytes) = record.bytes(seal: seal, place: flushed + Int64(buffer.count))
        append(kind, bytes)
        guard buffer.count >= Self.chunk else { return }
        digest.update(buffer)
        try write()
    }

    /// Ends the part; the SHA-256 of what was written.
    package mutating func end() throws(FacecapError) -> [UInt8] {
        digest.update(buffer)
        let digest = digest.digest
        var writer = MessageWriter()
        writer.write(Int64(frameCount))
        writer.append(ArchivePart.checksum(digest, key: key))
        append(.end, writer.bytes)
        try write()
        return digest
    }

    /// Gives the part its name.
    package func publish() throws(FacecapError) { try file.publish() }

    private mutating func append(_ kind: ArchiveRecord.Kind, _ bytes: [UInt8]) {
        var head = MessageWriter(byteCount: ArchivePart.headLength)
        head.write(kind.rawValue)
        head.write(UInt32(clamping: bytes.count))
        buffer += head.bytes
        buffer += bytes
    }

    private mutating func write() throws(FacecapError) {
        try file.write(buffer, at: flushed)
        flushed += Int64(buffer.count)
        buffer.removeAll(keepingCapacity: true)
    }
}
