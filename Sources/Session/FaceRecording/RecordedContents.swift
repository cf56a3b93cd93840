// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieWriting

/// What finished files hold, all together.
struct RecordedContents: Sendable, Hashable {
    private(set) var duration = MediaTime.zero
    private(set) var byteCount: Int64 = 0
    /// Samples of the leading track that are shown, which is that of frames where there is one.
    private(set) var frameCount = 0

    /// Counts one more file.
    mutating func add(_ file: MovieWriter.Summary) {
        duration = duration.advanced(by: file.duration)
        byteCount += file.byteCount
        frameCount += file.tracks.first.map { $0.sampleCount - $0.hiddenSampleCount } ?? 0
    }
}
