// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues
import Glibc
internal import MediaCodecs
internal import MovieWriting
internal import SystemSupport

/// An M4A file: encoded audio in fragments while it is written, a plain file in the end.
final class EncodedAudioFile: AudioFile {
    private let encoder: AudioEncoder
    private let writer: MovieWriter
    private let file: AtomicFile
    private let maximumByteCount: Int64
    private var isFull = false
    private(set) var byteCount: Int64
    private var size: MovieSize
    /// How long all packets are.
    private var encodedDuration = MediaTime.zero
    /// What a decoder gives before the first sample, and players leave out.
    private let priming: MediaTime

    /// Creates the file for audio like `audio`.
    init(
        _ settings: CaptureAudioFileOutput.Settings, _ encoding: AudioEncoderSettings,
        like audio: AudioSampleBuffer
    ) throws(FacecapError) {
        encoder = try AudioEncoder(
            settings: encoding, sampleRate: audio.sampleRate, channelCount: audio.channelCount)
        priming = MediaTime(
            value: Int64(encoder.format.primingFrameCount),
            timescale: Int32(encoder.format.sampleRate))
        maximumByteCount = settings.maximumByteCount ?? .max
        var configuration = MovieWriter.Configuration()
        configuration.fileType = .m4a
        configuration.movieFragmentInterval = settings.movieFragmentInterval
        configuration.metadata = settings.metadata
        configuration.creationTime = settings.includesCreationTime ? Int64(time(nil)) : nil
        let tracks = [MovieWriter.TrackDescription.audio(encoder.format)]
        size = MovieSize(of: [.audio], tracks, configuration)
        byteCount = size.byteCount
        file = try AtomicFile(
            creating: settings.path, overwriting: settings.overwritesExistingFile)
        writer = try MovieWriter(into: file, tracks: tracks, configuration: configuration)
    }

    var duration: MediaTime { max(.zero, encodedDuration.since(priming)) }

    func append(_ audio: AudioSampleBuffer) throws(FacecapError) -> Bool {
        try write(encoder.encode(audio))
        return !isFull
    }

    func finish() throws(FacecapError) {
        try write(encoder.finish())
        guard encodedDuration > .zero else { throw .noAudioWritten }
        byteCount = try writer.finish().byteCount
        try file.checkName()
    }

    func cancel() { writer.cancel() }

    private func write(_ packets: [EncodedSample]) throws(FacecapError) {
        for packet in packets {
            var next = size
            next.add(RecordedSample(track: .audio, sample: packet), isLeading: true)
            isFull = isFull || next.byteCount > maximumByteCount
            guard !isFull else { return }
            try writer.append(packet, toTrack: 0)
            size = next
            byteCount = size.byteCount
            if let length = packet.duration {
                encodedDuration = encodedDuration.advanced(by: length)
            }
        }
    }
}
