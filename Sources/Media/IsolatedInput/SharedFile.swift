// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
import Glibc
internal import MediaInput

/// A file that is handed to one worker after the other.
final class SharedFile {
    private let file: OpenMediaFile
    /// Whether another worker can read all of it once more.
    let canBeReadAgain: Bool

    /// Opens a location; `nil` of an address, which workers open themselves.
    init?(_ location: MediaLocation) throws(FacecapError) {
        if case .url = location { return nil }
        file = try OpenMediaFile(location)
        canBeReadAgain = location != .standardInput && file.byteCount != nil
    }

    var number: Int32 { file.number }
    /// Bytes of a regular file; `nil` of a pipe or device.
    var byteCount: Int64? { file.byteCount }

    /// Goes back to the beginning, from where workers read.
    func rewind() { lseek(file.number, 0, SEEK_SET) }
}
