// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import FaceServer

struct ConnectionTableTests {
    private let limit = ConnectionTable.headNanoseconds

    @Test func aHeadHasOneDeadlineFromTheBeginOfItsConnection() {
        var table = ConnectionTable()
        #expect(table.begin(1, address: [1], descriptor: 11, now: 0) == nil)
        #expect(table.begin(2, address: [1], descriptor: 12, now: 5) == nil)
        #expect(table.nextDeadline == limit)
        #expect(table.takeOverdue(now: limit - 1).isEmpty)
        #expect(table.takeOverdue(now: limit) == [11])
        #expect(table.takeOverdue(now: limit) == [], "each is closed once")
        #expect(table.nextDeadline == limit + 5)
        table.admit(2)
        #expect(table.nextDeadline == nil)
        #expect(table.takeOverdue(now: .max).isEmpty)
    }

    @Test func theNextHeadHasItsOwnDeadline() {
        var table = ConnectionTable()
        _ = table.begin(1, address: [1], descriptor: 11, now: 0)
        table.admit(1)
        table.wait(1, now: 100)
        #expect(table.takeOverdue(now: limit + 100) == [11])
        table.end(1)
        table.wait(1, now: 200)
        #expect(table.nextDeadline == nil, "what has ended waits for nothing")
    }

    @Test func thoseThatWaitDriveOutOneAnother() {
        var table = ConnectionTable()
        _ = table.begin(100, address: [9], descriptor: 99, now: 0)
        table.admit(100)
        _ = table.begin(101, address: [8], descriptor: 98, now: 0)
        var closed: [Int32] = []
        for id in 0..<20 {
            if let other = table.begin(UInt(id), address: [1], descriptor: Int32(id), now: 1) {
                closed.append(other)
            }
            #expect(table.waitingCount <= ConnectionTable.waitingLimit)
        }
        #expect(closed == Array(0..<13), "the oldest of the address with most, nobody else")
    }
}
