internal import CFFmpeg
public import FaceValues

/// What a media file of any container says of itself and of its tracks.
public struct MediaFileInspection: Sendable, Hashable {
    /// One track.
    public struct Track: Sendable, Hashable {
        /// `video`, `audio`, `subtitle`, `data` or `other`.
        public let kind: String
        /// The codec by libavcodec's name.
        public let codec: String
        /// Pixels of a stored row; `nil` where there are no images.
        public let width: Int?
        /// Stored rows.
        public let height: Int?
        /// Frames a second; `nil` where nobody says so.
        public let frameRate: Double?
        /// Samples a second; `nil` where there is no audio.
        public let sampleRate: Int?
        /// Channels; `nil` where there is no audio.
        public let channelCount: Int?
    }

    /// What libavformat calls the container.
    public let formatName: String
    /// Seconds; `nil` where the container claims none.
    public let duration: Double?
    /// The tracks in the order of the file.
    public let tracks: [Track]

    /// Whether there are images that move.
    public var hasVideo: Bool { tracks.contains { $0.kind == "video" } }

    /// Opens a file and reads what its head says.
    ///
    /// Throws what ``MediaFileSource`` throws for a file that cannot be read.
    public init(path: String) throws(FacecapError) {
        let demuxer = try Demuxer(.file(path: path), cancellation: Cancellation())
        formatName = demuxer.formatName
        duration = demuxer.duration
        tracks = demuxer.streams.map { Track($0) }
    }
}

extension MediaFileInspection.Track {
    fileprivate init(_ stream: UnsafeMutablePointer<AVStream>) {
        let rate = stream.pointee.avg_frame_rate
        guard let parameters = stream.pointee.codecpar else {
            self.init(kind: "other", codec: "unknown")
            return
        }
        let isVideo = parameters.pointee.codec_type == AVMEDIA_TYPE_VIDEO
        let isAudio = parameters.pointee.codec_type == AVMEDIA_TYPE_AUDIO
        self.init(
            kind: Self.kind(parameters.pointee.codec_type),
            codec: String(cString: avcodec_get_name(parameters.pointee.codec_id)),
            width: isVideo ? Int(parameters.pointee.width) : nil,
            height: isVideo ? Int(parameters.pointee.height) : nil,
            frameRate: isVideo && rate.num > 0 && rate.den > 0 ? av_q2d(rate) : nil,
            sampleRate: isAudio ? Int(parameters.pointee.sample_rate) : nil,
            channelCount: isAudio ? Int(parameters.pointee.ch_layout.nb_channels) : nil)
    }

    private init(kind: String, codec: String) {
        self.init(
            kind: kind, codec: codec, width: nil, height: nil, frameRate: nil, sampleRate: nil,
            channelCount: nil)
    }

    private static func kind(_ type: AVMediaType) -> String {
        switch type {
        case AVMEDIA_TYPE_VIDEO: "video"
        case AVMEDIA_TYPE_AUDIO: "audio"
        case AVMEDIA_TYPE_SUBTITLE: "subtitle"
        case AVMEDIA_TYPE_DATA: "data"
        default: "other"
        }
    }
}
