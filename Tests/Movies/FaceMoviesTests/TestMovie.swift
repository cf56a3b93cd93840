// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import FoundationEssentials
import Glibc
import MovieBoxes
import MovieReading
import MovieWriting
import TestSupport
import TimedMetadata

/// A movie with faces: 30 ticks a second unless told otherwise, made by ``MovieWriter`` from frames that are none.
struct TestMovie {
    /// A sample of a face track: a frame or any bytes.
    struct Faces {
        var time: Int64
        var bytes: [UInt8]
    }

    var format = FaceTrackFormat()
    var timescale: Int32 = 30
    /// Times of the frames in the order of decoding; each is decoded one tick after the one before.
    var images: [Int64] = [2, 3, 4, 5, 6, 7]
    var orientation = VideoOrientation.upright
    /// The samples of each face track.
    var faceTracks: [[Faces]] = []
    var markers: [(time: Int64, text: String)] = []
    var markerKey = ClientMetadataFormat.markerKey
    /// The samples of each track with a client's own metadata.
    var valueTracks: [[(time: Int64, items: [TimedMetadataGroup.Item], continuedCount: Int)]] = []

    static func face(_ id: Int, x: Double = 0.25) -> MetadataFaceObject {
        MetadataFaceObject(
            faceID: id, bounds: Rect(x: x, y: 0.25, width: 0.25, height: 0.5), rollAngle: 10,
            confidence: 0.5)
    }

    /// A frame with the faces of some ids.
    func frame(
        _ number: Int, at time: Int64, ids: [Int], hidden: [Int] = [],
        outcome: FrameLedger.Outcome = .analysed
    ) -> Faces {
        var encoder = FaceSampleEncoder(format: format)
        var observation = FaceObservation(
            frame: FrameID(number), presentationTime: MediaTime(value: time, timescale: timescale),
            captureNanoseconds: 0, outcome: outcome, faces: ids.map { Self.face($0) })
        observation.hiddenFaceIDs = hidden
        return Faces(time: time, bytes: encoder.encode(observation))
    }

    /// The bytes of the movie; those of a recording that was broken off unless it is to be finished.
    func bytes(isFinished: Bool = true) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let path = folder.path + "/movie.mp4"
        let video = EncodedSample.VideoFormat(
            codec: .h264, width: 64, height: 48, orientation: orientation,
            configuration: [1, 66, 0, 10, 0xFF, 0xE0, 0], timescale: timescale)
        let markerFormat = ClientMetadataFormat(keys: [markerKey, ClientMetadataFormat.gapKey])
        var tracks = [MovieWriter.TrackDescription.video(video)]
        tracks += faceTracks.map { _ in metadata(format.sampleEntry, "Faces") }
        if !markers.isEmpty { tracks.append(metadata(markerFormat.sampleEntry, "Markers")) }
        var keys = ClientMetadataKeys()
        try keys.declare(valueTracks.joined().flatMap(\.items))
        tracks += valueTracks.map { _ in metadata(keys.sampleEntry, "Metadata") }
        try write(tracks, markerFormat, keys, path: path, isFinished: isFinished)
        return Array(try Data(contentsOf: URL(filePath: path)))
    }

    /// The movie, opened.
    func reader(isFinished: Bool = true) throws -> MovieReader {
        try MovieReader(MovieMemoryBytes(bytes(isFinished: isFinished)))
    }

    /// The movie with one edit in the place of those of some tracks, which are given by their index.
    func reader(editing tracks: Set<Int>, _ edit: MovieEdit) throws -> MovieReader {
        var writer = BoxWriter()
        var index = 0
        writer.appendBoxes(in: try bytes()[...]) { box, writer in
            guard box.type == "moov" else { return writer.append(contentsOf: box.bytes) }
            writer.appendContainer(box) { box, writer in
                guard box.type == "trak" else { return writer.append(contentsOf: box.bytes) }
                defer { index += 1 }
                guard tracks.contains(index) else { return writer.append(contentsOf: box.bytes) }
                writer.appendContainer(box) { box, writer in
                    if box.type == "mdia" { writer.append([edit]) }
                    if box.type != "edts" { writer.append(contentsOf: box.bytes) }
                }
            }
        }
        return try MovieReader(MovieMemoryBytes(writer.bytes))
    }

    private func write(
        _ tracks: [MovieWriter.TrackDescription], _ markerFormat: ClientMetadataFormat,
        _ keys: ClientMetadataKeys, path: String, isFinished: Bool
    ) throws {
        let writer = try MovieWriter(path: path, tracks: tracks)
        for (index, samples) in faceTracks.enumerated() {
            for sample in samples {
                try writer.append(self.sample(sample.bytes, at: sample.time), toTrack: index + 1)
            }
        }
        for marker in markers {
            let bytes = markerFormat.encode([(markerKey, marker.text)])
            try writer.append(sample(bytes, at: marker.time), toTrack: faceTracks.count + 1)
        }
        for (index, values) in valueTracks.enumerated() {
            for value in values {
                let bytes = keys.encode(value.items, continuedCount: value.continuedCount)
                try writer.append(
                    sample(bytes, at: value.time),
                    toTrack: tracks.count - valueTracks.count + index)
            }
        }
        for (index, time) in images.enumerated() {
            try writer.append(
                EncodedSample(
                    bytes: [0, 0, 0, 1, 9],
                    presentationTime: MediaTime(value: time, timescale: timescale),
                    decodeTime: MediaTime(value: Int64(index), timescale: timescale),
                    isSync: index == 0),
                toTrack: 0)
        }
        if isFinished {
            _ = try writer.finish()
        } else {
            while writer.recordedDuration == .zero {
                if case .failed(let error) = writer.status { throw error }
                usleep(1000)
            }
        }
    }

    private func sample(_ bytes: [UInt8], at time: Int64) -> EncodedSample {
        EncodedSample(bytes: bytes, presentationTime: MediaTime(value: time, timescale: timescale))
    }

    private func metadata(_ entry: [UInt8], _ name: String) -> MovieWriter.TrackDescription {
        MovieWriter.TrackDescription(
            content: .metadata(sampleEntry: entry, name: name, describes: 0), timescale: timescale)
    }
}
