// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
package import FaceValues

/// What a media file of any container says of itself and of its tracks.
package struct MediaFileInspection: Sendable, Hashable {
    /// One track.
    package struct Track: Sendable, Hashable {
        /// `video`, `audio`, `subtitle`, `data` or `other`.
        package let kind: String
        /// The codec by libavcodec's name.
        package let codec: String
        /// Pixels of a stored row; `nil` where there are no images.
        package let width: Int?
        /// Stored rows.
        package let height: Int?
        /// Frames a second; `nil` where nobody says so.
        package let frameRate: Double?
        /// Samples a second; `nil` where there is no audio.
        package let sampleRate: Int?
        /// Channels; `nil` where there is no audio.
        package let channelCount: Int?

        /// A track of which all is known.
        package init(
            kind: String, codec: String, width: Int?, height: Int?, frameRate: Double?,
            sampleRate: Int?, channelCount: Int?
        ) {
            self.kind = kind
            self.codec = codec
            self.width = width
            self.height = height
            self.frameRate = frameRate
            self.sampleRate = sampleRate
            self.channelCount = channelCount
        }
    }

    /// What libavformat calls the container.
    package let formatName: String
    /// Seconds; `nil` where the container claims none.
    package let duration: Double?
    /// The tracks in the order of the file.
    package let tracks: [Track]

    /// Whether there are images that move.
    package var hasVideo: Bool { tracks.contains { $0.kind == "video" } }

    /// What another process has read.
    package init(formatName: String, duration: Double?, tracks: [Track]) {
        self.formatName = formatName
        self.duration = duration
        self.tracks = tracks
    }

    /// Opens a file and reads what its head says.
    ///
    /// Throws what ``MediaFileSource`` throws for a file that cannot be read.
    package init(path: String) throws(FacecapError) {
        try self.init(OpenedLocation(.file(path: path)))
    }

    /// Reads what the head of a location says.
    package init(_ opened: OpenedLocation) throws(FacecapError) {
        let demuxer = try Demuxer(
            opened.location, file: opened.file, cancellation: opened.cancellation)
        formatName = demuxer.formatName
        duration = demuxer.duration
        tracks = demuxer.streams.map { Track($0) }
    }
}

extension MediaFileInspection.Track {
    fileprivate init(_ stream: UnsafeMutablePointer<AVStream>) {
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
            frameRate: isVideo ? stream.frameRate : nil,
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
