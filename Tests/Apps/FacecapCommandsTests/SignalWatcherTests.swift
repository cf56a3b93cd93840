// SPDX-License-Identifier: Apache-2.0
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FacecapCommands

@Suite(.usualTimeLimit) struct SignalWatcherTests {
    @Test func whatFollowsWithinASecondIsTheSameRequestAndWhatComesLaterMakesTheEnd() async {
        let (events, continuation) = AsyncStream<String>.makeStream()
        let clock = Clock()
        let watcher = SignalWatcher(
            now: {
                defer { continuation.yield("signal") }
                return clock.nanoseconds
            },
            endNow: { continuation.yield("end with \($0)") },
            { continuation.yield("asked by \($0)") })
        var received = events.makeAsyncIterator()
        kill(getpid(), SIGINT)
        #expect(await received.next() == "signal")
        #expect(await received.next() == "asked by \(SIGINT)")
        clock.set(999_999_999)
        kill(getpid(), SIGTERM)
        #expect(await received.next() == "signal")
        clock.set(1_000_000_000)
        kill(getpid(), SIGTERM)
        #expect(await received.next() == "signal")
        #expect(await received.next() == "end with 143")
        withExtendedLifetime(watcher) {}
    }

    /// A signal that does nothing otherwise, and that nobody else watches.
    @Test func whatWasGivenBackIsWatchedAgain() async throws {
        let before = Self.handler(of: SIGURG)
        for _ in 0..<2 {
            var watch: SignalSources? = SignalSources([SIGURG]) { _ in }
            #expect(Self.handler(of: SIGURG) != before)
            withExtendedLifetime(watch) {}
            watch = nil
            while Self.handler(of: SIGURG) != before { await Task.yield() }
        }
        let (signals, continuation) = AsyncStream<Int32>.makeStream()
        let watch = SignalSources([SIGURG]) { continuation.yield($0) }
        try #require(Self.handler(of: SIGURG) != before)
        kill(getpid(), SIGURG)
        var received = signals.makeAsyncIterator()
        #expect(await received.next() == SIGURG)
        withExtendedLifetime(watch) {}
    }

    /// What a signal does.
    private static func handler(of signal: Int32) -> Int {
        var action = sigaction()
        sigaction(signal, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    }

    private final class Clock: Sendable {
        private let now = Mutex<Int64>(0)

        var nanoseconds: Int64 { now.withLock { $0 } }

        func set(_ nanoseconds: Int64) { now.withLock { $0 = nanoseconds } }
    }
}
