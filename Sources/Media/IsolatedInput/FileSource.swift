// SPDX-License-Identifier: Apache-2.0
package import CaptureSamples
package import FaceValues
package import MediaInput
internal import ProcessIsolation

/// Files as sources of samples, decoded in a process of their own or in this one.
package enum FileSource {
    /// Opens a location and decodes its first frame.
    ///
    /// Throws what `MediaFileSource` and ``IsolatedFileInput`` throw.
    ///
    /// - Parameters:
    ///   - isolation: what is asked of the process that decodes; `nil` for this one.
    ///   - cancellation: ends every wait; `nil` for one of its own.
    package static func open(
        _ location: String, options: MediaFileSource.Options = MediaFileSource.Options(),
        isolation: IsolatedFileInput.Isolation?, cancellation: Cancellation? = nil
    ) throws(FacecapError) -> sending any CaptureSource {
        let location = MediaLocation(location)
        return if let isolation {
            try IsolatedFileInput(
                location, options: options, isolation: isolation, cancellation: cancellation)
        } else {
            try MediaFileSource(
                OpenedLocation(location, cancellation: cancellation), options: options)
        }
    }

    /// Opens the audio of a location alone; see ``open(_:options:isolation:cancellation:)``.
    package static func openAudio(
        _ location: String, options: MediaFileSource.Options,
        isolation: IsolatedFileInput.Isolation?
    ) throws(FacecapError) -> sending any CaptureSource {
        let location = MediaLocation(location)
        return if let isolation {
            try IsolatedFileInput(
                location, purpose: .audio, options: options, isolation: isolation)
        } else {
            try MediaAudioSource(OpenedLocation(location), options: options)
        }
    }
}

extension MediaFileInspection {
    /// Reads what the head of a file says, in a process of its own unless `isolation` is `nil`.
    ///
    /// Throws what ``IsolatedFileInput`` throws for a file that cannot be read.
    package static func of(
        path: String, isolation: IsolatedFileInput.Isolation?
    ) throws(FacecapError) -> MediaFileInspection {
        let location = MediaLocation.file(path: path)
        guard let isolation else { return try MediaFileInspection(OpenedLocation(location)) }
        return try WorkerConnection.answer(.inspection, location, isolation) {
            (reader) throws(MessageDamage) in
            try reader.readInspection()
        }
    }
}
