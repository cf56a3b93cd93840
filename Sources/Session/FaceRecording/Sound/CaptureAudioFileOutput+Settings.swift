// SPDX-License-Identifier: Apache-2.0
public import FaceValues
public import MediaCodecs
public import MovieBoxes
internal import MovieWriting

extension CaptureAudioFileOutput {
    /// What a file with audio alone is to be like.
    public struct Settings: Sendable, Hashable {
        /// The kind of file, and how its audio is stored.
        public enum Format: Sendable, Hashable {
            /// An MPEG-4 file whose audio is encoded.
            case m4a(AudioEncoderSettings)
            /// A WAVE file of samples as they are; beyond 4 GB an RF64 file.
            case wav(SampleFormat)
        }

        /// Where the file is written.
        public var path: String
        /// The kind of file.
        public var format: Format
        /// The recording ends before the file holds more bytes than this.
        public var maximumByteCount: Int64?
        /// The maximum audio of an M4A file lost when the machine or the program crashes; of a WAVE file it is one
        /// second.
        public var movieFragmentInterval = MediaTime(value: 1, timescale: 1)
        /// Texts about an M4A file, by reverse-DNS key.
        public var metadata: [MovieMetadataItem] = []
        /// Whether an M4A file says when it was recorded; without that, equal recordings have equal bytes.
        public var includesCreationTime = true
        /// Whether a file that exists is replaced.
        public var overwritesExistingFile = false

        /// A recording into a file.
        public init(path: String, format: Format) {
            self.path = path
            self.format = format
        }

        /// Throws what is known to stand against the file: one that exists and may not be replaced
        /// (`outputFailed` with `EEXIST`) or that a program is writing, a folder that is missing or may not be written to.
        public func checkPath() throws(FacecapError) {
            try MovieWriter.checkPath(path, overwritesExistingFile: overwritesExistingFile)
        }
    }
}
