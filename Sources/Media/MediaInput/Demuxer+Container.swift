// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
import Glibc

/// What the container is and claims.
extension Demuxer {
    /// A single frame, not a video: the format is one of libavformat's frame formats.
    var isImage: Bool { demuxerName.hasSuffix("_pipe") }

    /// Whether it is images of JPEG one after the other, each of which is all that lies up to the next one.
    var isOfJPEGs: Bool { ContainerFormats.jpegs.contains(demuxerName) }

    /// Whether something was read behind the last frame, of a container that leaves out a frame that is cut.
    func hasPart(ofFrameBehind position: Int64) -> Bool {
        demuxerName == "yuv4mpegpipe" && avio_seek(context.pointee.pb, 0, SEEK_CUR) > position
    }

    /// Whether frames come from a camera, in a container without times: they have those at which they arrive.
    var isTimedByArrival: Bool {
        // Browsers are sent images in `multipart/x-mixed-replace`, which have no end.
        ContainerFormats.untimed.contains(demuxerName)
            && (location.isStreamAddress || demuxerName == "mpjpeg" && isHTTPWithoutLength)
    }

    /// Whether it is a response that ends when the server hangs up, which libavformat calls an error.
    var isHTTPWithoutLength: Bool {
        location.isWebAddress && avio_size(context.pointee.pb) <= 0
    }

    /// Whether the bytes come from a file, so that there can be nothing after a frame's end.
    var isRegularFile: Bool { input?.isRegularFile ?? false }

    /// The length that the container claims, in seconds.
    var duration: Double? {
        let value = context.pointee.duration
        return value > 0 ? Double(value) / Double(AV_TIME_BASE) : nil
    }

    /// The time at which the container claims to end, in seconds: streams of broadcasts begin at any time.
    var endTime: Double? {
        let start = context.pointee.start_time
        let seconds = start == FACECAP_AV_NOPTS_VALUE ? 0 : Double(start) / Double(AV_TIME_BASE)
        return duration.map { $0 + seconds }
    }

    /// Whether it is a movie of which the index came after the samples that it tells of, from where nobody
    /// can go back.
    var needsSeeking: Bool {
        guard isMovie else { return false }
        guard case .url = location else { return !isRegularFile }
        return context.pointee.pb.map { $0.pointee.seekable == 0 } ?? false
    }

    /// Whether it is MP4 or QuickTime, which number their tracks.
    var isMovie: Bool { formatName.hasPrefix("QuickTime") }

    /// Whether the container tells where its packets lie and when each is shown.
    var isIndexed: Bool {
        ["QuickTime", "Matroska"].contains { formatName.hasPrefix($0) }
    }

    /// What libavformat calls the container, such as `Matroska / WebM`.
    var formatName: String {
        guard let format = context.pointee.iformat else { return "unknown" }
        return (format.pointee.long_name ?? format.pointee.name).map { String(cString: $0) }
            ?? "unknown"
    }
}
