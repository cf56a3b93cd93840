// SPDX-License-Identifier: Apache-2.0
/// The container formats that are opened, by libavformat's names of their demuxers.
///
/// They hold their media themselves. What names other files, opens ports or runs a script is not among
/// them, whatever else this FFmpeg knows.
enum ContainerFormats {
    /// Video files, images and audio files.
    static let selfContained: Set<String> = Set(
        [
            // Video.
            "mov", "matroska", "avi", "mpegts", "mpeg", "flv", "live_flv", "kux", "asf", "ogg",
            "mxf", "mxf_opatom", "gxf", "nut", "ivf", "rm", "wtv", "dv", "gif", "apng", "webp",
            "yuv4mpegpipe", "nsv", "dhav", "jpegxl_anim",
            // Audio.
            "wav", "w64", "mp3", "aac", "ac3", "eac3", "flac", "caf", "aiff", "au", "amr", "amrnb",
            "amrwb", "ape", "wv", "tta", "loas", "latm", "mp2", "dts", "truehd", "tak", "mpc",
            "mpc8",
        ]
    ).union(untimed)

    /// Frames one after the other, without times; libavformat makes up 25 a second. The header of Y4M has a rate.
    static let untimed: Set<String> = Set(
        [
            "mjpeg", "mjpeg_2000", "mpjpeg", "mpegvideo", "m4v", "h261", "h263", "h264", "hevc",
            "vvc", "evc", "av1", "obu", "vc1", "vc1test", "cavsvideo", "avs2", "avs3", "dirac",
            "dnxhd",
        ] + imageFormats.map { $0 + "_pipe" })

    /// Images of JPEG, one or one after the other.
    static let jpegs: Set<String> = ["mjpeg", "jpeg_pipe"]

    /// Playlists of one video whose parts lie elsewhere, and what people call them.
    static let playlists = ["hls": "HLS", "dash": "DASH"]

    /// What else names files or addresses that it reads its media from.
    static let scripts = [
        "concat": "ffconcat", "imf": "IMF", "sdp": "SDP", "vobsub": "VobSub",
        "webm_dash_manifest": "WebM DASH", "image2": "image sequence",
    ]

    /// The demuxers of media servers, which are told by their addresses.
    static let network: Set<String> = ["rtsp", "rtp"]

    private static let imageFormats = [
        "bmp", "dds", "dpx", "exr", "gif", "hdr", "j2k", "jpeg", "jpegls", "jpegxl", "pam", "pbm",
        "pcx", "pfm", "pgm", "pgmyuv", "phm", "png", "ppm", "psd", "qoi", "sgi", "sunrast", "tiff",
        "webp", "xbm", "xpm", "xwd",
    ]
}
