// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceCapture
internal import FaceValues
internal import MediaCodecs
internal import MovieWriting
internal import TimedMetadata

/// Makes the samples of a recording's tracks; used by one thread.
final class SampleEncoder {
    private let settings: CaptureMovieFileOutput.Settings
    /// Whether frames have to be encoded as fast as they come.
    let isLive: Bool
    private let videoInput: CaptureDeviceInput?
    /// How long the last faces last, which no others follow; `nil` where that is not known.
    var frameDuration: MediaTime? { videoInput?.activeVideoFrameDuration }
    private let audioFormat: EncodedSample.AudioFormat?
    private let audioEncoder: AudioEncoder?
    private let inputFormat: AudioFormat?
    /// For a source that comes back with other audio; `nil` where there is none.
    private let audioResampler: AudioResampler?
    /// Whether the audio is a microphone's, which begins with the frames by chance alone.
    private let isAudioOfItsOwn: Bool
    private var videoFormat: EncodedSample.VideoFormat?
    /// Of the times of frames that are left out.
    private var timescale: Int32?
    /// Holds what frame rates are common, where a source's own ticks are fewer: 24, 25, 30, 50, 60, 120.
    private static let fineTimescale: Int32 = 90_000
    /// A sample lasts at most 2^32 ticks, which are 71 minutes of these.
    private static let finestTimescale: Int32 = 1_000_000
    private var videoEncoder: VideoEncoder?
    private let faceFormat: FaceTrackFormat
    private var faceEncoder: FaceSampleEncoder
    /// Where the audio ends that was encoded, before any the first frame's time; `nil` before both.
    private(set) var audioEnd: MediaTime?
    private var hasAudio = false
    let markers = ClientMetadataFormat()
    private var clientKeys = ClientMetadataKeys()

    init(
        settings: CaptureMovieFileOutput.Settings, connections: [CaptureConnection], isLive: Bool
    ) throws(FacecapError) {
        self.settings = settings
        self.isLive = isLive
        var faces = settings.faces
        faces.includesLimits =
            faces.includesLimits || connections.contains { $0.searchLimits != nil }
        faceFormat = faces
        faceEncoder = FaceSampleEncoder(format: faces)
        let video = connections.first { $0.mediaType == .video }
        videoInput = video?.input
        let audioInput = connections.first { $0.mediaType == .audio }?.input
        if settings.video == .passthrough {
            guard let video, var format = video.input.encodedFormats.video else {
                throw FacecapError(
                    .formatUnsupported,
                    "The source's frames cannot be copied, as they are neither H.264, HEVC nor AV1;"
                        + " encode them.")
            }
            format.orientation = video.displayed(format.orientation)
            videoFormat = format
        }
        inputFormat = audioInput?.audioFormat
        audioResampler = inputFormat.map { AudioResampler(to: $0) }
        isAudioOfItsOwn = audioInput !== videoInput
        switch settings.audio {
        case .none: (audioEncoder, audioFormat) = (nil, nil)
        case .passthrough:
            audioEncoder = nil
            audioFormat = audioInput?.encodedFormats.audio
            guard audioFormat != nil || inputFormat == nil else {
                throw FacecapError(
                    .formatUnsupported,
                    "The source's audio cannot be copied, as it does not come as AAC or Opus; encode it, or"
                        + " let the file deliver encoded samples.")
            }
        case .encoded(let settings):
            let encoder = try inputFormat.map { audio throws(FacecapError) in
                try AudioEncoder(
                    settings: settings, sampleRate: audio.sampleRate,
                    channelCount: audio.channelCount)
            }
            (audioEncoder, audioFormat) = (encoder, encoder?.format)
        }
    }

    /// Why no movie could begin: its source has no frames. `nil` where it has.
    var missingFrames: FacecapError? {
        guard videoInput?.videoFormat == nil else { return nil }
        return FacecapError(
            .invalidState, "The movie has no source of frames; add an input that has video.")
    }

    /// The tracks, in the order in which they lie in the movie; `nil` until the first frame has been
    /// encoded.
    func tracks(hasFaces: Bool) -> [(
        track: RecordedTrack, description: MovieWriter.TrackDescription
    )]? {
        guard let timescale = videoFormat?.timescale ?? timescale else { return nil }
        let faces = metadata("Faces", faceFormat.sampleEntry, timescale: timescale)
        var tracks: [(track: RecordedTrack, description: MovieWriter.TrackDescription)] = []
        if let videoFormat {
            tracks.append((.video, .video(videoFormat)))
        } else {
            // The first track leads.
            tracks.append((.faces, faces))
        }
        if let audioFormat { tracks.append((.audio, .audio(audioFormat))) }
        if hasFaces, videoFormat != nil { tracks.append((.faces, faces)) }
        func appendEvents(_ track: RecordedTrack, _ name: String, _ entry: [UInt8]) {
            tracks.append((track, metadata(name, entry, timescale: timescale, isSparse: true)))
        }
        appendEvents(.markers, "Markers", markers.sampleEntry)
        appendEvents(.client, "Metadata", ClientMetadataKeys().sampleEntry)
        if case .moment = settings.trigger {
            appendEvents(.stillImageTime, "Still image time", StillImageTimeFormat.sampleEntry)
        }
        return tracks
    }

    private func metadata(
        _ name: String, _ sampleEntry: [UInt8], timescale: Int32, isSparse: Bool = false
    ) -> MovieWriter.TrackDescription {
        MovieWriter.TrackDescription(
            content: .metadata(
                sampleEntry: sampleEntry, name: name, describes: videoFormat == nil ? nil : 0),
            timescale: timescale, isSparse: isSparse)
    }

    /// Encodes a frame to be shown at `time`; nothing where frames are copied or left out.
    func encode(
        _ image: VideoSampleBuffer, at time: MediaTime, forcesKeyFrame: Bool
    ) throws(FacecapError) -> [RecordedSample] {
        guard settings.video != .passthrough else { return [] }
        audioEnd = audioEnd ?? time
        guard case .encoded(let settings) = settings.video else {
            timescale = timescale ?? ticksPerSecond(of: time)
            return []
        }
        if videoEncoder == nil { try makeVideoEncoder(settings, for: image) }
        guard let videoEncoder else { return [] }
        return try videoEncoder.encode(image, at: time, forcesKeyFrame: forcesKeyFrame)
            .map { RecordedSample(track: .video, sample: $0) }
    }

    /// The scale of a movie that begins with a frame of a time: that of a file's frames, which all have it. A camera
    /// may change its rate, another one take its place, and a source of a client's own begin with a time of whole
    /// seconds: a multiple of the first one's.
    private func ticksPerSecond(of time: MediaTime) -> Int32 {
        let mayChange = isLive || videoInput?.hasSingleTimescale != true
        guard mayChange, time.timescale < Self.fineTimescale else {
            return min(time.timescale, Self.finestTimescale)
        }
        return time.timescale * ((Self.fineTimescale - 1) / time.timescale + 1)
    }

    private func makeVideoEncoder(
        _ settings: VideoEncoderSettings, for image: VideoSampleBuffer
    ) throws(FacecapError) {
        var settings = settings
        settings.isRealTime = settings.isRealTime || isLive
        let pixels = image.pixelBuffer
        let format = videoInput?.videoFormat
        let encoder = try VideoEncoder(
            settings: settings, width: pixels.width, height: pixels.height,
            orientation: image.orientation, frameRate: format?.frameRate,
            timescale: ticksPerSecond(of: image.presentationTime),
            color: .init(of: pixels, from: format?.color),
            pixelAspectRatio: image.pixelAspectRatio, pixelFormat: pixels.format)
        videoEncoder = encoder
        videoFormat = encoder.format
    }

    /// Encodes audio to be heard at `time`; nothing where it is copied or left out.
    func encode(
        _ audio: AudioSampleBuffer, at time: MediaTime
    ) throws(FacecapError) -> [RecordedSample] {
        guard let audioEncoder else { return [] }
        let audio = (try audioResampler?.convert(audio) ?? audio).replacing(presentationTime: time)
        guard audio.frameCount > 0 else { return [] }
        // Silence comes with the frames, which may have been away as long.
        if isLive, let audioEnd, time.since(audioEnd).seconds > 3600 { return [] }
        var samples: [EncodedSample] = []
        if isAudioOfItsOwn, !hasAudio { samples = try encodeSilence(before: time, audioEncoder) }
        hasAudio = true
        samples += try audioEncoder.encode(audio)
        let length = MediaTime(
            value: Int64(audio.frameCount), timescale: Int32(clamping: audio.sampleRate))
        audioEnd = max(audioEnd ?? time, time.advanced(by: length))
        return samples.map { RecordedSample(track: .audio, sample: $0) }
    }

    /// Silence in the place of audio that does not come: from the first frame until `time` where there was none for a
    /// second, and behind other audio until so long before `time` that what is only late is kept.
    func silence(until time: MediaTime) throws(FacecapError) -> [RecordedSample] {
        let wait = MediaTime(value: !hasAudio ? 1 : isLive ? 10 : 1800, timescale: 1)
        guard let audioEncoder, let audioEnd, audioEnd.advanced(by: wait) <= time else {
            return []
        }
        let end = hasAudio ? time.since(wait) : time
        let samples = try encodeSilence(before: end, audioEncoder)
        hasAudio = true
        return samples.map { RecordedSample(track: .audio, sample: $0) }
    }

    /// Silence until `time` from where the audio ends, or the first frame's time.
    private func encodeSilence(
        before time: MediaTime, _ encoder: AudioEncoder
    ) throws(FacecapError) -> [EncodedSample] {
        guard let start = audioEnd, start < time, let audio = inputFormat else {
            return []
        }
        let end = Int((time.since(start).seconds * Double(audio.sampleRate)).rounded(.down))
        var samples: [EncodedSample] = []
        // A second at a time: the frames may begin hours before the audio.
        for position in stride(from: 0, to: end, by: audio.sampleRate) {
            let count = min(audio.sampleRate, end - position)
            let offset = MediaTime(value: Int64(position), timescale: Int32(audio.sampleRate))
            samples += try encoder.encode(
                AudioSampleBuffer(
                    samples: [Float](repeating: 0, count: count * audio.channelCount),
                    sampleRate: audio.sampleRate, channelCount: audio.channelCount,
                    presentationTime: start.advanced(by: offset)))
        }
        audioEnd = start.advanced(
            by: MediaTime(value: Int64(end), timescale: Int32(audio.sampleRate)))
        return samples
    }

    /// The source's own sample, where that kind is copied.
    ///
    /// Throws `formatUnsupported` for a frame while frames are zoomed, which it is not, and for a sample of another
    /// encoding than those before.
    func copy(
        _ sample: EncodedSample, _ mediaType: MediaType
    ) throws(FacecapError) -> RecordedSample? {
        switch mediaType {
        case .video where settings.video == .passthrough:
            guard videoInput?.isZoomed != true else {
                throw FacecapError(
                    .formatUnsupported,
                    "Frames that are copied as they are encoded cannot be zoomed; encode them, or zoom by 1."
                )
            }
            if sample.hasOtherFormat { throw .changedEncoding }
            return RecordedSample(track: .video, sample: sample)
        case .audio where settings.audio == .passthrough && audioFormat != nil:
            if sample.hasOtherFormat { throw .changedEncoding }
            return RecordedSample(track: .audio, sample: sample)
        case .video, .audio, .depth, .metadata: return nil
        }
    }

    /// Whether a movie shows a frame otherwise than it is to be displayed, as that is how its first frame was.
    func isTurned(_ image: VideoSampleBuffer) -> Bool {
        videoEncoder.map { $0.format.orientation != image.orientation } ?? false
    }

    /// When the newest frame is shown that was encoded, which is beside its own time where that is not on the scale of
    /// the movie; `nil` where none was.
    var newestFrameTime: MediaTime? { videoEncoder?.newestTime }

    /// Where a frame lies in those of the movie; `nil` where it fills them, or there are none.
    func placement(of image: VideoSampleBuffer) -> FramePlacement? {
        videoEncoder?.placement(of: image.pixelBuffer)
    }

    /// The sample of a frame's faces, in the coordinates of the movie's frame.
    func encode(_ observation: FaceObservation, at time: MediaTime) -> RecordedSample {
        RecordedSample(
            track: .faces,
            sample: EncodedSample(
                bytes: faceEncoder.encode(observation), presentationTime: time,
                duration: frameDuration))
    }

    /// How long a frame is shown that the next one follows without a gap.
    var usualDuration: MediaTime { frameDuration ?? MediaTime(value: 1, timescale: 25) }

    /// The sample that says that from `time` on nothing is known of faces.
    func encodeUnobserved(at time: MediaTime) -> RecordedSample {
        RecordedSample(
            track: .faces,
            sample: EncodedSample(bytes: FaceSampleEncoder.gap, presentationTime: time))
    }

    /// Makes room for a client's keys; throws where there is none.
    func declare(_ items: [TimedMetadataGroup.Item]) throws(FacecapError) {
        try clientKeys.declare(items)
    }

    /// The sample of a client's own metadata, whose keys are declared.
    func encode(_ metadata: ClientMetadataTimeline.Sample) -> RecordedSample {
        RecordedSample(
            track: .client,
            sample: EncodedSample(
                bytes: clientKeys.encode(
                    metadata.items, continuedCount: metadata.continuedCount),
                presentationTime: metadata.time),
            sampleEntry: clientKeys.sampleEntry,
            renewal: metadata.items.isEmpty
                ? nil : clientKeys.encode(metadata.items, continuedCount: metadata.items.count))
    }

    /// What the encoders held back.
    func finish() throws(FacecapError) -> [RecordedSample] {
        let images = try videoEncoder?.finish() ?? []
        let audio = try audioEncoder?.finish() ?? []
        return images.map { RecordedSample(track: .video, sample: $0) }
            + audio.map { RecordedSample(track: .audio, sample: $0) }
    }
}
