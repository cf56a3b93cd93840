// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues
internal import MovieBoxes

/// What the threads around a movie writer share.
struct WriterState: Sendable {
    /// What the writing thread does next.
    enum Step: Sendable {
        case begin(MovieStart)
        /// What tracks of timed metadata are described by from now on.
        case describe([Int: [UInt8]])
        case write(Fragment)
        case complete
        case remove
        case stop
    }

    var muxer = MuxerState()
    var planner: FragmentPlanner
    /// Bytes in the file.
    var byteCount: Int64 = 0
    /// How long the movie in the file is.
    var recordedDuration = MediaTime.zero
    var summary: MovieWriter.Summary?
    /// What the finished movie says of itself beside what it said from the start.
    var addedMetadata: [MovieMetadataItem] = []
    /// The new sample entries of tracks, before a fragment needs them.
    var changedEntries: [Int: [UInt8]] = [:]
    /// Whether the writer went away without an end.
    var isAbandoned = false

    init(tracks: [MovieWriter.TrackDescription], configuration: MovieWriter.Configuration) {
        planner = FragmentPlanner(
            tracks: tracks, interval: configuration.movieFragmentInterval,
            capacity: TrackQueue.Capacity(
                sampleCount: configuration.queueCapacity,
                byteCount: configuration.queueByteCapacity),
            startTime: configuration.startTime,
            waitsForLateTracks: configuration.waitsForLateTracks)
    }

    /// Takes a sample, or nothing while its queue is full.
    mutating func append(
        _ sample: EncodedSample, toTrack index: Int
    ) -> Result<Void, FacecapError>? {
        do throws(FacecapError) {
            try muxer.checkThatSamplesAreTaken()
            guard planner.queues.indices.contains(index) else {
                throw FacecapError(
                    .invalidArgument,
                    "The movie has no track \(index): it has \(planner.queues.count), from 0.")
            }
            if planner.isFull(track: index) { return nil }
            try planner.append(sample, toTrack: index)
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    /// What has to be done now; nothing while samples have to be waited for.
    mutating func nextStep() -> Step? {
        if isAbandoned { return .stop }
        switch muxer.status {
        case .cancelled: return .remove
        case .completed, .failed: return .stop
        case .unknown, .running, .finishing: break
        }
        if !muxer.hasBegun, let start = planner.begin() { return .begin(start) }
        if muxer.hasBegun, !changedEntries.isEmpty {
            defer { changedEntries = [:] }
            return .describe(changedEntries)
        }
        if muxer.hasBegun, let fragment = planner.nextFragment() { return .write(fragment) }
        return muxer.status == .finishing ? .complete : nil
    }
}
