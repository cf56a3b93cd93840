// SPDX-License-Identifier: Apache-2.0
import Facecap
import Synchronization

/// The movie files of one camera's recordings, one after the other, as events tell of them.
final class RecordedFiles: Sendable {
    private let state = Mutex<[(path: String, isFinished: Bool)]>([])

    /// Those that were begun and not removed.
    var paths: [String] { state.withLock { $0.map(\.path) } }

    /// Whether one is whole, and stays where what follows it is cancelled.
    var hasFinished: Bool { state.withLock { $0.contains(where: \.isFinished) } }

    func begin(_ path: String) {
        state.withLock { files in
            files.removeAll { $0.path == path }
            files.append((path, false))
        }
    }

    func finish(_ path: String) {
        state.withLock { files in
            guard let index = files.lastIndex(where: { $0.path == path }) else { return }
            files[index].isFinished = true
        }
    }

    func remove(_ path: String) { state.withLock { $0.removeAll { $0.path == path } } }

    /// Forgets the files that were not finished; the path of the last one.
    func removeUnfinished() -> String? {
        state.withLock { files in
            let last = files.last { !$0.isFinished }
            files.removeAll { !$0.isFinished }
            return last?.path
        }
    }
}
