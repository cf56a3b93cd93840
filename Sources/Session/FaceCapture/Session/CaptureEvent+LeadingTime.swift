// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues

extension CaptureEvent {
    /// The time of a frame, or of audio where the source has no frames.
    func leadingTime(from source: OpenSource) -> MediaTime? {
        switch self {
        case .video(let sampleBuffer), .depth(let sampleBuffer): sampleBuffer.presentationTime
        case .dropped(_, let time): time
        case .audio(let sampleBuffer)
        where source.videoFormat == nil && source.depthFormat == nil:
            sampleBuffer.presentationTime
        default: nil
        }
    }

    /// Whether it is told of also behind the last frame that is wanted: audio, decoded or not, and warnings.
    var countsBehindFrames: Bool {
        switch self {
        case .audio, .encoded(_, .audio), .warning: true
        default: false
        }
    }
}
