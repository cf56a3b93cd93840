// SPDX-License-Identifier: Apache-2.0
package import FaceValues
internal import Glibc
internal import SystemSupport

/// What tells a video from others without reading all of it: its length, and 64 KiB at each of 65 places from its
/// beginning to its end.
package struct VideoFingerprint: Sendable, Hashable {
    private static let (sampleCount, sampleLength) = (65, 64 << 10)

    /// The path that was read.
    package let path: String
    /// Bytes of the video.
    package let size: Int64
    /// The SHA-256 of length and samples in hex.
    package let text: String

    /// Reads a video.
    ///
    /// - Throws: `sourceNotFound`, `permissionDenied` or `systemFailed`; `mediaUnreadable` of what is no regular file.
    package init(path: String) throws(FacecapError) {
        let file = try FileDescriptor(reading: path)
        guard let size = file.byteCount else {
            throw FacecapError(
                .mediaUnreadable, "\(path) is not a regular file: only files can be planned.")
        }
        var digest = SHA256.Stream()
        digest.update("\(size)\n".utf8)
        let room = max(0, size - Int64(Self.sampleLength))
        var sample = [UInt8](repeating: 0, count: Self.sampleLength)
        var last: Int64?
        for index in 0..<Self.sampleCount {
            let (part, rest) = room.quotientAndRemainder(dividingBy: Int64(Self.sampleCount - 1))
            let offset = Int64(index) * part + Int64(index) * rest / Int64(Self.sampleCount - 1)
            guard offset != last else { continue }
            last = offset
            let count = sample.withUnsafeMutableBytes { file.read(into: $0, at: offset) }
            guard let count else { throw .file(errno, .read, path) }
            digest.update(sample[..<count])
        }
        self.path = path
        self.size = size
        text = digest.hex
    }
}

extension ArchiveSegment {
    /// Throws `mediaDamaged` where the video is not the one that was planned, and what reading it throws.
    package func checkVideo() throws(FacecapError) {
        guard try VideoFingerprint(path: file).text == content else {
            throw FacecapError(
                .mediaDamaged,
                "\(file) is not the file that was planned: make the plan again, or run analyze again."
            )
        }
    }
}
