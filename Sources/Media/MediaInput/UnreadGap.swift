// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MediaCodecs

/// What of a file is passed over that could not be decoded: up to a frame behind it at which decoding can begin.
struct UnreadGap {
    private let resumption: Resumption
    private var passedSyncFrames = 0
    private var times: [MediaTime] = []
    private var hasEnded = false
    /// The latest time of a frame, and how many frames have come behind it.
    private var latest: (time: MediaTime, followers: Int)?

    /// As many lost frames are told one by one.
    private static let maximumTimes = 100_000
    /// No codec puts more frames in order; a frame may come in two fields.
    private static let maximumFollowers = 32

    init(_ resumption: Resumption) { self.resumption = resumption }

    /// Whether all has been passed over, and told.
    var isOver: Bool { hasEnded && times.isEmpty }

    /// Whether the times that were passed over tell where reading goes on: they reach to there, and go forward.
    var isPlaced: Bool { isOrdered && latest.map { $0.time >= resumption.time } ?? false }

    private var isOrdered: Bool { latest.map { $0.followers <= Self.maximumFollowers } ?? true }

    /// Whether a packet is to be passed over.
    mutating func passes(_ packet: MediaPacket, isVideo: Bool, _ clock: StreamClock) -> Bool {
        guard !hasEnded else { return false }
        let time = clock.believed(packet.timestamp)
        guard isVideo else { return time.map { $0 <= resumption.time } ?? true }
        note(time)
        guard let time, time > resumption.time else { return true }
        if packet.isSync, passedSyncFrames == resumption.passedSyncFrames, isOrdered {
            end()
            return false
        }
        if packet.isSync { passedSyncFrames += 1 }
        if !packet.isDiscarded, times.count < Self.maximumTimes { times.append(time) }
        return true
    }

    private mutating func note(_ time: MediaTime?) {
        // Where times go back once, later ones tell nothing.
        if let time, isOrdered, latest.map({ time > $0.time }) ?? true {
            latest = (time, 0)
        } else {
            latest?.followers += 1
        }
    }

    /// The gap reaches to here.
    mutating func end() {
        guard !hasEnded else { return }
        hasEnded = true
        times.sort(by: >)
    }

    /// The time of the next frame that is lost; `nil` while that is not known, and when all was told.
    mutating func takeTime() -> MediaTime? { hasEnded ? times.popLast() : nil }
}
