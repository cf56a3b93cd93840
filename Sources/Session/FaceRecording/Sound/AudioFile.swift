// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues

/// A file with audio alone while it is written; used by one thread.
protocol AudioFile: AnyObject {
    /// Bytes that the file has, or a little more.
    var byteCount: Int64 { get }
    /// How long the audio in the file is.
    var duration: MediaTime { get }
    /// Writes a stretch of audio, which is like the first one, in its place in time: silence fills a gap, what overlaps is
    /// left out.
    ///
    /// - Returns: whether the file had room for it.
    func append(_ audio: AudioSampleBuffer) throws(FacecapError) -> Bool
    /// Finishes the file; throws `outputFailed` where it got no audio, and is none.
    func finish() throws(FacecapError)
    /// Takes the file away.
    func cancel()
}

extension FacecapError {
    /// Why there is no file of audio where none was written.
    static var noAudioWritten: FacecapError {
        FacecapError(
            .outputFailed, "There was no audio, or no room for any: nothing was written.")
    }
}
