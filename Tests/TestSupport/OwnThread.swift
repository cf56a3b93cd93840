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

    /// Runs a closure on a thread of its own, once the thread that calls now waits for something, and goes on waiting.
    public static func onceThisOneWaits(_ body: @escaping @Sendable () -> Void) {
        let this = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
        Thread.detachNewThread {
            var last: [Substring] = []
            while let this, let state = Self.state(ofThread: this),
                state != last || state.first != "State:\tS (sleeping)"
            {
                last = state
                Thread.sleep(forTimeInterval: 0.01)
            }
            body()
        }
    }

    /// What a thread does and how often it has begun to wait; `nil` where it is over. Source: `man 5 proc_pid_status`.
    private static func state(ofThread thread: String) -> [Substring]? {
        let status = try? String(contentsOfFile: "/proc/\(thread)/status", encoding: .utf8)
        return status?.split(separator: "\n").filter {
            $0.hasPrefix("State:") || $0.hasPrefix("voluntary_ctxt_switches:")
        }
    }
}
