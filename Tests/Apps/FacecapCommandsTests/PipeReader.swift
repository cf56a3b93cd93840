// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization

/// Reads a pipe on a thread of its own, until nobody can write to it any more.
final class PipeReader: Sendable {
    private let bytes = Mutex<[UInt8]>([])
    private let end = DispatchGroup()

    init(_ readEnd: Int32) {
        end.enter()
        Thread.detachNewThread { [self] in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while case let count = read(readEnd, &buffer, buffer.count), count > 0 {
                bytes.withLock { $0 += buffer.prefix(count) }
            }
            end.leave()
        }
    }

    /// Waits for all that was written.
    func waitForAll() -> [UInt8] {
        end.wait()
        return bytes.withLock { $0 }
    }
}
