// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Counts the recordings of a session that are not over, and ends the session with the last one.
final class ActiveRecordings: Sendable {
    private let count: Mutex<Int>
    private let stopRequest: StopRequest

    init(count: Int, stopRequest: StopRequest) {
        self.count = Mutex(count)
        self.stopRequest = stopRequest
    }

    /// One that was over goes on with another file.
    func begin() { count.withLock { $0 += 1 } }

    /// One of them is over.
    ///
    /// - Parameter cause: why the session should not go on without recordings; `nil` where it may.
    func end(_ cause: StopRequest.Cause?) {
        let isLast = count.withLock { count in
            count -= 1
            return count <= 0
        }
        if isLast, let cause { stopRequest.make(cause) }
    }
}
