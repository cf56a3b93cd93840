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

    @Test func slowReadersOfABroadcastKeepTheNewest() async {
        let broadcast = Broadcast<Int>()
        let stream = broadcast.makeStream(bufferSize: 2)
        for value in 1...5 { broadcast.send(value) }
        var iterator = stream.makeAsyncIterator()
        #expect(await iterator.next() == 4)
        #expect(await iterator.next() == 5)
    }
}
