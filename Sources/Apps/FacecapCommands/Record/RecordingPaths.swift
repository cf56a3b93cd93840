// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemSupport
import Synchronization

/// Where the second and later recordings of a run go: `movie-2.mp4` and so on, beside the first one,
/// passing by what is there already.
final class RecordingPaths: Sendable {
    private let first: String
    private let count = Mutex(1)

    init(after path: String) { first = path }

    /// A path at which there is nothing yet.
    func next() -> String {
        count.withLock { count in
            repeat { count += 1 } while Files.exists(path(count))
            return path(count)
        }
    }

    private func path(_ number: Int) -> String { first.adding(camera: "\(number)") }
}
