// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// A file of a series that was begun, and not deleted.
struct SeriesFile {
    /// Counted from 1.
    let number: Int
    let path: String
    /// When its first frame is shown, in the time of the recording without deleted files.
    let start: MediaTime
    /// When the first frame of the file behind it is shown, where that follows without a gap.
    var end: MediaTime?
    /// What it holds, once it takes no more.
    var byteCount: Int64 = 0
    var duration = MediaTime.zero
}
