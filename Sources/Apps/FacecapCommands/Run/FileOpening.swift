// SPDX-License-Identifier: Apache-2.0
import Facecap

/// How videos and images are opened.
struct FileOpening: Sendable {
    let options: MediaFileSource.Options
    /// What is asked of the process that decodes them; `nil` for none.
    let isolation: IsolatedFileInput.Isolation?

    func source(_ path: String) throws(FacecapError) -> any CaptureSource {
        try FileSource.open(path, options: options, isolation: isolation)
    }

    func device(_ path: String) -> CaptureDevice {
        .file(path, options: options, isolation: isolation)
    }
}
