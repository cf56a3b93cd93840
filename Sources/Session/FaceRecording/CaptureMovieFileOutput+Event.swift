// SPDX-License-Identifier: Apache-2.0
public import FaceValues

extension CaptureMovieFileOutput {
    /// What happens to a recording.
    public enum Event: Sendable, Hashable {
        /// A file was begun.
        case fileStarted(path: String)
        /// A file is whole, or holds what could be written of it: its length in seconds of media and in bytes. Told on
        /// the thread `fc.finish`.
        case fileFinished(path: String, duration: MediaTime, byteCount: Int64)
        /// A file was removed, as ``CaptureMovieFileOutput/deleteLastFile()`` asked for.
        case fileDeleted(path: String)
        /// Another second or so was recorded: how far the recording is.
        case progress(Status)
        /// Samples are left out from now on.
        case paused
        /// Samples are written again.
        case resumed
        /// The text of ``CaptureMovieFileOutput/addMarker(_:)`` is in the movie, at a time of the recording.
        case markerAdded(String, at: MediaTime)
        /// Something that was asked for could not be done; the recording goes on.
        case warning(FacecapError)
        /// The recording ended by itself, for a reason in a few words.
        case limitReached(reason: String)
        /// Writing failed; what was written is kept.
        case failed(FacecapError)
        /// The recording ended and everything is written; without a file where nothing came meanwhile.
        case completed
        /// The recording was thrown away, with the file that was not finished.
        case cancelled
    }
}
