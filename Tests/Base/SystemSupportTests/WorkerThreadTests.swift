// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Glibc
import Testing

@testable import SystemSupport

@Suite struct WorkerThreadTests {
    @Test func aThreadForWhichThereIsNoRoomIsAnErrorThatNamesIt() throws {
        let error = #expect(throws: FacecapError.self) {
            _ = try WorkerThread(name: "test.thread", stackByteCount: 1 << 50) {
                Issue.record("It ran.")
            }
        }
        #expect(error?.code == .systemFailed)
        #expect(error?.systemError == EAGAIN)
        #expect(error?.message.contains("test.thread") == true)
    }

    @Test func whatAThreadThatNeverRanHeldIsLetGo() {
        final class Held: Sendable {}
        weak var held: Held?
        func start() {
            let object = Held()
            held = object
            _ = try? WorkerThread(name: "test.thread", stackByteCount: 1 << 50) { _ = object }
        }
        start()
        #expect(held == nil)
    }

    @Test func aQueueWhoseThreadEndsSaysThatItTakesNothing() throws {
        let received = Monitor<[Int]>([])
        let queue = try DeliveryQueue<Int>(threadName: "test.thread", capacity: 1) { next in
            while let item = next() { received.withLock { $0.append(item) } }
        }
        #expect(queue.enqueueNote(1))
        queue.finish()
        #expect(!queue.enqueueNote(2))
        #expect(received.withLock { $0 } == [1])
    }
}
