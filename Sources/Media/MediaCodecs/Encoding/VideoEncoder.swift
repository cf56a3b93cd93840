// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
package import CaptureSamples
internal import CodecBitstreams
package import FaceValues

/// Encodes frames to H.264, HEVC or AV1 with libavcodec.
///
/// Frames of every pixel format and size are taken. Those of the encoder's size in the format named
/// at the start go in without a copy and are held until the encoder is done with them; others are
/// converted. The stream has an even number of columns and rows: an odd one at the right or at the
/// bottom is left out. A frame of another size is scaled into that of the stream, with black bars where
/// its shape is another one.
///
/// Any thread may use it, one at a time.
package final class VideoEncoder: @unchecked Sendable {
    /// What the encoded frames are like, parameter sets included.
    package let format: EncodedSample.VideoFormat

    private let configuration: VideoEncoderConfiguration
    /// Frames a second as they came where key frames were overdue; `nil` for as many as were announced.
    private var frameRate: Double?
    /// `nil` after a failure.
    private var context: EncoderContext?
    private let feed: ImageFeed
    private var parameterSets: ParameterSetRecord
    private var timeline: FrameTimeline
    private var isFinished = false
    private var hasFrames = false

    /// Opens an encoder.
    ///
    /// - Parameters:
    ///   - width: columns of the frames, 2...16384.
    ///   - height: rows of the frames, 2...16384.
    ///   - orientation: how the stored frames must be turned to stand upright; it is only noted.
    ///   - frameRate: nominal frames a second, at most 10,000; `nil` where it is not known. Only the
    ///     encoder's choices depend on it, never a time.
    ///   - timescale: ticks a second of the encoded samples' times, at least 1.
    ///   - color: what the frames' numbers mean; frames of another range or matrix are converted.
    ///   - pixelAspectRatio: the shape of a pixel; it is only noted.
    ///   - pixelFormat: the format of most frames: `nv12` or `i420` spare a copy.
    ///
    /// Throws `invalidArgument` where there is no such encoder or it refuses a setting, and
    /// `systemFailed` where there is no memory or the encoder fails.
    package init(
        settings: VideoEncoderSettings, width: Int, height: Int,
        orientation: VideoOrientation = .upright, frameRate: Double?, timescale: Int32,
        color: EncodedSample.VideoFormat.Color = .ofCameras(),
        pixelAspectRatio: VideoFormat.PixelAspectRatio = .square,
        pixelFormat: PixelBuffer.Format = .i420
    ) throws(FacecapError) {
        configuration = try VideoEncoderConfiguration(
            settings: settings, width: width, height: height, frameRate: frameRate,
            timescale: timescale, color: color, pixelAspectRatio: pixelAspectRatio,
            pixelFormat: pixelFormat)
        feed = try configuration.makeFeed()
        (context, parameterSets) = try configuration.open(feed: feed)
        timeline = FrameTimeline(
            timescale: timescale, keyFrameInterval: settings.keyFrameInterval)
        format = EncodedSample.VideoFormat(
            codec: configuration.codec, width: configuration.width, height: configuration.height,
            orientation: orientation, configuration: parameterSets.bytes,
            color: configuration.color, pixelAspectRatio: pixelAspectRatio, timescale: timescale)
    }

    /// Encodes a frame; what comes out, in the order of decoding, are earlier frames too.
    ///
    /// Times of presentation are on the encoder's scale, exact where `time` is on it and to the nearest
    /// tick otherwise. Times of decoding may begin below those of presentation. Durations are those of
    /// the frames, where they have one.
    ///
    /// Throws `invalidArgument` where `time` is not later than that of the frame before,
    /// `invalidState` after ``finish()``, and `systemFailed` where the encoder fails.
    package func encode(
        _ frame: VideoSampleBuffer, at time: MediaTime, forcesKeyFrame: Bool = false
    ) throws(FacecapError) -> [EncodedSample] {
        guard !isFinished else {
            throw FacecapError(
                .invalidState, "The video encoder is finished; make another one to go on.")
        }
        let image = try feed.makeFrame(frame.pixelBuffer)
        defer { feed.release() }
        let isOverdue = !configuration.canForceKeyFrames && timeline.lacksKeyFrame
        if isOverdue { frameRate = timeline.frameRateSinceKeyFrame }
        let forcesKeyFrame = forcesKeyFrame || isOverdue
        let place = try timeline.place(
            time, duration: frame.duration, forcesKeyFrame: forcesKeyFrame)
        var samples = forcesKeyFrame ? try restartStream() : []
        image.pointee.pts = place.ticks
        image.pointee.pict_type = place.isKeyFrame ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
        hasFrames = true
        samples += try self.samples(of: image)
        return samples
    }

    /// When the newest frame that was encoded is shown, on the encoder's scale; `nil` before the first.
    package var newestTime: MediaTime? {
        timeline.last.map { MediaTime(value: $0.ticks, timescale: format.timescale) }
    }

    /// Where a frame lies in the encoded ones; `nil` where it fills them.
    package func placement(of frame: PixelBuffer) -> FramePlacement? {
        FramePlacement(
            of: frame.size,
            inStreamBeginningWith: Size(
                width: Double(format.width), height: Double(format.height)))
    }

    /// Where the encoder makes no key frame for the asking, ends its stream for another one, which begins with one.
    private func restartStream() throws(FacecapError) -> [EncodedSample] {
        guard hasFrames, !configuration.canForceKeyFrames else { return [] }
        let rest = try samples(of: nil)
        // It goes away before the next one takes as much memory.
        context = nil
        context = try configuration.openContext(feed: feed, keyFramesAt: frameRate)
        return rest
    }

    /// Ends the stream and gives what the encoder still holds; a second call gives nothing.
    ///
    /// Throws `systemFailed` where the encoder fails.
    package func finish() throws(FacecapError) -> [EncodedSample] {
        guard !isFinished else { return [] }
        isFinished = true
        return try samples(of: nil)
    }

    private func samples(
        of image: UnsafeMutablePointer<AVFrame>?
    ) throws(FacecapError) -> [EncodedSample] {
        var samples: [EncodedSample] = []
        try context?.encode(image) { (packet) throws(FacecapError) in
            samples.append(makeSample(packet))
        }
        return samples
    }

    private func makeSample(_ packet: UnsafePointer<AVPacket>) -> EncodedSample {
        let presentation = packet.pointee.pts
        // An encoder that says no time of decoding gives frames in their order, as a sample of AV1 always does.
        let isInOrder = packet.pointee.dts == FACECAP_AV_NOPTS_VALUE || format.codec == .av1
        let decode = isInOrder ? presentation : packet.pointee.dts
        let isKeyFrame = packet.pointee.flags & AV_PKT_FLAG_KEY != 0
        timeline.receive(presentation, isKeyFrame: isKeyFrame)
        func time(_ ticks: Int64) -> MediaTime {
            MediaTime(value: ticks, timescale: format.timescale)
        }
        return EncodedSample(
            bytes: parameterSets.makeSample(packet.bytes), presentationTime: time(presentation),
            decodeTime: time(decode),
            duration: timeline.takeDuration(at: presentation).map(time),
            isSync: isKeyFrame)
    }
}
