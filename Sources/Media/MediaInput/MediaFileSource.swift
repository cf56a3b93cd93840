// SPDX-License-Identifier: Apache-2.0
public import CaptureSamples
public import FaceValues

/// A video, a frame, an address or the standard input as a source of samples: whatever FFmpeg's
/// libraries open and decode.
///
/// Frames in one of our pixel formats are handed out in the decoder's own memory. Time stamps
/// are the stream's own; one that is missing or not after the one before becomes the one before
/// plus its duration. A still image is one frame at time 0.
///
/// Images of HEIF (HEIC, AVIF) are decoded by libheif, from files and pipes: the primary one, cut, turned and mirrored as
/// it is displayed, in 8 bits.
///
/// The orientation is that of the display matrix or of Exif; of a mirrored frame it is the turn
/// that puts its top up. Frames with alpha come as stored, blended with nothing.
///
/// Where encoded samples are asked for, each frame's comes before it with the same time, in the
/// order of decoding; a frame waits for those that are decoded before it. Their bytes are the
/// packets of MP4 and Matroska unchanged; of other containers, start codes, access unit delimiters,
/// repeated parameter sets and ADTS headers are left out. Time stamps count in the stream's own time
/// base; decode times that are missing are made up, strictly increasing. Real time does not hold
/// encoded samples back: they come with the frames around them.
///
/// A packet that cannot be decoded becomes `.dropped(.corruptData)` and reading goes on. Of a file
/// that is cut short everything before the damage is delivered, then one `.warning`
/// (`.mediaDamaged`), then the end.
public final class MediaFileSource: CaptureSource {
    /// The first frame's size and orientation, and the rate of the stream.
    public let videoFormat: VideoFormat?
    /// The rate and the channels of the audio, where it is asked for and can be decoded.
    public let audioFormat: AudioFormat?
    /// What the samples of ``Options/deliversEncodedSamples`` are like: H.264, HEVC, AV1, AAC and Opus can
    /// be handed out so. Of what is not here none come.
    public let encodedFormats: EncodedSample.Formats
    /// It is decoded in this process.
    public var isolation: IsolationLevel? { IsolationLevel.none }
    /// Whether frames come at the pace of their time stamps, or have the times at which they arrive.
    public let isLive: Bool
    /// Frames the container says it has, or its duration says.
    public let estimatedFrameCount: Int?

    /// `CLOCK_MONOTONIC` when the container was opened.
    package let openedNanoseconds: Int64
    private let options: Options
    private let cancellation: Cancellation
    /// `nil` of an image that FFmpeg does not read, which is there as a whole.
    private let reader: EventReader?
    private var opening: [CaptureEvent]
    private var pacer = EventPacer()

    /// Decodes the first frame of a location.
    package init(_ opened: OpenedLocation, options: Options) throws(FacecapError) {
        cancellation = opened.cancellation
        self.options = options
        var opened = opened
        if let image = try opened.readHEIF() {
            isLive = options.isRealTime
            openedNanoseconds = MonotonicClock.nowNanoseconds
            reader = nil
            opening = [.video(VideoSampleBuffer(still: image))]
            videoFormat = VideoFormat(width: image.width, height: image.height, frameRate: nil)
            audioFormat = nil
            encodedFormats = EncodedSample.Formats()
            estimatedFrameCount = 1
            return
        }
        let reader = try EventReader(opened, options: options)
        self.reader = reader
        opening = try Self.readOpening(reader)
        let first = opening.lazy.compactMap(\.image).first
        let videoFormat = reader.videoFormat(first: first)
        self.videoFormat = videoFormat
        audioFormat = reader.audioFormat
        var formats = reader.encodedFormats
        formats.video?.orientation = videoFormat.orientation
        encodedFormats = formats
        estimatedFrameCount = reader.estimatedFrameCount
        isLive = options.isRealTime || reader.demuxer.isTimedByArrival
        openedNanoseconds = reader.demuxer.openedNanoseconds
    }

    /// Opens a file, a URL such as `https://...` or `rtsp://...`, or `-` for the standard input, and decodes its
    /// first frame.
    ///
    /// Blocks until there is a first frame; a URL that is silent for 15 s is given up.
    ///
    /// - Parameters:
    ///   - location: a path that exists is that file, whatever it is called; else what begins with `file:` or
    ///     `scheme://` is a URL.
    ///   - options: how it is read.
    /// - Throws: `sourceNotFound`, `permissionDenied`, `networkFailed` or `systemFailed` when there is
    ///   nothing to read, and `mediaUnreadable` when it has no frame that can be decoded.
    public convenience init(_ location: String, options: Options = Options()) throws(FacecapError) {
        try self.init(OpenedLocation(MediaLocation(location)), options: options)
    }

    /// Decodes the next event on the calling thread; in real time, waits until a frame is due.
    /// What is late is delivered all the same, and audio comes with the frames around it.
    ///
    /// Throws `networkFailed` or `systemFailed` when reading fails midway, and `mediaUnreadable`
    /// when so much fails to decode that there is no hope; afterwards the stream has ended.
    public func nextEvent() throws(FacecapError) -> CaptureEvent? {
        try pacer.next(isRealTime: options.isRealTime, cancellation: cancellation, readNext)
    }

    /// Ends every wait for data or for time.
    public var control: any CaptureSourceControl { cancellation }

    /// Decodes audio from the next packet on, or throws it away unread; without a call it is decoded where
    /// ``Options/wantsAudio`` says so.
    public func needsSamples(of mediaTypes: Set<MediaType>) {
        guard options.wantsAudio else { return }
        let isTaken = mediaTypes.contains(.audio)
        if !isTaken { opening.removeAll(where: \.isAudio) }
        reader?.decodeAudio(isTaken)
    }

    /// Everything up to the first frame, which tells the orientation, within bounds.
    private static func readOpening(_ reader: EventReader) throws(FacecapError) -> [CaptureEvent] {
        var events: [CaptureEvent] = []
        while events.count < 256, let event = try reader.next() {
            events.append(event)
            if event.image != nil { break }
        }
        return events
    }

    private func readNext() throws(FacecapError) -> CaptureEvent? {
        if opening.isEmpty { try reader?.next() } else { opening.removeFirst() }
    }
}

extension CaptureEvent {
    /// The frame, of an event that is one.
    fileprivate var image: VideoSampleBuffer? {
        if case .video(let sample) = self { sample } else { nil }
    }

    fileprivate var isAudio: Bool {
        if case .audio = self { true } else { false }
    }
}

extension VideoSampleBuffer {
    /// An image at time 0 that stands upright.
    fileprivate init(still image: PixelBuffer) {
        self.init(
            pixelBuffer: image, presentationTime: .zero, duration: nil, orientation: .upright,
            captureNanoseconds: MonotonicClock.nowNanoseconds)
    }
}

extension MediaFileSource: SingleTimescaleSource {}
