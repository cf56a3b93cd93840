// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
import Glibc
internal import MovieWriting
internal import SystemSupport

/// Finishes movies on a thread of its own, as that waits for the disk, and removes finished ones.
final class MovieFinisher: Sendable {
    private struct Movie: Sendable {
        let path: String
        let writer: MovieWriter
        let file: AtomicFile
        /// Whether the finished movie is another file, which takes the place of this one.
        let isRewritten: Bool

        /// Which file it is once it is finished.
        var finalIdentity: FileIdentity? {
            isRewritten ? FileIdentity(path: path) : file.identity
        }

        /// Finishes the file; throws where it is not under its path any more.
        func finish() throws(FacecapError) -> MovieWriter.Summary {
            // What has the name now is not to be replaced.
            if isRewritten { try file.checkName() }
            let summary = try writer.finish()
            if !isRewritten { try file.checkName() }
            return summary
        }

        /// What is left under its path where it could not be written to its end.
        var remains: MovieWriter.Summary? {
            writer.remains.flatMap { summary in
                (try? file.checkName()).map { summary }
            }
        }
    }

    private struct Finished {
        let path: String
        let identity: FileIdentity?
        let summary: MovieWriter.Summary
    }

    private struct State {
        var movies: [Movie] = []
        /// The one that is being finished, or removed where it is not wanted.
        var current: Movie?
        var isCurrentUnwanted = false
        var isFinished = false
        /// What went wrong, but for files that were removed since.
        var failures: [(path: String, error: FacecapError)] = []
        var finished: [Finished] = []
    }

    private let state: Monitor<State>
    private let thread: WorkerThread
    private let report: @Sendable (CaptureMovieFileOutput.Event) -> Void

    /// - Parameter report: told of each file that is whole, on the thread, and of those that are removed.
    init(report: @escaping @Sendable (CaptureMovieFileOutput.Event) -> Void) throws(FacecapError) {
        let state = Monitor(State())
        self.state = state
        self.report = report
        thread = try WorkerThread(name: "fc.finish") {
            while let movie = Self.next(state) { Self.finish(movie, state, report) }
        }
    }

    /// Has a movie finished, after those before it.
    func finish(_ movie: OpenMovie) {
        let new = Movie(
            path: movie.path, writer: movie.writer, file: movie.file,
            isRewritten: movie.isRewritten)
        state.withLock { $0.movies.append(new) }
    }

    /// Removes a movie that was to be finished, now or once it is.
    func delete(_ path: String) {
        var waiting: MovieWriter?
        var finished: Finished?
        state.withLock { state in
            if let index = state.movies.firstIndex(where: { $0.path == path }) {
                waiting = state.movies.remove(at: index).writer
            } else if let current = state.current, current.path == path {
                state.isCurrentUnwanted = true
                current.writer.requestCancellation()
            } else if let index = state.finished.lastIndex(where: { $0.path == path }) {
                finished = state.finished.remove(at: index)
                state.failures.removeAll { $0.path == path }
            }
        }
        if let waiting {
            waiting.cancel()
            report(.fileDeleted(path: path))
        }
        if let finished { Self.remove(finished.path, finished.identity, report) }
    }

    /// Waits until a movie that was deleted while it was being finished has its name no more.
    func waitUntilDeleted(_ path: String) {
        state.wait { $0.current?.path == path && $0.isCurrentUnwanted ? nil : () }
    }

    /// What each file holds that is finished.
    var summaries: [MovieWriter.Summary] { state.withLock { $0.finished.map(\.summary) } }

    /// Waits until all are finished; the first thing that went wrong.
    func wait() -> FacecapError? {
        state.withLock { $0.isFinished = true }
        thread.join()
        return state.withLock { $0.failures.first?.error }
    }

    private static func next(_ state: Monitor<State>) -> Movie? {
        state.wait { state -> Movie?? in
            guard !state.movies.isEmpty else { return state.isFinished ? .some(nil) : nil }
            let movie = state.movies.removeFirst()
            state.current = movie
            return movie
        }
    }

    private static func finish(
        _ movie: Movie, _ state: Monitor<State>,
        _ report: (CaptureMovieFileOutput.Event) -> Void
    ) {
        let summary: MovieWriter.Summary?
        var failure: FacecapError?
        do throws(FacecapError) {
            summary = try movie.finish()
        } catch {
            summary = movie.remains
            failure = error
        }
        let isUnwanted = state.withLock { state in
            guard !state.isCurrentUnwanted else { return true }
            state.current = nil
            if let failure { state.failures.append((movie.path, failure)) }
            guard let summary else { return false }
            state.finished.append(
                Finished(path: movie.path, identity: movie.finalIdentity, summary: summary))
            return false
        }
        guard !isUnwanted else {
            if movie.writer.status == .cancelled {
                // Waits until it is gone.
                movie.writer.cancel()
                report(.fileDeleted(path: movie.path))
            } else if summary != nil {
                remove(movie.path, movie.finalIdentity, report)
            } else if let failure {
                report(.warning(failure))
            }
            return state.withLock { ($0.current, $0.isCurrentUnwanted) = (nil, false) }
        }
        guard let summary else { return }
        report(
            .fileFinished(
                path: movie.path, duration: summary.duration, byteCount: summary.byteCount))
    }

    /// Removes a file, unless another one has its name by now.
    private static func remove(
        _ path: String, _ identity: FileIdentity?,
        _ report: (CaptureMovieFileOutput.Event) -> Void
    ) {
        guard let identity, FileIdentity(path: path) == identity else {
            return report(
                .warning(
                    FacecapError(
                        .outputFailed,
                        "\(path) is not the file that was recorded, and stays; delete it by hand."))
            )
        }
        guard unlink((Files.resolved(path) ?? path).cPath) == 0 else {
            return report(.warning(.file(errno, .write, path)))
        }
        report(.fileDeleted(path: path))
    }
}
