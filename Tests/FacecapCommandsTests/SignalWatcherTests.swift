import Glibc
import Testing

@testable import FacecapCommands

@Suite struct SignalWatcherTests {
    @Test func theFirstSignalAsksForAnEndAndTheSecondMakesIt() async {
        let (events, continuation) = AsyncStream<String>.makeStream()
        let watcher = SignalWatcher(
            endNow: { continuation.yield("end with \($0)") },
            { continuation.yield("asked by \($0)") })
        var received = events.makeAsyncIterator()
        kill(getpid(), SIGHUP)
        #expect(await received.next() == "asked by \(SIGHUP)")
        kill(getpid(), SIGTERM)
        #expect(await received.next() == "end with 143")
        withExtendedLifetime(watcher) {}
    }
}
