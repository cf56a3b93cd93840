// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import MovieBoxes
import Testing

@testable import MovieWriting

/// Tracks whose samples come after those of others.
@Suite struct LateTrackTests {
    private static let video = MovieWriter.TrackDescription.video(
        EncodedSample.VideoFormat(
            codec: .h264, width: 16, height: 16, configuration: [1], timescale: 1000))
    private static let audio = MovieWriter.TrackDescription.audio(
        EncodedSample.AudioFormat(
            codec: .aac, sampleRate: 48_000, channelCount: 1, configuration: [0x11, 0x88]))

    private func writer(
        _ tracks: [MovieWriter.TrackDescription] = [video, audio], queueCapacity: Int
    ) throws -> MovieWriter {
        var configuration = MovieWriter.Configuration()
        configuration.queueCapacity = queueCapacity
        return try MovieWriter(
            recording: RecordingStorage(), tracks: tracks, configuration: configuration)
    }

    private func sample(_ milliseconds: Int64) -> EncodedSample {
        EncodedSample(
            bytes: [1, 2, 3], presentationTime: MediaTime(value: milliseconds, timescale: 1000))
    }

    private func append(
        _ count: Int, step: Int64, from start: Int64 = 0, to track: Int, of writer: MovieWriter
    ) throws {
        for number in 0..<Int64(count) {
            try writer.append(sample(start + number * step), toTrack: track)
        }
    }

    @Test func aTrackThatComesAfterAllOthersIsThere() throws {
        let writer = try writer(queueCapacity: 1024)
        try append(90, step: 33, to: 0, of: writer)
        try append(90, step: 33, to: 1, of: writer)
        let summary = try writer.finish()
        #expect(summary.tracks.map(\.sampleCount) == [90, 90])
    }

    @Test func aTrackForWhichTheMovieCouldNotWaitIsRefused() throws {
        let writer = try writer([Self.video, Self.video], queueCapacity: 60)
        try append(90, step: 33, to: 0, of: writer)
        let error = #expect(throws: FacecapError.self) {
            try append(90, step: 33, to: 1, of: writer)
        }
        #expect(error?.code == .invalidState)
        #expect(error?.message.contains("queueCapacity") == true)
        #expect(try writer.finish().tracks.map(\.sampleCount) == [90, 0])
    }

    @Test func audioForWhichTheMovieDidNotWaitKeepsItsPlace() throws {
        let writer = try writer(queueCapacity: 60)
        try append(90, step: 33, to: 0, of: writer)
        try append(30, step: 33, from: 3000, to: 1, of: writer)
        let summary = try writer.finish()
        #expect(summary.tracks.map(\.sampleCount) == [90, 30])
        #expect(summary.duration.seconds == 3.99)
    }

    @Test(arguments: [false, true])
    func audioIsWaitedForNoLongerThanASecondUnlessLateTracksAre(waits: Bool) throws {
        var planner = FragmentPlanner(
            tracks: [Self.video, Self.audio], interval: MediaTime(value: 1, timescale: 2),
            capacity: .init(sampleCount: 1024, byteCount: 1 << 20), waitsForLateTracks: waits)
        for time in [0, 500, 999] as [Int64] { try planner.append(sample(time), toTrack: 0) }
        #expect(planner.begin() == nil)
        try planner.append(sample(1000), toTrack: 0)
        let start = planner.begin()
        #expect((start == nil) == waits)
        guard !waits else { return }
        #expect(start?.tracks[1] == MovieStart.Track(mediaStart: 0, mediaTime: 0, delay: .zero))
        // What is older than the movie has no place in it.
        for time in [-20, 40] as [Int64] { try planner.append(sample(time), toTrack: 1) }
        #expect(planner.queues[1].samples.map(\.decodeTicks) == [1920])
    }

    /// A number of 32 bits holds 71 minutes of microseconds.
    @Test func theFirstSampleOfATrackKeepsItsTimeHoweverLateItComes() throws {
        let (hours, scale) = (5, Int32(1_000_000))
        var queue = TrackQueue(
            description: MovieWriter.TrackDescription(
                content: .metadata(sampleEntry: FaceTrack.sampleEntry, name: "", describes: nil),
                timescale: scale),
            index: 0, capacity: .init(sampleCount: 10, byteCount: 1000))
        let time = Int64(hours) * 3600 * Int64(scale)
        try queue.append(
            EncodedSample(bytes: [1], presentationTime: MediaTime(value: time, timescale: scale)))
        queue.begin(atTicks: 0)
        let samples = queue.take(queue.samples.count)
        #expect(samples.dropLast().allSatisfy { $0.bytes == FaceTrack.null })
        #expect(samples.dropLast().reduce(0) { $0 + Int64($1.run.duration) } == time)
        #expect(samples.last?.bytes == [1] && samples.count > 2)
    }
}
