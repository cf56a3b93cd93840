// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
import CaptureSamples
import FaceValues
import Glibc
internal import MediaCodecs

/// Demultiplexes and decodes: the events of a container in its order, as fast as they are asked
/// for, none of them kept.
final class EventReader {
    let demuxer: Demuxer
    let video: MediaTrack
    let audio: MediaTrack?
    private var queue: FrameQueue
    private var packets: UndecodedPackets
    private var arrivals: PacketArrivals
    private var encodedAudio: EncodedAudio?
    let location: MediaLocation
    private let cancellation: Cancellation
    private let images: ImageMaker
    private let audioConverter = AudioConverter()
    private let audioStream: UnsafeMutablePointer<AVStream>?
    /// Whether anybody takes decoded audio; `nil`, which is as good as yes, until that was told.
    private var isAudioTaken: Bool?
    private let streamOrientation: VideoOrientation
    /// What the Exif says of the image that was read last, where FFmpeg does not.
    private var imageOrientation: VideoOrientation?
    let pixelAspectRatio: VideoFormat.PixelAspectRatio
    private let packet: MediaPacket

    private var isDraining = false
    private var isFinished = false
    private var hasFrame = false
    private var isImageComplete = false
    private var failureCount = 0
    private var damage: DamageReport
    private var readError: CInt?
    /// Where in the container the last packet of the frames ended; `nil` where it does not tell.
    private var lastPacketEnd: Int64?
    private var isLastJPEGCut = false
    /// Whether the last packet of each stream is not there to its last byte.
    private var cutStreams: [Int: Bool] = [:]
    /// What is passed over first; `nil` once that is done.
    private var gap: UnreadGap?
    private let part: MediaFileSource.Part?

    init(
        _ opened: OpenedLocation, options: MediaFileSource.Options
    ) throws(FacecapError) {
        let location = opened.location
        self.location = location
        cancellation = opened.cancellation
        gap = opened.resumption.map { UnreadGap($0) }
        demuxer = try Demuxer(
            location, file: opened.file, cancellation: cancellation, options: options)
        let stream = try demuxer.frameStream(orElse: "name a video or an image")
        video = try MediaTrack(
            stream: stream, threads: options.decoderThreads, name: "\(location)",
            pool: opened.pool)
        let deliversAudio = options.deliversEncodedSamples.contains(.audio)
        let audioStream =
            options.wantsAudio || deliversAudio ? demuxer.bestStream(AVMEDIA_TYPE_AUDIO) : nil
        // A video whose audio cannot be decoded is still a video.
        audio =
            options.wantsAudio
            ? audioStream.flatMap { try? MediaTrack(stream: $0, threads: 1, name: "\(location)") }
            : nil
        demuxer.keepOnly([stream.pointee.index] + (audioStream.map { [$0.pointee.index] } ?? []))
        if let audioStream, deliversAudio {
            encodedAudio = EncodedAudio(
                audioStream, first: try demuxer.firstPacket(of: audioStream.pointee.index),
                isOfMovie: demuxer.isMovie)
        }
        queue = FrameQueue(
            stream, clock: video.clock, threads: options.decoderThreads,
            deliversSamples: options.deliversEncodedSamples.contains(.video))
        arrivals = PacketArrivals(
            from: location.isStreamAddress ? demuxer.openedNanoseconds : nil)
        packets = UndecodedPackets(
            maximumDelay: FrameQueue.maximumDelay(threads: options.decoderThreads))
        streamOrientation = FrameOrientation.of(stream)
        pixelAspectRatio = VideoFormat.PixelAspectRatio(of: stream)
        images = ImageMaker(name: "\(location)")
        packet = try MediaPacket()
        damage = DamageReport(
            claimedEnd: options.part?.end == nil
                ? video.claimedEnd(isFragmented: demuxer.isFragmented) : nil)
        self.audioStream = audioStream
        damage.hasBadAudio = options.wantsAudio && audioStream != nil && audio == nil
        part = options.part
        if let part, try !demuxer.begin(video.stream, at: part.start) {
            throw FacecapError(
                .mediaUnreadable,
                "\(location) cannot be read from the middle; look at all of it at once.")
        }
    }

    /// The next event of the part that is read; `nil` at its end, or when cancelled.
    func next() throws(FacecapError) -> CaptureEvent? {
        guard let part else { return try nextOfAll() }
        while let event = try nextOfAll() {
            guard let time = event.frameTime else { return event }
            if let end = part.end, time >= end {
                return endEvent
            }
            if time >= part.start { return event }
            cancellation.beat()
        }
        return nil
    }

    /// The next event; `nil` at the end, or when cancelled.
    private func nextOfAll() throws(FacecapError) -> CaptureEvent? {
        while !isFinished && !cancellation.isCancelled {
            if let event = queue.next() { return event }
            if let time = gap?.takeTime() { return .dropped(.corruptData, presentationTime: time) }
            if gap?.isOver == true {
                gap = nil
                // The frames before it were handed out by somebody else.
                hasFrame = true
            }
            if isImageComplete { return endEvent }
            if let event = try nextAudio() { return event }
            switch try video.receive() {
            case .frame:
                guard let (packet, undecoded) = packets.takeFrame(video.frame.packetNumber)
                else { continue }
                drop(undecoded)
                queue.append(try frameEvent(packet), number: packet?.sampleNumber ?? 0)
            case .failed: try noteFailure()
            case .needsPacket where !isDraining:
                if let event = try feed() { return event }
            case .finished, .needsPacket:
                drop(packets.takeRest())
                if !queue.flush() { return try finish() }
            }
        }
        return nil
    }

    /// Gives the decoders the next packet; an event where it holds audio that goes out as it is.
    private func feed() throws(FacecapError) -> CaptureEvent? {
        switch demuxer.read(into: packet) {
        case .packet:
            if hasFrame { failureCount = 0 }
            if !hasFrame && demuxer.isImage && packet.isCutJPEG { damage.isCutShort = true }
            cutStreams[packet.streamIndex] = packet.isDamaged
            let isVideo = packet.streamIndex == Int(video.index)
            if isVideo { damage.reachedEnd = max(damage.reachedEnd, video.end(of: packet)) }
            if gap?.passes(packet, isVideo: isVideo, video.clock) == true {
                cancellation.beat()
                return nil
            }
            if isVideo {
                if demuxer.isImage { imageOrientation = ExifOrientation.of(packet.bytes) }
                lastPacketEnd = packet.end
                isLastJPEGCut = demuxer.isOfJPEGs && packet.isCutJPEG
                let time = video.clock.believed(packet.presentationTimestamp)
                let number = packets.append(
                    sampleNumber: queue.append(packet), isHidden: packet.isDiscarded, time: time,
                    isSync: packet.isSync,
                    arrivalNanoseconds: arrivals.nanoseconds(ofPacketShownAt: time))
                let code = try video.decoder.send(packet, number: number)
                if code < 0 && code != FACECAP_AVERROR_EOF { try noteFailure() }
                drop(packets.takeOverdue())
            } else {
                let sample = encodedAudio?.makeSample(packet)
                if encodedAudio != nil, sample == nil, !packet.isDiscarded {
                    damage.hasBadAudio = true
                }
                if isAudioTaken != false, let audio, try audio.decoder.send(packet) < 0 {
                    damage.hasBadAudio = true
                }
                return sample.map { .encoded($0, .audio) }
            }
        case .cancelled:
            break
        case .endOfStream:
            damage.isCutShort = damage.isCutShort || isCutAtEnd
            if part?.end == nil { damage.lacksPackets = demuxer.missingPacketCount > 0 }
            try drain()
        case .failed(let code):
            readError = code
            try drain()
        }
        return nil
    }

    /// Whether a last packet is not whole, or there is less of the last frame than a frame, which libavformat does not
    /// tell of all containers; of a stream that breaks off that is no damage.
    private var isCutAtEnd: Bool {
        if cutStreams.values.contains(true) { return true }
        guard !location.isStreamAddress else { return false }
        return isLastJPEGCut || lastPacketEnd.map(demuxer.hasPart(ofFrameBehind:)) ?? false
    }

    private func drain() throws(FacecapError) {
        isDraining = true
        if let gap, !gap.isPlaced, readError == nil, !demuxer.isImage { throw placeLost }
        gap?.end()
        _ = try video.decoder.send(nil)
        _ = try audio?.decoder.send(nil)
    }

    private func nextAudio() throws(FacecapError) -> CaptureEvent? {
        guard isAudioTaken != false, let audio else { return nil }
        switch try audio.receive() {
        case .frame:
            let time = audio.stampFrame()
            if let samples = audioConverter.makeSamples(audio.frame, at: time) {
                return .audio(samples)
            }
            damage.hasBadAudio = true
        case .failed: damage.hasBadAudio = true
        case .finished, .needsPacket: break
        }
        return nil
    }

    /// Decodes audio from the next packet on, or throws it away unread.
    func decodeAudio(_ isTaken: Bool) {
        defer { isAudioTaken = isTaken }
        guard isTaken != (isAudioTaken ?? true) else { return }
        if isTaken {
            audio?.decoder.flush()
            if audioStream != nil, audio == nil { damage.hasBadAudio = true }
        } else if isAudioTaken == nil {
            // Nobody misses what could not be decoded so far.
            damage.hasBadAudio = false
        }
        let indices = [video.stream, isTaken || encodedAudio != nil ? audioStream : nil]
        demuxer.keepOnly(indices.compactMap { $0?.pointee.index })
    }

    private func frameEvent(
        _ packet: UndecodedPackets.Packet?
    ) throws(FacecapError) -> CaptureEvent {
        let frame = video.frame
        hasFrame = true
        let orientation = FrameOrientation.of(frame) ?? imageOrientation ?? streamOrientation
        let duration = demuxer.isImage ? nil : video.clock.duration(frame.duration)
        let time = video.stampFrame()
        if frame.isDamaged, isReported(time) { damage.damagedFrames += 1 }
        if demuxer.isImage && demuxer.isRegularFile {
            // What follows a frame in its file (a preview, a depth map) is not a video.
            isImageComplete = true
        }
        return .video(
            VideoSampleBuffer(
                pixelBuffer: try images.makePixelBuffer(frame), presentationTime: time,
                duration: duration, orientation: orientation,
                captureNanoseconds: arrivals.nanoseconds(
                    ofFrameThatArrivedAt: packet?.arrivalNanoseconds ?? 0),
                pixelAspectRatio: VideoFormat.PixelAspectRatio(of: video.stream, frame)))
    }

    private func noteFailure() throws(FacecapError) {
        packets.fail()
        failureCount += 1
        guard failureCount <= Self.maximumFailures else { throw hopeless }
    }

    /// Tells of packets that have no frame.
    private func drop(_ undecoded: [UndecodedPackets.Packet]) {
        for packet in undecoded {
            let time = packet.time ?? video.clock.time(of: nil)
            if isReported(time) { damage.undecodedFrames += 1 }
            queue.append(
                .dropped(.corruptData, presentationTime: time), number: packet.sampleNumber)
        }
    }

    private func isReported(_ time: MediaTime) -> Bool { part?.reports(time) ?? true }

    /// What the samples are like that go out as they are encoded.
    var encodedFormats: EncodedSample.Formats {
        EncodedSample.Formats(video: queue.format, audio: encodedAudio?.format)
    }

    private func finish() throws(FacecapError) -> CaptureEvent? {
        guard hasFrame else { throw hopeless }
        if let code = readError {
            if let error = demuxer.inputError(for: code) { throw error }
            damage.isCutShort = true
        }
        // Decoders and parsers leave out what they have no memory for without a word.
        if damage.summary(of: location) != nil {
            try MemoryCheck.requireRoom(for: "the next image")
        }
        return endEvent
    }

    /// What is left to say when there are no more frames.
    private var endEvent: CaptureEvent? {
        isFinished = true
        damage.unopenedParts = demuxer.unopenedPartCount
        return damage.summary(of: location).map(CaptureEvent.warning)
    }

    /// Failures to decode before the first frame, or at one packet, before all is given up.
    private static let maximumFailures = 250
}
