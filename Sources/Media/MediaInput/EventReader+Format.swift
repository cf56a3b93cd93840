// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
import CaptureSamples
import FaceValues

extension EventReader {
    /// What the frames are like: as the first one is, where it has been decoded.
    func videoFormat(first: VideoSampleBuffer?) -> VideoFormat {
        let parameters = video.stream.pointee.codecpar
        return VideoFormat(
            width: first?.pixelBuffer.width ?? Int(parameters?.pointee.width ?? 0),
            height: first?.pixelBuffer.height ?? Int(parameters?.pointee.height ?? 0),
            frameRate: demuxer.isImage ? nil : video.frameRate,
            orientation: first?.orientation ?? FrameOrientation.of(video.stream),
            color: parameters.flatMap { EncodedSample.VideoFormat.Color($0.pointee) },
            pixelAspectRatio: pixelAspectRatio)
    }

    /// What the decoded audio is like; `nil` when there is none.
    var audioFormat: AudioFormat? {
        guard let parameters = audio?.stream.pointee.codecpar, parameters.pointee.sample_rate > 0,
            parameters.pointee.ch_layout.nb_channels > 0
        else { return nil }
        return AudioFormat(
            sampleRate: Int(parameters.pointee.sample_rate),
            channelCount: Int(parameters.pointee.ch_layout.nb_channels))
    }

    /// Frames that the stream should have; `nil` when nothing tells.
    var estimatedFrameCount: Int? {
        if demuxer.isImage { return demuxer.isRegularFile ? 1 : nil }
        let seconds = demuxer.duration
        var count: Double?
        if video.stream.pointee.nb_frames > 0 {
            count = Double(video.stream.pointee.nb_frames)
        } else if let seconds, let rate = video.frameRate {
            count = (seconds * rate).rounded()
        }
        return count.flatMap { $0 > 0 ? Int(exactly: min($0, 1e15)) : nil }
    }
}
