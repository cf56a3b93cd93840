// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

extension RecordingPipeline {
    /// Whether a file waits for a frame with which decoding can begin, or will once the encoder gives what it holds.
    var isKeyFrameAwaited: Bool {
        if isWaitingForKeyFrame { return true }
        return series?.mayBeFull(holding: max(0, status.frameCount - encodedFrameCount)) ?? false
    }

    /// Whether a file waits for a frame with which decoding can begin, and the encoder holds none that is one for sure.
    var isWaitingForKeyFrame: Bool {
        guard let series, series.isWaitingForSync else { return false }
        guard let newest = keyFrames.newest else { return true }
        return series.horizon.map { newest <= $0 } ?? false
    }
}
