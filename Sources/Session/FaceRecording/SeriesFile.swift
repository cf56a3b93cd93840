// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// A file of a series that was begun, and not deleted.
struct SeriesFile {
    /// Counted from 1.
    let number: Int
    let path: String
    /// What it holds, once it takes no more.
    var byteCount: Int64 = 0
    var duration = MediaTime.zero
}
