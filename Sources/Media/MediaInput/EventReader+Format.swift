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
        audio?.stream.pointee.codecpar.flatMap { AudioFormat($0.pointee) }
    }

    /// Frames that the stream should have; `nil` when nothing tells.
    var estimatedFrameCount: Int? {
        if demuxer.isImage { return demuxer.isRegularFile ? 1 : nil }
        let listed = Double(video.stream.pointee.nb_frames)
        let count =
            listed > 0 ? listed : ((demuxer.duration ?? 0) * (video.frameRate ?? 0)).rounded()
        return count > 0 ? Int(exactly: min(count, 1e15)) : nil
    }
}
