// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Testing

@testable import MediaInput

@Suite struct PacketArrivalsTests {
    private static func time(_ seconds: Int64) -> MediaTime {
        MediaTime(value: seconds + 7, timescale: 1)
    }

    @Test func packetsThatWaitedForTheOpeningAreAsFarApartAsTheirTimes() {
        let beginning = MonotonicClock.nowNanoseconds - 2_000_000_000
        var arrivals = PacketArrivals(from: beginning)
        #expect(arrivals.nanoseconds(ofPacketShownAt: Self.time(0)) == beginning)
        #expect(arrivals.nanoseconds(ofPacketShownAt: Self.time(2)) == beginning + 2_000_000_000)
        #expect(arrivals.nanoseconds(ofPacketShownAt: Self.time(1)) == beginning + 1_000_000_000)
    }

    /// A server sends what it holds at once; later ones come as they are captured.
    @Test(arguments: [Int64(5), 6, -1, nil])
    func packetsFromTheFutureAndLaterOnesArriveWhenTheyAreRead(seconds: Int64?) {
        let beginning = MonotonicClock.nowNanoseconds
        var arrivals = PacketArrivals(from: beginning)
        _ = arrivals.nanoseconds(ofPacketShownAt: Self.time(0))
        let arrival = arrivals.nanoseconds(ofPacketShownAt: seconds.map(Self.time))
        #expect((beginning...MonotonicClock.nowNanoseconds).contains(arrival))
    }

    @Test func framesThatAreShownBeforeOthersKeepTheirOrder() {
        var arrivals = PacketArrivals(from: 1)
        let frames = [10, 40, 20, 30, 50].map {
            arrivals.nanoseconds(ofFrameThatArrivedAt: $0)
        }
        #expect(frames == [10, 40, 41, 42, 50])
        #expect(arrivals.nanoseconds(ofFrameThatArrivedAt: 0) == 0)
    }

    @Test func packetsOfAFileDoNotArrive() {
        var arrivals = PacketArrivals(from: nil)
        #expect(arrivals.nanoseconds(ofPacketShownAt: Self.time(0)) == 0)
    }
}
