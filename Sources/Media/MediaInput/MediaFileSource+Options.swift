// SPDX-License-Identifier: Apache-2.0
public import CaptureSamples
package import FaceValues

extension MediaFileSource {
    /// How a source reads.
    public struct Options: Sendable, Hashable {
        /// Whether frames come at the pace of their time stamps, as from a camera, instead of as
        /// fast as they are asked for.
        public var isRealTime: Bool
        /// Whether audio is decoded too, where somebody takes it (``MediaFileSource/needsSamples(of:)``);
        /// otherwise it is thrown away unread.
        public var wantsAudio: Bool
        /// Threads of the video decoder, at least 1; the frames do not depend on it.
        public var decoderThreads: Int
        /// What is handed out as it is encoded too, before it is decoded; at first nothing. Audio
        /// that nobody wants decoded comes encoded alone.
        public var deliversEncodedSamples: Set<MediaType>
        /// Whether a file may be a playlist (HLS, DASH) that names other local files; otherwise a file is
        /// one file, whatever it holds. Addresses are not affected: their playlists name other addresses
        /// of HTTP, and never a file.
        public var allowsPlaylists: Bool
        /// Whether a server that is spoken with over TLS (HTTPS, RTSPS, RTMPS) may be one whose certificate cannot be
        /// verified, such as a camera's own; otherwise it is not read. The certificates that are trusted are those
        /// of the file that `SSL_CERT_FILE` of the environment names, or else the system's, which FFmpeg finds where it
        /// is built with GnuTLS.
        public var allowsUntrustedServers: Bool
        /// The part that is read; `nil` for everything.
        package var part: Part?

        /// How a source reads.
        public init(
            isRealTime: Bool = false, wantsAudio: Bool = true,
            decoderThreads: Int = 1, deliversEncodedSamples: Set<MediaType> = [],
            allowsPlaylists: Bool = false, allowsUntrustedServers: Bool = false
        ) {
            self.isRealTime = isRealTime
            self.wantsAudio = wantsAudio
            self.decoderThreads = decoderThreads
            self.deliversEncodedSamples = deliversEncodedSamples
            self.allowsPlaylists = allowsPlaylists
            self.allowsUntrustedServers = allowsUntrustedServers
        }
    }

    /// A part of a file: the frames that are shown in a stretch of time.
    package struct Part: Sendable, Hashable {
        /// When the first one is shown.
        package var start: MediaTime
        /// From when on none is; `nil` for the file's end.
        package var end: MediaTime?
        /// From when on damage is reported: that of the frames before is reported with another part.
        package var reportStart: MediaTime

        /// The frames from a time on, the damage of all of which is reported.
        package init(start: MediaTime, end: MediaTime?) {
            (self.start, self.end, reportStart) = (start, end, start)
        }

        /// Whether the damage of a frame is reported.
        func reports(_ time: MediaTime) -> Bool {
            time >= reportStart && end.map { time < $0 } ?? true
        }
    }
}
