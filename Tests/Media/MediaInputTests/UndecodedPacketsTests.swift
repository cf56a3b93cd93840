// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing

@testable import MediaInput

/// Packets of which a decoder makes no frame.
@Suite struct UndecodedPacketsTests {
    private var packets = UndecodedPackets(maximumDelay: 10)

    private mutating func send(_ times: [Int64?], sync: Set<Int64> = []) {
        for time in times {
            _ = packets.append(
                sampleNumber: 0, isHidden: false,
                time: time.map { MediaTime(value: $0, timescale: 25) },
                isSync: time.map(sync.contains) ?? false)
        }
    }

    private func numbers(_ packets: [UndecodedPackets.Packet]?) -> [Int64]? {
        packets?.map(\.number)
    }

    @Test mutating func packetsWithoutFramesAreNoLossWhereNothingFails() {
        send([0, 1, 2, 3])
        #expect(numbers(packets.takeFrame(4)?.undecoded) == [])
        send(Array(4..<20))
        #expect(numbers(packets.takeOverdue()) == [])
        #expect(numbers(packets.takeRest()) == [])
        // However late it comes, a frame that was not told as lost is one.
        #expect(numbers(packets.takeFrame(1)?.undecoded) == [])
    }

    @Test mutating func fromAFailureOnWhatShouldHaveBeenShownBeforeAFrameIsLost() {
        // In the order of decoding.
        send([0, 3, 1, 2])
        packets.fail()
        send([4, 5])
        #expect(numbers(packets.takeFrame(1)?.undecoded) == [])
        #expect(numbers(packets.takeFrame(5)?.undecoded) == [3, 4, 2])
        #expect(numbers(packets.takeRest()) == [6])
    }

    @Test mutating func aLaterFrameAtWhichDecodingBeginsEndsThat() {
        send([0, 1])
        packets.fail()
        send([2, 3, 4], sync: [3])
        #expect(numbers(packets.takeFrame(4)?.undecoded) == [1, 2, 3])
        send([5])
        #expect(numbers(packets.takeFrame(6)?.undecoded) == [])
        #expect(numbers(packets.takeRest()) == [])
    }

    @Test mutating func whatSoManyOthersHaveFollowedIsLostWithoutATimeToo() {
        packets.fail()
        send(Array(repeating: nil, count: 12))
        #expect(numbers(packets.takeOverdue()) == [1])
        #expect(numbers(packets.takeRest()) == Array(2...12))
    }

    @Test mutating func whatAnEditListCutsOffIsNoLoss() {
        packets.fail()
        let number = packets.append(
            sampleNumber: 1, isHidden: true, time: MediaTime(value: -1, timescale: 25), isSync: true
        )
        #expect(number == 0)
        #expect(numbers(packets.takeRest()) == [])
    }

    @Test mutating func aFrameThatWasToldAsLostComesTooLate() {
        send([0, 1])
        packets.fail()
        #expect(numbers(packets.takeFrame(2)?.undecoded) == [1])
        #expect(packets.takeFrame(1) == nil)
        // As of two frames of one packet.
        #expect(packets.takeFrame(2)?.packet == nil)
        #expect(packets.takeFrame(0)?.undecoded.isEmpty == true)
    }
}
