// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Runs what waits for others, such as for a program's end, where it keeps no other test from running: there are as
/// few threads for tests as there are processors.
public enum OwnThread {
    /// Runs a closure to its end on a thread of its own.
    public static func run<Success: Sendable>(
        _ body: @escaping @Sendable () throws -> Success
    ) async throws -> Success {
        try await withCheckedThrowingContinuation { continuation in
            let thread = Thread {
                continuation.resume(with: Result { try body() })
            }
            thread.stackSize = 8 << 20
            thread.start()
        }
    }
}
