// SPDX-License-Identifier: Apache-2.0
package import FaceValues
internal import TimedMetadata

/// A stretch of a recording in which the source gave no frames; the one before it is shown meanwhile.
package struct RecordingGap: Sendable, Hashable {
    /// When the last frame before it is shown, on the time line of the movie.
    package let time: MediaTime
    /// Until the first frame after it, in seconds.
    package let seconds: Double
    /// Why there were no frames.
    package let reason: String

    /// The gap that a text in timed metadata tells of; `nil` for other texts.
    package init?(_ marker: MarkerReader.Marker) {
        guard marker.key == ClientMetadataFormat.gapKey else { return nil }
        let parts = marker.text.split(
            separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let seconds = Double(first), seconds.isFinite, seconds >= 0
        else { return nil }
        time = marker.time
        self.seconds = seconds
        reason = parts.count > 1 ? String(parts[1]) : ""
    }
}
