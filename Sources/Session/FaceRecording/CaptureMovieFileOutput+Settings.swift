// SPDX-License-Identifier: Apache-2.0
package import FaceOverlay
public import FaceRedaction
public import FaceValues
public import MediaCodecs
public import MovieBoxes
internal import MovieWriting
package import SystemSupport
public import TimedMetadata

extension CaptureMovieFileOutput {
    /// What a recording is to be like.
    public struct Settings: Sendable, Hashable {
        /// What becomes of the frames.
        public enum Video: Sendable, Hashable {
            /// They are encoded.
            case encoded(VideoEncoderSettings)
            /// The source's own H.264, HEVC or AV1 is copied.
            case passthrough
            /// They are left out: the movie has faces, and audio, but no pixel.
            case none
        }

        /// What becomes of the audio.
        public enum Audio: Sendable, Hashable {
            /// It is encoded.
            case encoded(AudioEncoderSettings)
            /// The source's own AAC or Opus is copied; a file has to deliver it encoded.
            case passthrough
            /// It is left out, and a file decodes none for the recording.
            case none
        }

        /// When samples are recorded.
        public enum Trigger: Sendable, Hashable {
            /// From start to stop.
            case always
            /// From `preRoll` before a face appears, or up to a key frame interval earlier, until `postRoll` after the
            /// last one; then again, into another file.
            case faces(preRoll: MediaTime, postRoll: MediaTime)
            /// Once, from `preRoll` before to `postRoll` after the moment that
            /// ``CaptureMovieFileOutput/recordMoment(at:)`` names, which may be `lookBack` ago; the movie begins up
            /// to a key frame interval earlier.
            case moment(preRoll: MediaTime, postRoll: MediaTime, lookBack: MediaTime)
        }

        /// When the next file begins, gapless, at a frame with which decoding can begin.
        public enum Split: Sendable, Hashable {
            /// After so much time.
            case duration(MediaTime)
            /// Before a file exceeds so many bytes.
            case byteCount(Int64)
        }

        /// Where the movie is written; what ends in `.mov` is a QuickTime movie, everything else an MP4.
        /// With ``split`` or a ``trigger`` there are several: `name-001.mp4`, `name-002.mp4`, ...; without, what
        /// ``CaptureMovieFileOutput/splitRecording()`` begins follows `name.mp4` as `name-002.mp4`.
        public var path: String
        /// What becomes of the frames.
        public var video = Video.encoded(VideoEncoderSettings())
        /// How faces are covered before frames are encoded; `nil` for not at all. Everything then waits for
        /// `RedactionSettings.lookahead`, requests too, so that all is recorded in order. The faces must not be
        /// smoothed, as smooth boxes lag behind faces that move. Whole frames are covered for that long before the zoom
        /// changes, and while it does.
        public var redaction: RedactionSettings?
        /// Whether faces are drawn into the frames before these are encoded, which waits for what is found in them.
        /// A frame of a camera whose faces come too late is recorded without them; the face track has them.
        public var drawsFaces = false
        /// How they are drawn.
        package var overlayStyle = OverlayStyle()
        /// How long the ways of the faces are drawn; `nil` for not at all.
        package var trailDuration: MediaTime?
        /// What becomes of the audio, where the source has any.
        public var audio = Audio.encoded(AudioEncoderSettings())
        /// What the face track holds.
        public var faces = FaceTrackFormat()
        /// When samples are recorded.
        public var trigger = Trigger.always
        /// When the next file begins; `nil` for one file.
        public var split: Split?
        /// The recording ends before its files hold more bytes than this.
        public var maximumByteCount: Int64?
        /// The recording ends before its files hold more time than this, which a pause does not take and a deleted
        /// file gives back.
        public var maximumDuration: MediaTime?
        /// The recording ends when the file system has fewer bytes left than this.
        public var minimumFreeByteCount: Int64?
        /// The maximum footage lost when the machine or the program crashes.
        public var movieFragmentInterval = MediaTime(value: 1, timescale: 1)
        /// Whether players can start before they have the whole file: a second pass at the end.
        public var shouldOptimizeForNetworkUse = false
        /// When the movie begins, in the source's time, where nothing is seen or heard earlier: what comes
        /// later then keeps its times; `nil` for the first moment that is seen or heard.
        public var startTime: MediaTime?
        /// Texts about the whole movie, by reverse-DNS key.
        public var metadata: [MovieMetadataItem] = []
        /// Whether the movie says when it was recorded; without that, equal recordings have equal bytes.
        public var includesCreationTime = true
        /// Whether files that exist are replaced.
        public var overwritesExistingFiles = false
        /// A file that the movie is written into instead of one at ``path``.
        package var file: AtomicFile?

        /// A recording into a file.
        public init(path: String) { self.path = path }

        /// Throws what is known to stand against the first file: one that exists and may not be replaced
        /// (`outputFailed` with `EEXIST`) or that a program is writing, a folder that is missing or may not be written
        /// to, and less room than ``maximumByteCount`` or ``minimumFreeByteCount`` leave for a movie.
        public func checkPath() throws(FacecapError) {
            try MovieWriter.checkPath(
                path(ofFile: 1), overwritesExistingFile: overwritesExistingFiles)
            try RecordingLimits(self).check()
        }

        /// Throws where settings contradict each other, or leave no room for a movie.
        ///
        /// - Parameter hasFaces: whether somebody looks for faces.
        func check(hasFaces: Bool) throws(FacecapError) {
            try RecordingLimits(self).check()
            try checkTimes()
            try redaction?.validate()
            guard redaction == nil || video != .passthrough else {
                throw FacecapError(
                    .invalidArgument,
                    "Frames that are copied cannot be redacted, as they are not decoded; encode them."
                )
            }
            guard !drawsFaces || redaction == nil && video != .passthrough && video != .none else {
                throw FacecapError(
                    .invalidArgument,
                    "Faces are drawn into frames that are encoded and show them; encode the frames, without"
                        + " covering faces.")
            }
            guard hasFaces || redaction == nil && video != .none && !drawsFaces else {
                throw FacecapError(
                    .invalidArgument,
                    "Faces can be covered, drawn, or recorded alone, only where they are looked for; record with a"
                        + " metadata output.")
            }
        }

        private func checkTimes() throws(FacecapError) {
            let times = [
                ("maximum duration", maximumDuration.map { $0 > .zero } ?? true),
                ("fragment interval", movieFragmentInterval > .zero),
                ("extent of each file", split?.isAboveZero ?? true),
                ("time around its trigger", !trigger.isNegative),
            ]
            for (name, makesSense) in times where !makesSense {
                throw FacecapError(
                    .invalidArgument,
                    "The \(name) of a recording leaves room for nothing; give more than 0.")
            }
        }

        /// Whether there may be several files.
        var isSeries: Bool {
            if case .faces = trigger { return true }
            return split != nil
        }

        /// The path of the nth file, counted from 1.
        package func path(ofFile number: Int) -> String {
            isSeries || number > 1 ? path.numbered(number) : path
        }
    }
}

extension CaptureMovieFileOutput.Settings.Split {
    fileprivate var isAboveZero: Bool {
        switch self {
        case .duration(let length): length > .zero
        case .byteCount(let count): count > 0
        }
    }
}

extension CaptureMovieFileOutput.Settings.Trigger {
    /// Whether one of its times is below zero.
    fileprivate var isNegative: Bool {
        switch self {
        case .always: false
        case .faces(let preRoll, let postRoll): min(preRoll, postRoll) < .zero
        case .moment(let preRoll, let postRoll, let lookBack):
            min(preRoll, postRoll, lookBack) < .zero
        }
    }
}
