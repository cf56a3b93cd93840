// SPDX-License-Identifier: Apache-2.0
import FaceValues

/// Finds the packets of which a decoder makes no frame.
///
/// A decoder says that it failed, but not at which packet, and leaves out the frames that need a damaged one without a
/// word. It gives out frames in the order in which they are shown. So from a failure on, until decoding has begun again
/// at a later packet, a packet has no frame if one that is shown after it is there.
struct UndecodedPackets {
    /// A packet that was given to the decoder.
    struct Packet {
        /// The number with which it was decoded, from 1 on.
        let number: Int64
        /// The number of its sample in ``FrameQueue``; 0 where none goes out.
        let sampleNumber: Int64
        /// When its frame is shown; `nil` where it does not say.
        let time: MediaTime?
        /// Whether decoding can begin there.
        let isSync: Bool
        /// `CLOCK_MONOTONIC` when it arrived; 0 where that is not known.
        let arrivalNanoseconds: Int64
    }

    /// A packet that so many others have followed has no frame.
    private let maximumDelay: Int64
    private var waiting: [Packet] = []
    /// The numbers of those that were told last: behind damage, a decoder can give out a frame long after others that
    /// follow it.
    private var told: [Int64] = []
    private var lastNumber: Int64 = 0
    /// The packet that had been given last at the last failure; `nil` where nothing has failed since decoding began.
    private var failedNumber: Int64?

    /// - Parameter maximumDelay: how many packets a decoder may take before it gives out the frame of the first one.
    init(maximumDelay: Int64) { self.maximumDelay = maximumDelay }

    /// Takes in a packet before it is decoded; returns the number with which to decode it, 0 of one that is hidden: an
    /// edit list cuts its frame off, and no decoder gives it out.
    mutating func append(
        sampleNumber: Int64, isHidden: Bool, time: MediaTime?, isSync: Bool,
        arrivalNanoseconds: Int64 = 0
    ) -> Int64 {
        if isHidden { return 0 }
        lastNumber += 1
        waiting.append(
            Packet(
                number: lastNumber, sampleNumber: sampleNumber, time: time, isSync: isSync,
                arrivalNanoseconds: arrivalNanoseconds))
        return lastNumber
    }

    /// Notes that the decoder failed, at any of the packets that it has.
    mutating func fail() { failedNumber = lastNumber }

    /// Takes out the packet of a frame, and those before it that have none, in the order in which they would be shown.
    ///
    /// - Returns: `nil` where it was told that there is no such frame: it is too late.
    mutating func takeFrame(_ number: Int64) -> (packet: Packet?, undecoded: [Packet])? {
        guard let index = waiting.firstIndex(where: { $0.number == number }) else {
            return told.contains(number) ? nil : (nil, [])
        }
        let packet = waiting.remove(at: index)
        var undecoded: [Packet] = []
        if let failedNumber {
            undecoded = take { waiting in
                guard let time = waiting.time, let shown = packet.time else { return false }
                return time < shown
            }
            if packet.isSync, number > failedNumber { self.failedNumber = nil }
        }
        return (packet, undecoded)
    }

    /// Takes out the packets whose frames are not to be expected any more.
    mutating func takeOverdue() -> [Packet] {
        let oldest = lastNumber - maximumDelay
        guard let first = waiting.first, first.number < oldest else { return [] }
        return take { $0.number < oldest }
    }

    /// Takes out all, since no frame comes any more.
    mutating func takeRest() -> [Packet] { take { _ in true } }

    /// Takes out packets; what is to be told of them, which is nothing where nothing failed.
    private mutating func take(_ isWanted: (Packet) -> Bool) -> [Packet] {
        let taken = failedNumber == nil ? [] : waiting.filter(isWanted)
        waiting.removeAll(where: isWanted)
        guard !taken.isEmpty else { return [] }
        told = told.filter { $0 >= lastNumber - maximumDelay } + taken.map(\.number)
        return taken.sorted { a, b in
            guard let first = a.time, let second = b.time else { return a.number < b.number }
            return first < second
        }
    }
}
