// SPDX-License-Identifier: Apache-2.0
public import CaptureSamples
public import FaceValues
package import MovieBoxes
package import SystemSupport

/// Writes encoded frames, audio and timed metadata into a movie file that stays playable whatever
/// happens: fragments while it is being written, a plain movie in the end.
///
/// All calls may come from any thread. The file is written on the thread `fc.writer`, which begins when
/// each track of frames or audio has its first sample or is finished; for audio it waits a second, and what comes
/// later is heard in its place. All times of the movie count from the earliest moment that is seen or heard by then.
public final class MovieWriter: Sendable {
    private let state: Monitor<WriterState>
    private let thread: WorkerThread

    /// Creates the file and starts to wait for samples.
    ///
    /// Throws `.invalidArgument` for tracks that no movie can hold, `.outputFailed` when the file exists
    /// and may not be replaced or cannot be created, `.permissionDenied`, `.storageFull`, and
    /// `.systemFailed` when the system has no room for another thread.
    public convenience init(
        path: String, tracks: [TrackDescription], configuration: Configuration = .init()
    ) throws(FacecapError) {
        try self.init(
            into: AtomicFile(creating: path, overwriting: configuration.overwritesExistingFile),
            tracks: tracks, configuration: configuration)
    }

    /// Takes a file to write into, which takes its name with the first fragment.
    ///
    /// Throws `.invalidArgument` for tracks that no movie can hold.
    package convenience init(
        into file: AtomicFile, tracks: [TrackDescription],
        configuration: Configuration = .init()
    ) throws(FacecapError) {
        try TrackDescription.validate(tracks)
        guard configuration.movieFragmentInterval > .zero else {
            throw FacecapError(
                .invalidArgument, "The fragment interval of a movie is above 0: give 1 s or so.")
        }
        try self.init(
            storage: file, path: file.path, tracks: tracks, configuration: configuration)
    }

    init(
        storage: any MovieStorage, path: String, tracks: [TrackDescription],
        configuration: Configuration
    ) throws(FacecapError) {
        state = Monitor(WriterState(tracks: tracks, configuration: configuration))
        let loop = WritingLoop(
            storage: storage, path: path, tracks: tracks, configuration: configuration,
            state: state)
        do throws(FacecapError) {
            thread = try WorkerThread(name: "fc.writer") { loop.run() }
        } catch {
            storage.remove()
            throw error
        }
    }

    /// A writer that goes away without ``finish()`` leaves the whole fragments that are in the file.
    deinit {
        state.withLock { $0.isAbandoned = true }
        thread.join()
    }

    // MARK: Samples

    /// Appends the next sample of a track in decoding order; blocks the calling thread while the track's
    /// queue is full.
    ///
    /// Throws the writer's failure once it failed, `.invalidState` when it is finished or cancelled,
    /// `.invalidArgument` for a sample that the movie cannot hold, which is then left out.
    public func append(
        _ sample: EncodedSample, toTrack index: Int
    ) throws(FacecapError) {
        let result = state.wait { $0.append(sample, toTrack: index) }
        try result.get()
    }

    /// Says that a track gets no more samples, so that nobody waits for them; other indices are ignored.
    public func markAsFinished(track index: Int) {
        state.withLock { state in
            if state.planner.queues.indices.contains(index) { state.planner.finish(track: index) }
        }
    }

    /// Changes the sample entry of a track of timed metadata, for the samples that are appended from now on and
    /// those before: it declares more keys, and is as long as before. Other indices are ignored.
    package func changeSampleEntry(ofTrack index: Int, to entry: [UInt8]) {
        state.withLock { $0.changedEntries[index] = entry }
    }

    /// Adds to what the finished movie says of itself; fragments do not say it.
    package func addMetadata(_ items: [MovieMetadataItem]) {
        state.withLock { $0.addedMetadata += items }
    }

    // MARK: Control

    /// Writes all samples and finishes the file; blocks the calling thread meanwhile.
    ///
    /// Throws the writer's failure, and `.invalidState` when it was called before or there are no samples.
    public func finish() throws(FacecapError) -> Summary {
        try state.withLock { state in
            Result { () throws(FacecapError) in
                try state.muxer.finish()
                state.planner.finish()
            }
        }.get()
        thread.join()
        let (summary, status) = state.withLock { ($0.summary, $0.muxer.status) }
        if case .failed(let error) = status { throw error }
        guard let summary, status == .completed else {
            throw FacecapError(.invalidState, "The movie was cancelled: make a new writer.")
        }
        return summary
    }

    /// What a movie holds that could not be written to its end; `nil` where nothing of it is left, and of any other.
    package var remains: Summary? {
        state.withLock { state in
            if case .failed = state.muxer.status { state.summary } else { nil }
        }
    }

    /// Stops writing and removes the file; does nothing when the movie is over.
    public func cancel() {
        requestCancellation()
        if status == .cancelled { thread.join() }
    }

    /// The same without a wait until the file is gone; ``finish()`` throws then.
    package func requestCancellation() { _ = state.withLock { $0.muxer.cancel() } }

    // MARK: Progress

    /// What the writer is doing.
    public var status: Status { state.withLock { $0.muxer.status } }

    /// Bytes in the file that are safe.
    public var byteCount: Int64 { state.withLock { $0.byteCount } }

    /// How long the movie in the file is.
    public var recordedDuration: MediaTime { state.withLock { $0.recordedDuration } }
}
