// SPDX-License-Identifier: Apache-2.0
public import Testing

/// Acts where something does not end in time.
public enum TimeLimit {
    /// Seconds that a program may take for anything, unless a test says otherwise: one that takes longer hangs, also on a
    /// machine that does four times as much as it can.
    public static let usual = Sanitizer.isInUse ? 1800.0 : 600

    /// Waits until something holds of which nobody tells, looking again every few milliseconds; whether it does, before
    /// the seconds are over.
    public static func wait(
        within seconds: Double = usual, until holds: () throws -> Bool
    ) async throws -> Bool {
        let end = ContinuousClock.now.advanced(by: .seconds(seconds))
        while try !holds() {
            guard ContinuousClock.now < end else { return false }
            try await Task.sleep(for: .milliseconds(5))
        }
        return true
    }

    /// What `body` comes to; `action` has to end it where it has not ended within the seconds.
    static func of<Result>(
        _ seconds: Double, orElse action: @escaping @Sendable () -> Void,
        _ body: () async -> Result
    ) async -> Result {
        let limit = Task {
            try await Task.sleep(for: .seconds(seconds))
            action()
        }
        defer { limit.cancel() }
        return await body()
    }
}

extension Trait where Self == TimeLimitTrait {
    /// Minutes after which a test of sessions hangs, which takes seconds.
    public static var usualTimeLimit: Self { .timeLimit(.minutes(Sanitizer.isInUse ? 20 : 2)) }
}
