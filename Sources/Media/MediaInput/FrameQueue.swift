// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
internal import CaptureSamples
internal import FaceValues
internal import MediaCodecs

/// The frames of a stream on their way out, and the encoded samples that they are decoded from
/// where those go out too: in the order of decoding, each before its frame.
///
/// A sample waits until the decoder has made its frame and then has that frame's time, so that
/// both agree whatever the stamps in the stream are like. A sample of which no frame is made keeps
/// its own time; one that has none, as frames that a cut has separated from those that they need, is not
/// shown. Where no samples go out no frame waits.
///
/// So that a movie of the samples shows the frames that are decoded here:
/// - What an edit list cuts off goes out with a time below zero where something shown comes after
///   it, which may need it; what nothing follows is left out.
/// - What comes before the first sample at which decoding can begin is left out; frames that a
///   decoder makes of it all the same come alone.
struct FrameQueue {
    private struct Sample {
        let number: Int64
        let bytes: [UInt8]
        let stamp: MediaTime?
        let decodeStamp: MediaTime?
        let duration: MediaTime?
        let isSync: Bool
        let isHidden: Bool
        /// The time of its frame.
        var frameTime: MediaTime?
        /// Whether its frame has been made, or none can be.
        var isSettled = false

        func encoded(
            at time: MediaTime, decodeTime: MediaTime, hiddenUntil: MediaTime? = nil
        ) -> EncodedSample {
            var sample = EncodedSample(
                bytes: bytes, presentationTime: time, decodeTime: decodeTime, duration: duration,
                isSync: isSync)
            sample.hiddenUntil = hiddenUntil
            return sample
        }
    }

    /// What the encoded samples are like; `nil` where none go out.
    let format: EncodedSample.VideoFormat?
    private var framing: PacketFraming?
    private let clock: StreamClock
    private var decodeClock: DecodeClock
    /// A sample that so many others have followed into the decoder has no frame.
    private let maximumDelay: Int64

    private var samples: [Sample] = []
    private var images: [(number: Int64, event: CaptureEvent)] = []
    /// Frames that cannot be decoded, which is known before the decoder gives out those that are shown before them; by
    /// their times.
    private var missing: [(time: MediaTime, number: Int64, event: CaptureEvent)] = []
    /// The time of the last frame that is on its way out, decoded or missing.
    private var lastTime: MediaTime?
    private var lastNumber: Int64 = 0
    private var shownCount = 0
    private var hiddenCount: Int64 = 0
    private var isFlushing = false

    /// The queue of a stream whose decoder runs on so many threads.
    init(
        _ stream: UnsafeMutablePointer<AVStream>, clock: StreamClock, threads: Int,
        deliversSamples: Bool
    ) {
        let made = deliversSamples ? EncodedSample.VideoFormat.make(stream) : nil
        format = made?.format
        framing = made?.framing
        self.clock = clock
        decodeClock = DecodeClock(
            step: clock.assumedDuration.value,
            heldFrames: Int(stream.pointee.codecpar?.pointee.video_delay ?? 0))
        maximumDelay = Self.maximumDelay(threads: threads)
    }

    /// How many packets a decoder on so many threads takes before it gives out the frame of the first one: 16 frames are
    /// the most that H.264 and HEVC put in order, of two fields each; one more waits in each thread.
    static func maximumDelay(threads: Int) -> Int64 { 36 + Int64(min(max(1, threads), 1024)) }

    /// Takes a packet's sample in, before the packet is decoded; returns the number with which to
    /// decode it, 0 where no sample goes out.
    mutating func append(_ packet: MediaPacket) -> Int64 {
        guard lastNumber > 0 || packet.isSync, let bytes = framing?.makeSample(packet.bytes) else {
            return 0
        }
        lastNumber += 1
        samples.append(
            Sample(
                number: lastNumber, bytes: bytes,
                stamp: clock.believed(packet.presentationTimestamp),
                decodeStamp: clock.believed(packet.decodeTimestamp),
                duration: clock.duration(packet.pointer.pointee.duration), isSync: packet.isSync,
                isHidden: packet.isDiscarded))
        shownCount += packet.isDiscarded ? 0 : 1
        return lastNumber
    }

    /// Takes in what became of the packet that was decoded with a number: a frame with its time, or
    /// what there is to say instead.
    mutating func append(_ event: CaptureEvent, number: Int64) {
        settle(number, event)
        if case .dropped(let reason, let stamp) = event {
            // Where the times of the stream go back, those of its frames do not.
            let time = lastTime.map { max($0, stamp) } ?? stamp
            let place = missing.lastIndex { $0.time <= time }.map { $0 + 1 } ?? 0
            missing.insert((time, number, .dropped(reason, presentationTime: time)), at: place)
            guard missing.count > Self.maximumMissing else { return }
            releaseMissing(1)
        } else {
            if case .video(let image) = event {
                releaseMissing(missing.count { $0.time < image.presentationTime })
                lastTime = image.presentationTime
            }
            images.append((number, event))
        }
    }

    private mutating func releaseMissing(_ count: Int) {
        images += missing.prefix(count).map { ($0.number, $0.event) }
        if count > 0 { lastTime = missing[count - 1].time }
        missing.removeFirst(count)
    }

    private mutating func settle(_ number: Int64, _ event: CaptureEvent) {
        guard let first = samples.first?.number, number >= first,
            let index = Int(exactly: number - first), index < samples.count,
            !samples[index].isSettled
        else { return }
        samples[index].isSettled = true
        if case .video(let image) = event {
            samples[index].frameTime = image.presentationTime
        }
    }

    /// Lets everything go out, since nothing more is decoded; whether there is anything.
    mutating func flush() -> Bool {
        isFlushing = true
        releaseMissing(missing.count)
        while samples.last?.isHidden == true { samples.removeLast() }
        return !samples.isEmpty || !images.isEmpty
    }

    /// What goes out next; `nil` when more has to be decoded first.
    mutating func next() -> CaptureEvent? {
        guard let sample = samples.first else {
            return images.isEmpty ? nil : images.removeFirst().event
        }
        if let image = images.first, image.number < sample.number {
            return images.removeFirst().event
        }
        guard isDue(sample) else { return nil }
        samples.removeFirst()
        shownCount -= sample.isHidden ? 0 : 1
        return .encoded(makeEncodedSample(sample), .video)
    }

    private func isDue(_ sample: Sample) -> Bool {
        if sample.isHidden { return shownCount > 0 || samples.count > Self.maximumHidden }
        return sample.isSettled || isFlushing || lastNumber - sample.number > maximumDelay
    }

    private mutating func makeEncodedSample(_ sample: Sample) -> EncodedSample {
        let presentation = sample.frameTime ?? sample.stamp
        let isCutOff = sample.isHidden && sample.stamp.map { $0 >= .zero } ?? true
        guard let presentation, !isCutOff else {
            hiddenCount += 1
            return sample.encoded(
                at: time(-hiddenCount), decodeTime: time(decodeClock.stampHidden()),
                hiddenUntil: max(time(0), lastTime ?? time(0)))
        }
        let decodeTime = time(
            decodeClock.stamp(sample.decodeStamp?.value, presentation: presentation.value))
        return sample.encoded(
            at: presentation, decodeTime: decodeTime, hiddenUntil: sample.isHidden ? time(0) : nil)
    }

    private func time(_ ticks: Int64) -> MediaTime {
        MediaTime(value: ticks, timescale: clock.timescale)
    }

    /// Samples in a row that are not shown, at which they go out without knowing what follows.
    private static let maximumHidden = 1024
    /// So many frames in a row that cannot be decoded wait for one that can.
    private static let maximumMissing = 250
}
