// SPDX-License-Identifier: Apache-2.0
import Facecap

extension IsolatedFileInput.Isolation? {
    /// Who reads the metadata of photos.
    var photoMetadata: any PhotoMetadataReading & Sendable {
        guard let isolation = self else { return PhotoMetadata() }
        return IsolatedPhotoMetadata(requiresAll: isolation.isRequired)
    }
}
