internal import CaptureSamples
internal import FaceCapture
internal import FaceValues
internal import MediaCodecs
internal import MovieWriting
internal import TimedMetadata

/// Makes the samples of a recording's tracks; used by one thread.
final class SampleEncoder {
    private let settings: RecordingSettings
    private let isLive: Bool
    private let videoInput: DeviceInput?
    /// How long the last faces last, which no others follow; `nil` where that is not known.
    private let frameDuration: MediaTime?
    private let audioFormat: EncodedAudioFormat?
    private let audioEncoder: AudioEncoder?
    private let soundFormat: AudioFormat?
    /// Whether the sound is a microphone's, which begins with the pictures by chance alone.
    private let isSoundOfItsOwn: Bool
    private var videoFormat: EncodedVideoFormat?
    /// Of the times of pictures that are left out.
    private var timescale: Int32?
    private var videoEncoder: VideoEncoder?
    private var faceEncoder: FaceSampleEncoder
    /// When the pictures began; `nil` once sound has come, or where none is to be encoded.
    private var pictureStartWithoutSound: MediaTime?
    private var hasSound = false
    private let markers = ClientMetadataFormat()

    /// - Parameter isLive: whether pictures have to be encoded as fast as they come.
    init(
        settings: RecordingSettings, connections: [CaptureConnection], isLive: Bool
    ) throws(FacecapError) {
        self.settings = settings
        self.isLive = isLive
        faceEncoder = FaceSampleEncoder(format: settings.faces)
        videoInput = connections.first { $0.mediaType == .video }?.input
        frameDuration = videoInput?.videoFormat?.frameRate.map {
            MediaTime(seconds: 1 / $0, preferredTimescale: 1_000_000)
        }
        let audioInput = connections.first { $0.mediaType == .audio }?.input
        if settings.video == .passthrough {
            guard let format = videoInput?.encodedFormats.video else {
                throw FacecapError(
                    .formatUnsupported,
                    "The source's pictures cannot be copied, as they are neither H.264 nor HEVC;"
                        + " encode them.")
            }
            videoFormat = format
        }
        soundFormat = audioInput?.audioFormat
        isSoundOfItsOwn = audioInput !== videoInput
        switch settings.audio {
        case .none:
            audioEncoder = nil
            audioFormat = nil
        case .passthrough:
            audioEncoder = nil
            audioFormat = audioInput?.encodedFormats.audio
            guard audioFormat != nil || soundFormat == nil else {
                throw FacecapError(
                    .formatUnsupported,
                    "The source's audio cannot be copied, as it does not come as AAC or Opus; encode it, or"
                        + " let the file deliver encoded samples.")
            }
        case .encoded(let settings):
            if let sound = soundFormat {
                let encoder = try AudioEncoder(
                    settings: settings, sampleRate: sound.sampleRate,
                    channelCount: sound.channelCount)
                audioEncoder = encoder
                audioFormat = encoder.format
            } else {
                audioEncoder = nil
                audioFormat = nil
            }
        }
    }

    /// The tracks, in the order in which they lie in the movie; `nil` until the first picture has been
    /// encoded.
    func tracks(hasFaces: Bool) -> [(track: RecordedTrack, description: MovieTrackDescription)]? {
        guard let timescale = videoFormat?.timescale ?? timescale else { return nil }
        let faces = metadata("Faces", settings.faces.sampleEntry, timescale: timescale)
        var tracks: [(track: RecordedTrack, description: MovieTrackDescription)] = []
        if let videoFormat {
            tracks.append((.video, .video(videoFormat)))
        } else {
            // The first track leads.
            tracks.append((.faces, faces))
        }
        if let audioFormat { tracks.append((.audio, .audio(audioFormat))) }
        if hasFaces, videoFormat != nil { tracks.append((.faces, faces)) }
        tracks.append((.markers, metadata("Markers", markers.sampleEntry, timescale: timescale)))
        if case .moment = settings.trigger {
            let entry = StillImageTimeFormat.sampleEntry
            tracks.append(
                (.stillImageTime, metadata("Still image time", entry, timescale: timescale)))
        }
        return tracks
    }

    private func metadata(
        _ name: String, _ sampleEntry: [UInt8], timescale: Int32
    ) -> MovieTrackDescription {
        MovieTrackDescription(
            content: .metadata(
                sampleEntry: sampleEntry, name: name, describes: videoFormat == nil ? nil : 0),
            timescale: timescale)
    }

    /// Encodes a picture to be shown at `time`; nothing where pictures are copied or left out.
    func encode(
        _ picture: VideoSampleBuffer, at time: MediaTime, forcesKeyFrame: Bool
    ) throws(FacecapError) -> [RecordedSample] {
        guard settings.video != .passthrough else { return [] }
        if pictureStartWithoutSound == nil, !hasSound { pictureStartWithoutSound = time }
        guard case .encoded(let settings) = settings.video else {
            timescale = timescale ?? time.timescale
            return []
        }
        if videoEncoder == nil { try makeVideoEncoder(settings, for: picture) }
        guard let videoEncoder else { return [] }
        return try videoEncoder.encode(picture, at: time, forcesKeyFrame: forcesKeyFrame)
            .map { RecordedSample(track: .video, sample: $0) }
    }

    private func makeVideoEncoder(
        _ settings: VideoEncoderSettings, for picture: VideoSampleBuffer
    ) throws(FacecapError) {
        var settings = settings
        settings.isRealTime = settings.isRealTime || isLive
        let pixels = picture.pixelBuffer
        let encoder = try VideoEncoder(
            settings: settings, width: pixels.width, height: pixels.height,
            orientation: picture.orientation, frameRate: videoInput?.videoFormat?.frameRate,
            timescale: picture.presentationTime.timescale, isFullRange: pixels.isFullRange,
            pixelFormat: pixels.format)
        videoEncoder = encoder
        videoFormat = encoder.format
    }

    /// Encodes sound to be heard at `time`; nothing where it is copied or left out.
    func encode(
        _ sound: AudioSampleBuffer, at time: MediaTime
    ) throws(FacecapError) -> [RecordedSample] {
        guard let audioEncoder else { return [] }
        let sound = AudioSampleBuffer(
            samples: sound.samples, sampleRate: sound.sampleRate,
            channelCount: sound.channelCount, presentationTime: time)
        let missing = isSoundOfItsOwn ? silence(before: time) : nil
        hasSound = true
        pictureStartWithoutSound = nil
        var samples: [EncodedSample] = []
        if let missing { samples += try audioEncoder.encode(missing) }
        samples += try audioEncoder.encode(sound)
        return samples.map { RecordedSample(track: .audio, sample: $0) }
    }

    /// Silence from the first picture on, where none of the expected sound came in the second before
    /// `time`: the movie would have to wait for it.
    func silence(until time: MediaTime) throws(FacecapError) -> [RecordedSample] {
        guard audioEncoder != nil, let start = pictureStartWithoutSound,
            start.advanced(by: MediaTime(value: 1, timescale: 1)) <= time,
            let silence = silence(before: time)
        else { return [] }
        return try encode(silence, at: start)
    }

    /// Silence from the first picture until `time`, where no sound has come yet; `nil` when it would be
    /// empty.
    private func silence(before time: MediaTime) -> AudioSampleBuffer? {
        guard let start = pictureStartWithoutSound, start < time, let sound = soundFormat else {
            return nil
        }
        let frames = Int((time.since(start).seconds * Double(sound.sampleRate)).rounded(.down))
        return AudioSampleBuffer(
            samples: [Float](repeating: 0, count: frames * sound.channelCount),
            sampleRate: sound.sampleRate, channelCount: sound.channelCount, presentationTime: start)
    }

    /// The source's own sample, where that kind is copied.
    func copy(_ sample: EncodedSample, _ mediaType: MediaType) -> RecordedSample? {
        switch mediaType {
        case .video where settings.video == .passthrough:
            RecordedSample(track: .video, sample: sample)
        case .audio where settings.audio == .passthrough && audioFormat != nil:
            RecordedSample(track: .audio, sample: sample)
        case .video, .audio, .depth, .metadata: nil
        }
    }

    /// The sample of a frame's faces.
    func encode(_ observation: FaceObservation, at time: MediaTime) -> RecordedSample {
        RecordedSample(
            track: .faces,
            sample: EncodedSample(
                bytes: faceEncoder.encode(observation), presentationTime: time,
                duration: frameDuration))
    }

    /// How long a picture is shown that the next one follows without a gap.
    var usualDuration: MediaTime { frameDuration ?? MediaTime(value: 1, timescale: 25) }

    /// The sample that says that from `time` on nothing is known of faces.
    func encodeUnobserved(at time: MediaTime) -> RecordedSample {
        RecordedSample(
            track: .faces,
            sample: EncodedSample(bytes: FaceSampleEncoder.gap, presentationTime: time))
    }

    /// The sample of a text that a user put in.
    func encode(marker text: String, at time: MediaTime) -> RecordedSample {
        RecordedSample(
            track: .markers,
            sample: EncodedSample(
                bytes: markers.encode([(ClientMetadataFormat.markerKey, text)]),
                presentationTime: time))
    }

    /// The sample that says when a still picture was taken.
    func encode(stillImageTime time: MediaTime) -> RecordedSample {
        RecordedSample(
            track: .stillImageTime,
            sample: EncodedSample(
                bytes: StillImageTimeFormat.sample, presentationTime: time, duration: frameDuration)
        )
    }

    /// The sample of a stretch without pictures that begins at `time`.
    func encode(_ gap: CaptureGap, at time: MediaTime) -> RecordedSample? {
        guard let duration = gap.duration, let seconds = FixedDecimal(duration.seconds, decimals: 6)
        else { return nil }
        let value = "\(seconds.text) \(gap.reason)"
        return RecordedSample(
            track: .markers,
            sample: EncodedSample(
                bytes: markers.encode([(ClientMetadataFormat.gapKey, value)]),
                presentationTime: time))
    }

    /// What the encoders held back.
    func finish() throws(FacecapError) -> [RecordedSample] {
        let pictures = try videoEncoder?.finish() ?? []
        let sound = try audioEncoder?.finish() ?? []
        return pictures.map { RecordedSample(track: .video, sample: $0) }
            + sound.map { RecordedSample(track: .audio, sample: $0) }
    }
}
