// SPDX-License-Identifier: Apache-2.0
import Facecap
import Glibc
import SystemSupport
import Synchronization

/// Where stills are saved that have no path of their own: `name-still-1.jpg` and so on, beside the
/// file of a name, passing by what is there already.
final class StillPaths: Sendable {
    private let stem: String
    private let count = Mutex(0)

    init(beside path: String) {
        stem = String(path.withoutPathExtension)
    }

    /// A path at which there is nothing yet.
    func next() -> String {
        count.withLock { count in
            repeat { count += 1 } while Files.exists(path(count))
            return path(count)
        }
    }

    private func path(_ number: Int) -> String { "\(stem)-still-\(number).jpg" }
}
