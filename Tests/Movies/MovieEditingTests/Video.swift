// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Foundation
import MovieBoxes
import Glibc
import MovieReading
import TestSupport
import Testing
import TimedMetadata

@testable import MovieWriting

/// Encoded media that `ffmpeg` made, with faces beside them, and recordings of them.
struct Video: Sendable {
    var tracks: [MovieWriter.TrackDescription]
    /// The samples of each track.
    var samples: [[EncodedSample]]

    static let faces = FaceTrackFormat()

    /// Two seconds of reordered frames and of audio, with a face in every other frame.
    static let short = Task { try await Video(seconds: 2, size: "96x64") }

    /// A video of a few kilobytes.
    static let tiny = Task { try await Video(seconds: 1, size: "32x32", rate: 8, group: 2) }

    /// A video with a tick for each frame.
    static let coarse = Task {
        try await Video(seconds: 2, size: "32x32", options: "-video_track_timescale 25")
    }

    init(
        seconds: Double, size: String, rate: Int = 25, group: Int = 12, options: String = ""
    ) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/source.mp4"
        try await Programs.make(
            path,
            "-f lavfi -i testsrc=s=\(size):r=\(rate):d=\(seconds) -f lavfi -i sine=d=\(seconds):r=48000 "
                + "-c:v libx264 -preset veryfast -bf 2 -g \(group) -pix_fmt yuv420p -c:a aac -ac 1 -b:a 32k \(options)"
        )
        let reader = try MovieReader(path: path)
        let video = try #require(reader.tracks.first { $0.kind == .video })
        let audio = try #require(reader.tracks.first { $0.kind == .audio })
        let format = EncodedSample.VideoFormat(
            codec: .h264, width: try #require(video.width), height: try #require(video.height),
            configuration: try Self.content(of: "avcC", in: video), timescale: video.timescale)
        // What follows the descriptor's tag and its size in four bytes.
        let descriptor = try Self.content(of: "esds", in: audio)
        let tag = try #require(descriptor.firstRange(of: [5, 0x80, 0x80, 0x80])).upperBound
        let audioFormat = EncodedSample.AudioFormat(
            codec: .aac, sampleRate: 48_000, channelCount: 1,
            configuration: Array(descriptor[(tag + 1)...].prefix(Int(descriptor[tag]))),
            primingFrameCount: 1024)
        tracks = [
            .video(format), .audio(audioFormat),
            MovieWriter.TrackDescription(
                content: .metadata(
                    sampleEntry: Self.faces.sampleEntry, name: "Faces", describes: 0),
                timescale: video.timescale),
        ]
        samples = [
            try Self.samples(of: video, in: reader), try Self.samples(of: audio, in: reader), [],
        ]
        samples[2] = Self.faceSamples(beside: samples[0])
    }

    private static func content(of name: String, in track: MovieTrack) throws -> [UInt8] {
        let entry = try #require(track.sampleEntries.first)
        let start = try #require(entry.firstRange(of: Array(name.utf8))).lowerBound
        let size = entry[start - 4..<start].reduce(0) { $0 << 8 | Int($1) }
        return Array(entry[start + 4..<start - 4 + size])
    }

    private static func samples(of track: MovieTrack, in reader: MovieReader) throws
        -> [EncodedSample]
    {
        var samples: [EncodedSample] = []
        let start = track.edits.first?.mediaTime ?? 0
        var cursor = reader.samples(of: track)
        while let sample = try cursor.next() {
            func time(_ ticks: Int64) -> MediaTime {
                MediaTime(value: ticks - start, timescale: track.timescale)
            }
            samples.append(
                EncodedSample(
                    bytes: try reader.readBytes(of: sample),
                    presentationTime: time(sample.presentationMediaTime),
                    decodeTime: time(sample.decodeTime),
                    duration: MediaTime(value: sample.duration, timescale: track.timescale),
                    isSync: sample.isSync))
        }
        return samples
    }

    private static func faceSamples(beside images: [EncodedSample]) -> [EncodedSample] {
        var encoder = FaceSampleEncoder(format: faces)
        return images.sorted { $0.presentationTime < $1.presentationTime }.enumerated().map {
            index, image in
            EncodedSample(
                bytes: encoder.encode(.test(number: index, hasFace: index % 2 == 0)),
                presentationTime: image.presentationTime, decodeTime: image.presentationTime,
                duration: image.duration, isSync: true)
        }
    }

    /// Records the video into a file in memory, with fragments of half a second.
    func record(into file: MemoryFile, faceCount: Int = .max) throws {
        var configuration = MovieWriter.Configuration()
        configuration.movieFragmentInterval = MediaTime(value: 1, timescale: 2)
        configuration.metadata = [.init(key: "org.example.subject", value: "P07")]
        let writer = try MovieWriter(
            storage: file, path: file.name, tracks: tracks, configuration: configuration)
        let all = samples.enumerated().flatMap { index, samples in
            samples.prefix(index == 2 ? faceCount : .max).map { (index, $0) }
        }.sorted { $0.1.decodeTime < $1.1.decodeTime }
        for (index, sample) in all { try writer.append(sample, toTrack: index) }
        // A track that ends without a sample before the movie has begun is left out of it.
        while file.history.isEmpty, [.unknown, .running].contains(writer.status) { sched_yield() }
        _ = try writer.finish()
    }

    /// What a recording's file was after each write.
    func recordingHistory() throws -> [[UInt8]] {
        let file = MemoryFile()
        try record(into: file)
        return file.history
    }
}

extension FaceObservation {
    /// A frame with a face or without.
    static func test(number: Int, hasFace: Bool) -> FaceObservation {
        let time = MediaTime(value: Int64(number), timescale: 25)
        let face = MetadataFaceObject(
            faceID: 7, bounds: Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5), confidence: 0.5)
        return FaceObservation(
            frame: FrameID(number), presentationTime: time, captureNanoseconds: 0,
            outcome: .analysed, faces: hasFace ? [face] : [])
    }
}
