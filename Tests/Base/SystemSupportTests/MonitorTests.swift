// SPDX-License-Identifier: Apache-2.0
import SystemSupport
import Testing

@Suite struct MonitorTests {
    @Test func waitsUntilAnotherThreadChangesTheValue() throws {
        let value = Monitor(0)
        let thread = try WorkerThread(name: "test.monitor") { value.withLock { $0 = 5 } }
        let seen = value.wait { $0 == 5 ? $0 : nil }
        thread.join()
        thread.join()
        #expect(seen == 5)
    }

    @Test func waitEndsAtItsDeadline() {
        let value = Monitor(0)
        #expect(value.wait(untilNanoseconds: 1) { $0 == 5 ? $0 : nil } == nil)
    }

    @Test(arguments: [Int64.min, -1_000_000_001, -1_000_000_000, -1, 0])
    func aDeadlineBeforeTheClockBeganIsOver(deadline: Int64) {
        let value = Monitor(0)
        // A wait that did not end would be ended by this many looks.
        var looks = 0
        let ended = value.wait(untilNanoseconds: deadline) { _ -> Bool? in
            looks += 1
            return looks > 1000 ? true : nil
        }
        #expect(ended == nil)
    }

    @Test func slowReadersOfABroadcastKeepTheNewest() async {
        let broadcast = Broadcast<Int>()
        let stream = broadcast.makeStream(bufferSize: 2)
        for value in 1...5 { broadcast.send(value) }
        var iterator = stream.makeAsyncIterator()
        #expect(await iterator.next() == 4)
        #expect(await iterator.next() == 5)
    }
}
