// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
package import CaptureSamples
internal import CodecBitstreams
package import FaceValues

/// Encodes audio to AAC or Opus with libavcodec.
///
/// Sample frames are counted from the first time stamp on, so that jitter of later ones does no harm.
/// Where a stamp is off by more than 50 ms, silence is inserted or audio left out, and counted. A rate
/// that the codec does not have is converted. The first packet comes before the first time stamp by
/// the priming, and the last ones hold everything that was encoded, the last part of a packet padded
/// with silence.
///
/// Any thread may use it, one at a time.
package final class AudioEncoder: @unchecked Sendable {
    /// What the encoded audio is like.
    package let format: EncodedSample.AudioFormat
    /// Sample frames of silence that were inserted into gaps, at the rate of the input.
    package private(set) var insertedFrameCount = 0
    /// Sample frames that were left out where stretches overlapped, at the rate of the input.
    package private(set) var droppedFrameCount = 0

    private let sampleRate: Int
    private let channelCount: Int
    private let context: EncoderContext
    private let filler: AudioFrameFiller
    private var timeline: AudioTimeline
    private var isFinished = false

    /// Opens an encoder.
    ///
    /// - Parameters:
    ///   - sampleRate: sample frames a second of the input, 1000...768,000.
    ///   - channelCount: channels of the input and of what comes out, 1...8.
    ///
    /// Throws `invalidArgument` where there is no such encoder or it refuses a setting, and
    /// `systemFailed` where there is no memory.
    package init(
        settings: AudioEncoderSettings, sampleRate: Int, channelCount: Int
    ) throws(FacecapError) {
        guard 1000...768_000 ~= sampleRate, 1...8 ~= channelCount else {
            throw FacecapError(
                .invalidArgument,
                "Audio of \(channelCount.counted("channel")) at \(sampleRate) Hz cannot be encoded; choose 1 to "
                    + "8 channels and 1000 to 768000 Hz.")
        }
        guard let (encoder, codec) = EncoderCatalogue.audioEncoder(settings.codec) else {
            throw .unknownEncoder(
                settings.codec, of: "AAC or Opus", known: EncoderCatalogue.audioEncoders)
        }
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        let context = try EncoderContext(encoder)
        try context.openForAudio(
            encoder, codec: codec, settings: settings, sampleRate: sampleRate,
            channelCount: channelCount)
        self.context = context
        format = try Self.format(of: context, codec: codec, channelCount: channelCount)
        filler = try AudioFrameFiller(context, sampleRate: sampleRate)
        timeline = AudioTimeline(sampleRate: Int32(sampleRate))
    }

    /// Encodes a stretch of audio of any length; samples beyond -1...1 are cut there, and such as are
    /// no numbers are silent.
    ///
    /// Throws `invalidArgument` where its rate or channels are not those of the encoder or its time
    /// stamp is more than an hour late, `invalidState` after ``finish()``, and `systemFailed` where the
    /// encoder fails.
    package func encode(_ audio: AudioSampleBuffer) throws(FacecapError) -> [EncodedSample] {
        guard !isFinished else {
            throw FacecapError(
                .invalidState, "The audio encoder is finished; make another one to go on.")
        }
        guard audio.sampleRate == sampleRate, audio.channelCount == channelCount else {
            throw FacecapError(
                .invalidArgument,
                "Audio of \(audio.channelCount.counted("channel")) at \(audio.sampleRate) Hz does not fit an "
                    + "encoder of \(channelCount) at \(sampleRate) Hz; make another encoder.")
        }
        let correction = try timeline.place(
            audio.presentationTime, frameCount: audio.frameCount)
        insertedFrameCount += correction.insertedFrameCount
        droppedFrameCount += correction.droppedFrameCount
        var samples: [EncodedSample] = []
        try filler.begin(at: audio.presentationTime)
        var silence = correction.insertedFrameCount
        while silence > 0 {
            // A second at a time, so that a long gap needs no more memory than a short one.
            let count = min(silence, sampleRate)
            try fill([Float](repeating: 0, count: count * channelCount)[...], into: &samples)
            silence -= count
        }
        let heard = audio.samples.dropFirst(correction.droppedFrameCount * channelCount)
        try fill(heard, into: &samples)
        return samples
    }

    /// Ends the stream and gives what the encoder still holds; a second call gives nothing.
    ///
    /// Throws `systemFailed` where the encoder fails.
    package func finish() throws(FacecapError) -> [EncodedSample] {
        guard !isFinished else { return [] }
        isFinished = true
        var samples: [EncodedSample] = []
        try filler.finish { (frame) throws(FacecapError) in
            try encode(frame, into: &samples)
        }
        try encode(nil, into: &samples)
        return samples
    }

    private func fill(
        _ audio: ArraySlice<Float>, into samples: inout [EncodedSample]
    ) throws(FacecapError) {
        guard !audio.isEmpty else { return }
        let clean = audio.map { $0.isFinite ? max(-1, min(1, $0)) : 0 }
        try filler.append(clean, frameCount: clean.count / channelCount) {
            (frame) throws(FacecapError) in
            try encode(frame, into: &samples)
        }
    }

    private func encode(
        _ frame: UnsafeMutablePointer<AVFrame>?, into samples: inout [EncodedSample]
    ) throws(FacecapError) {
        try context.encode(frame) { (packet) throws(FacecapError) in
            func time(_ ticks: Int64) -> MediaTime {
                MediaTime(value: ticks, timescale: Int32(format.sampleRate))
            }
            let duration = packet.pointee.duration
            samples.append(
                EncodedSample(
                    bytes: Array(packet.bytes), presentationTime: time(packet.pointee.pts),
                    duration: duration > 0 ? time(duration) : nil))
        }
    }

    private static func format(
        of context: EncoderContext, codec: EncodedSample.AudioFormat.Codec, channelCount: Int
    ) throws(FacecapError) -> EncodedSample.AudioFormat {
        let extradata = context.extradata
        let configuration: [UInt8]? =
            switch codec {
            case .aac: extradata.isEmpty ? nil : extradata
            case .opus: OpusSpecificConfiguration(opusHead: extradata)?.record
            }
        guard let configuration else {
            throw FacecapError(
                .formatUnsupported,
                "The encoder \(context.name) does not say how its audio is to be decoded; choose "
                    + "another encoder.")
        }
        return EncodedSample.AudioFormat(
            codec: codec, sampleRate: Int(context.pointer.pointee.sample_rate),
            channelCount: channelCount, configuration: configuration,
            primingFrameCount: Int(max(0, context.pointer.pointee.initial_padding)))
    }
}
