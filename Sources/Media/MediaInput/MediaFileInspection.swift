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
        /// Its number; `nil` where the container has none, which is neither MP4 nor QuickTime.
        package let id: UInt32?
        /// What its images are decoded to, by libavutil's name; `nil` where there are none.
        package let pixelFormat: String?

        /// A track of which all is known.
        package init(
            kind: String, codec: String, width: Int?, height: Int?, frameRate: Double?,
            sampleRate: Int?, channelCount: Int?, id: UInt32?, pixelFormat: String?
        ) {
            self.kind = kind
            self.codec = codec
            self.width = width
            self.height = height
            self.frameRate = frameRate
            self.sampleRate = sampleRate
            self.channelCount = channelCount
            self.id = id
            self.pixelFormat = pixelFormat
        }
    }

    /// What libavformat calls the container.
    package let formatName: String
    /// Seconds; `nil` where the container claims none.
    package let duration: Double?
    /// The time at which it ends, in seconds of its time stamps; `nil` where the container claims none.
    package let endTime: Double?
    /// The tracks in the order of the file.
    package let tracks: [Track]
    /// Which of them has the frames that are decoded; `nil` where there are none.
    package let decodedIndex: Int?
    /// What the file says of itself, such as its title, under libavformat's names in ``descriptionNames``.
    package let description: [String: String]
    /// Chapters that it is divided into.
    package let chapterCount: Int

    /// The names of what a file says of itself, as far as it is read.
    package static let descriptionNames = [
        "title", "artist", "album", "genre", "comment", "description", "copyright",
        "creation_time", "location",
    ]
    /// Bytes of a text of which no more is read.
    private static let descriptionLimit = 4000

    /// Whether there are images that move.
    package var hasVideo: Bool { tracks.contains { $0.kind == "video" } }

    /// The track whose frames are decoded; `nil` where there are none.
    package var decodedTrack: Track? { decodedIndex.map { tracks[$0] } }

    /// What another process has read.
    package init(
        formatName: String, duration: Double?, endTime: Double?, tracks: [Track],
        decodedIndex: Int?, description: [String: String], chapterCount: Int
    ) {
        self.formatName = formatName
        self.duration = duration
        self.endTime = endTime
        self.tracks = tracks
        self.decodedIndex = decodedIndex
        self.description = description
        self.chapterCount = chapterCount
    }

    /// Reads what the head of a location says.
    ///
    /// Throws what ``MediaFileSource`` throws for a file that cannot be read.
    package init(_ opened: OpenedLocation) throws(FacecapError) {
        let demuxer = try Demuxer(
            opened.location, file: opened.file, cancellation: opened.cancellation)
        formatName = demuxer.formatName
        duration = demuxer.duration
        endTime = demuxer.endTime
        tracks = demuxer.streams.map { Track($0, isNumbered: demuxer.isMovie) }
        decodedIndex = demuxer.bestStream(AVMEDIA_TYPE_VIDEO).map { Int($0.pointee.index) }
        let texts = Self.descriptionNames.compactMap { name in
            demuxer.text(name).map {
                (name, String(decoding: $0.utf8.prefix(Self.descriptionLimit), as: UTF8.self))
            }
        }
        description = Dictionary(uniqueKeysWithValues: texts).filter { !$0.value.isEmpty }
        chapterCount = demuxer.chapterCount
    }
}

extension MediaFileInspection.Track {
    fileprivate init(_ stream: UnsafeMutablePointer<AVStream>, isNumbered: Bool) {
        let id = isNumbered ? UInt32(bitPattern: stream.pointee.id) : nil
        guard let parameters = stream.pointee.codecpar else {
            self.init(
                kind: "other", codec: "unknown", width: nil, height: nil, frameRate: nil,
                sampleRate: nil, channelCount: nil, id: id, pixelFormat: nil)
            return
        }
        let isVideo = parameters.pointee.codec_type == AVMEDIA_TYPE_VIDEO
        let isAudio = parameters.pointee.codec_type == AVMEDIA_TYPE_AUDIO
        self.init(
            kind: Self.kind(parameters.pointee.codec_type),
            codec: String(cString: avcodec_get_name(parameters.pointee.codec_id)),
            width: isVideo ? Self.length(parameters.pointee.width) : nil,
            height: isVideo ? Self.length(parameters.pointee.height) : nil,
            frameRate: isVideo ? stream.frameRate : nil,
            sampleRate: isAudio ? Int(parameters.pointee.sample_rate) : nil,
            channelCount: isAudio ? Int(parameters.pointee.ch_layout.nb_channels) : nil, id: id,
            pixelFormat: isVideo ? Self.pixelFormat(parameters.pointee.format) : nil)
    }

    /// A side in pixels, where the file tells one that makes sense.
    private static func length(_ pixels: CInt) -> Int? { pixels > 0 ? Int(pixels) : nil }

    private static func pixelFormat(_ format: CInt) -> String? {
        av_get_pix_fmt_name(AVPixelFormat(rawValue: format)).map { String(cString: $0) }
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
