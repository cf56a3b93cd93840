// SPDX-License-Identifier: Apache-2.0
import Glibc
import Synchronization
import SystemSupport
import TestSupport
import Testing

@testable import FaceCapture

/// The turns in which live streams look at their frames.
@Suite(.usualTimeLimit) struct LookTurnsTests {
    private struct Count {
        var current = 0
        var most = 0
        var order: [Int] = []
    }

    @Test func asManyLooksGoOnAtOnceAsThereAreProcessors() throws {
        let turns = LookTurns(atOnce: 2, patienceNanoseconds: 60_000_000_000)
        let count = Mutex(Count())
        let streams = try (0..<6).map { stream in
            try WorkerThread(name: "stream") {
                for _ in 0..<50 {
                    turns.take()
                    count.withLock {
                        $0.current += 1
                        $0.most = max($0.most, $0.current)
                        $0.order.append(stream)
                    }
                    sched_yield()
                    count.withLock { $0.current -= 1 }
                    turns.give()
                }
            }
        }
        streams.forEach { $0.join() }
        let result = count.withLock { $0 }
        #expect((1...2).contains(result.most))
        #expect(result.order.count == 300)
    }

    @Test func whoWaitsLongestIsNext() throws {
        let turns = LookTurns(atOnce: 1, patienceNanoseconds: 60_000_000_000)
        let order = Mutex<[Int]>([])
        turns.take()
        var streams: [WorkerThread] = []
        for stream in 0..<5 {
            let isWaiting = Monitor(false)
            streams.append(
                try WorkerThread(name: "stream") {
                    turns.take { isWaiting.withLock { $0 = true } }
                    order.withLock { $0.append(stream) }
                    turns.give()
                })
            isWaiting.wait { $0 ? () : nil }
        }
        turns.give()
        streams.forEach { $0.join() }
        #expect(order.withLock { $0 } == [0, 1, 2, 3, 4])
    }

    @Test func aLookThatDoesNotEndHoldsUpNobodyForLong() {
        let turns = LookTurns(atOnce: 1, patienceNanoseconds: 20_000_000)
        turns.take()
        let waited = ContinuousClock().measure { turns.take() }
        #expect(waited >= .milliseconds(20))
        turns.give()
        turns.give()
        turns.take()
        turns.give()
    }
}
