// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import SystemSupport

/// What the thread of a movie writer does: it waits for samples and writes them.
struct WritingLoop: Sendable {
    let storage: any MovieStorage
    let path: String
    let tracks: [MovieWriter.TrackDescription]
    let configuration: MovieWriter.Configuration
    let state: Monitor<WriterState>

    /// Writes until the movie is over.
    func run() {
        var file: FragmentedFile?
        do throws(FacecapError) {
            while try perform(state.wait { $0.nextStep() }, on: &file) {}
        } catch {
            salvage(file)
            if !state.withLock({ $0.muxer.fail(error) }) { removeIfCancelled() }
        }
    }

    private func perform(
        _ step: WriterState.Step, on file: inout FragmentedFile?
    ) throws(FacecapError) -> Bool {
        switch step {
        case .begin(let start):
            var new = FragmentedFile(
                storage: storage, tracks: tracks, start: start, configuration: configuration)
            try new.writeHead()
            file = new
            note(new)
            state.withLock { $0.muxer.begin() }
        case .describe(let entries):
            for (index, entry) in entries { try file?.changeSampleEntry(ofTrack: index, to: entry) }
        case .write(let fragment):
            try file?.write(fragment)
            if let file { note(file) }
        case .complete:
            try complete(file)
            return false
        case .remove:
            removeIfCancelled()
            return false
        case .stop: return false
        }
        return true
    }

    private func note(_ file: FragmentedFile) {
        let duration = file.finalizer.duration
        state.withLock { state in
            state.byteCount = file.end
            state.recordedDuration = duration
        }
    }

    private func complete(_ file: FragmentedFile?) throws(FacecapError) {
        guard let file, file.hasFragments else {
            throw FacecapError(
                .invalidState, "The movie has no samples and was removed: append some first.")
        }
        let finalizer = file.finalizer.adding(state.withLock { $0.addedMetadata })
        let size = try finalizer.finalize(storage, dataEnd: file.end)
        note(finalizer.duration, size, file)
        var finished: any MovieStorage = storage
        if configuration.shouldOptimizeForNetworkUse {
            let optimized = try finalizer.optimizeForNetworkUse(
                path: path, source: storage, dataEnd: file.end, isCancelled: { isCancelled })
            note(finalizer.duration, optimized.byteCount, file)
            finished = optimized.file
        }
        let status = state.withLock { state in
            state.muxer.complete()
            return state.muxer.status
        }
        // It was cancelled meanwhile.
        if status != .completed { finished.remove() }
    }

    /// Keeps the whole fragments, as a finished movie where there is room for its description.
    private func salvage(_ file: FragmentedFile?) {
        guard let file, file.hasFragments else { return storage.remove() }
        // A finished movie of which there was to be a copy stays.
        guard state.withLock({ $0.summary == nil }) else { return }
        try? storage.truncate(to: file.end)
        let finalizer = file.finalizer
        // Without a description the fragments play as they are.
        let size = (try? finalizer.finalize(storage, dataEnd: file.end)) ?? file.end
        note(finalizer.duration, size, file)
    }

    /// Notes what the file holds in the end.
    private func note(_ duration: MediaTime, _ byteCount: Int64, _ file: FragmentedFile) {
        let summary = MovieWriter.Summary(
            duration: duration, byteCount: byteCount, tracks: file.summaries)
        state.withLock { state in
            state.byteCount = byteCount
            state.summary = summary
        }
    }

    /// A movie that was cancelled while it was being finished goes too.
    private func removeIfCancelled() {
        if isCancelled { storage.remove() }
    }

    private var isCancelled: Bool { state.withLock { $0.muxer.status } == .cancelled }
}
