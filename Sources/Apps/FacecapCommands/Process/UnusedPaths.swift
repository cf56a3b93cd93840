// SPDX-License-Identifier: Apache-2.0
import SystemSupport
import Synchronization

/// Paths with a number that counts up, passing by what is there already.
final class UnusedPaths: Sendable {
    private let count: Mutex<Int>
    private let path: @Sendable (Int) -> String

    /// The first path has the number after `number`.
    init(after number: Int, _ path: @escaping @Sendable (Int) -> String) {
        count = Mutex(number)
        self.path = path
    }

    /// A path at which there is nothing yet.
    func next() -> String {
        count.withLock { count in
            repeat { count += 1 } while Files.exists(path(count))
            return path(count)
        }
    }
}
