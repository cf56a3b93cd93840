// SPDX-License-Identifier: Apache-2.0
package import CaptureSamples
package import FaceValues
package import MediaInput

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
        _ location: String, allowsPlaylists: Bool, isolation: IsolatedFileInput.Isolation?
    ) throws(FacecapError) -> sending any CaptureSource {
        let location = MediaLocation(location)
        return if let isolation {
            try IsolatedFileInput(
                audioOf: location, allowsPlaylists: allowsPlaylists, isolation: isolation)
        } else {
            try MediaAudioSource(location: location, allowsPlaylists: allowsPlaylists)
        }
    }
}

extension MediaFileInspection {
    /// Reads what the head of a file says, in a process of its own unless `isolation` is `nil`.
    package static func of(
        path: String, isolation: IsolatedFileInput.Isolation?
    ) throws(FacecapError) -> MediaFileInspection {
        if let isolation {
            try MediaFileInspection(path: path, isolation: isolation)
        } else {
            try MediaFileInspection(path: path)
        }
    }
}
