// SPDX-License-Identifier: Apache-2.0
public import FaceValues
internal import MovieWriting

extension CaptureMovieFileOutput {
    /// How far a recording is.
    public struct Status: Sendable, Hashable {
        /// Where it is in its life.
        public internal(set) var state = State()
        /// The media time in all its files; that of the files themselves once they are finished, or are left as they
        /// are because writing failed.
        public internal(set) var duration = MediaTime.zero
        /// The bytes in all its files, a little more than there are until they are finished.
        public internal(set) var byteCount: Int64 = 0
        /// The bytes that the file system of its files has left, where it was asked for that; about once a second.
        public internal(set) var freeByteCount: Int64?
        /// The frames that were taken in; those in the files once they are finished.
        public internal(set) var frameCount = 0
        /// The faces of the newest frame that was analyzed.
        public internal(set) var faceCount = 0

        /// The files are finished. The first track is that of frames where there is one.
        mutating func take(_ files: [MovieWriter.Summary]) {
            duration = files.reduce(.zero) { $0.advanced(by: $1.duration) }
            byteCount = files.reduce(0) { $0 + $1.byteCount }
            frameCount = files.compactMap(\.tracks.first).reduce(0) {
                $0 + $1.sampleCount - $1.hiddenSampleCount
            }
        }
    }
}
