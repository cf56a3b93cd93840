// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieWriting
internal import SystemSupport

/// Finishes movies on a thread of its own, as that waits for the disk.
final class MovieFinisher: Sendable {
    private struct State {
        var movies: [(path: String, writer: MovieWriter)] = []
        var isFinished = false
        var failure: FacecapError?
        var contents = RecordedContents()
    }

    private let state: Monitor<State>
    private let thread: WorkerThread

    /// - Parameter report: told of each file that is whole, on the thread.
    init(report: @escaping @Sendable (CaptureMovieFileOutput.Event) -> Void) throws(FacecapError) {
        let state = Monitor(State())
        self.state = state
        thread = try WorkerThread(name: "fc.finish") {
            while let (path, writer) = Self.next(state) {
                do throws(FacecapError) {
                    let summary = try writer.finish()
                    state.withLock { $0.contents.add(summary) }
                    report(
                        .fileFinished(
                            path: path, duration: summary.duration, byteCount: summary.byteCount))
                } catch {
                    state.withLock { $0.failure = $0.failure ?? error }
                }
            }
        }
    }

    /// Has a movie finished, after those before it.
    func finish(_ movie: OpenMovie) {
        let (path, writer) = (movie.path, movie.writer)
        state.withLock { $0.movies.append((path, writer)) }
    }

    /// What the files hold that are finished.
    var contents: RecordedContents { state.withLock { $0.contents } }

    /// Waits until all are finished; the first thing that went wrong.
    func wait() -> FacecapError? {
        state.withLock { $0.isFinished = true }
        thread.join()
        return state.withLock { $0.failure }
    }

    private static func next(
        _ state: Monitor<State>
    ) -> (path: String, writer: MovieWriter)? {
        state.wait { state -> (path: String, writer: MovieWriter)?? in
            guard !state.movies.isEmpty else { return state.isFinished ? .some(nil) : nil }
            return state.movies.removeFirst()
        }
    }
}
