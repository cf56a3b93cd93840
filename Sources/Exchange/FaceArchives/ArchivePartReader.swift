// SPDX-License-Identifier: Apache-2.0
package import CaptureSamples
package import FaceValues
internal import ProcessIsolation
internal import SystemSupport

/// Reads a part that was seen to be whole, a record at a time.
package struct ArchivePartReader {
    /// How many frames the part has.
    package let frameCount: Int
    /// Its bytes.
    package let byteCount: Int64
    /// Their SHA-256 in hex.
    package let checksum: String

    /// What the video's frames are like.
    package let format: VideoFormat

    private let file: ArchiveFile
    private let seal: ArchiveSeal

    private struct Head {
        let kind: ArchiveRecord.Kind
        let length: Int
        let bytes: ArraySlice<UInt8>
    }

    /// Opens the part of a segment and reads all of it once, to see whether it is whole.
    ///
    /// - Throws: `sourceNotFound` where there is none, `mediaDamaged` where it is not as it was written,
    ///   `permissionDenied`, `systemFailed`.
    package init(
        _ segment: ArchiveSegment, of plan: ArchivePlan, in folder: String
    ) throws(FacecapError) {
        file = try ArchiveFile(path: ArchivePart.path(of: segment, in: folder))
        seal = ArchiveSeal(plan, key: segment.key)
        guard let size = file.byteCount else { throw Self.damage(file, "it is no regular file") }
        let signature = try file.take(ArchivePart.signature.count)
        guard signature.elementsEqual(ArchivePart.signature) else {
            throw Self.damage(file, "it does not begin as one")
        }
        var digest = SHA256.Stream()
        digest.update(signature)
        while true {
            let head = try Self.takeHead(file)
            let body = try file.take(head.length)
            guard body.count == head.length else { throw Self.damage(file, "it is cut off") }
            guard head.kind == .end else {
                digest.update(head.bytes)
                digest.update(body)
                continue
            }
            var reader = MessageReader(body)
            guard let count = try? reader.read(in: 0...Int64.max, "a count"),
                body.dropFirst(8).elementsEqual(
                    ArchivePart.checksum(digest.digest, key: segment.key)), file.place == size
            else { throw Self.damage(file, "its checksum is another") }
            digest.update(head.bytes)
            digest.update(body)
            (frameCount, byteCount, checksum) = (Int(count), size, digest.hex)
            break
        }
        file.seek(to: Int64(ArchivePart.signature.count))
        guard case .video(let format) = try Self.next(file, seal) else {
            throw Self.damage(file, "its first record is another")
        }
        self.format = format
    }

    /// Why a segment has no part that is whole; `nil` where it has one.
    package static func absence(
        of segment: ArchiveSegment, of plan: ArchivePlan, in folder: String
    ) -> FacecapError? {
        do throws(FacecapError) {
            _ = try ArchivePartReader(segment, of: plan, in: folder)
            return nil
        } catch {
            return error
        }
    }

    /// The next record; `nil` after the last one.
    ///
    /// - Throws: `mediaDamaged` of a record that makes no sense, `systemFailed`.
    package mutating func next() throws(FacecapError) -> ArchiveRecord? {
        try Self.next(file, seal)
    }

    private static func next(
        _ file: ArchiveFile, _ seal: ArchiveSeal
    ) throws(FacecapError) -> ArchiveRecord? {
        let place = file.place
        let head = try takeHead(file)
        guard head.kind != .end else { return nil }
        let body = try file.take(head.length)
        do throws(MessageDamage) {
            return try ArchiveRecord(head.kind, body, seal: seal, place: place)
        } catch {
            throw damage(file, error.description)
        }
    }

    private static func takeHead(_ file: ArchiveFile) throws(FacecapError) -> Head {
        let bytes = try file.take(ArchivePart.headLength)
        var reader = MessageReader(bytes)
        guard let number = try? reader.read(UInt8.self),
            let kind = ArchiveRecord.Kind(rawValue: number),
            let length = try? reader.read(in: 0...UInt32(ArchivePart.longestRecord), "a length")
        else { throw damage(file, "it is cut off") }
        return Head(kind: kind, length: Int(length), bytes: bytes)
    }

    private static func damage(_ file: ArchiveFile, _ reason: String) -> FacecapError {
        FacecapError(
            .mediaDamaged,
            "\(file.path) is no complete part (\(reason)); run facecap detect for it again.")
    }
}
