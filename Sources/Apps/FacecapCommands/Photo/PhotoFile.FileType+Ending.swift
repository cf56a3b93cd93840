// SPDX-License-Identifier: Apache-2.0
import Facecap

extension PhotoFile.FileType {
    /// The ending that most names of such files have.
    var usualEnding: String {
        switch self {
        case .jpeg: ".jpg"
        case .png: ".png"
        case .heic: ".heic"
        }
    }
}
