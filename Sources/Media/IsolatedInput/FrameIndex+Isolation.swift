// SPDX-License-Identifier: Apache-2.0
package import FaceValues
package import MediaInput
package import ProcessIsolation

extension FrameIndex {
    /// Reads when the frames of a file are shown, in a process of its own unless `isolation` is `nil`; see
    /// ``read(_:)``.
    ///
    /// Throws what ``IsolatedFileInput`` throws for a file that cannot be read.
    package static func of(
        path: String, isolation: IsolatedFileInput.Isolation?, host: IsolationHost = .shared
    ) throws(FacecapError) -> FrameIndex? {
        let location = MediaLocation.file(path: path)
        guard let isolation else { return try read(OpenedLocation(location)) }
        return try WorkerConnection.answer(.frameIndex, location, isolation, host: host) {
            (reader) throws(MessageDamage) in
            try reader.readOptional { (reader) throws(MessageDamage) in
                try reader.readFrameIndex()
            }
        }
    }
}
