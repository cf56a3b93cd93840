// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
internal import MediaInput
internal import ProcessIsolation

/// The samples of a location as workers read them, one after the other where one is ended by what it reads.
final class IsolatedSamples {
    /// What a location turned out to hold.
    struct Opened {
        var videoFormat: VideoFormat?
        var audioFormat: AudioFormat?
        var encodedFormats = EncodedSample.Formats()
        var estimatedFrameCount: Int?
        /// Whether its frames have the times at which they arrive.
        var isLive = false
        /// `CLOCK_MONOTONIC` when its container was opened.
        var openedNanoseconds: Int64 = 0
    }

    let opened: Opened
    /// What keeps the worker from everything else.
    let level: IsolationLevel
    private let request: OpenRequest
    private let isolation: IsolatedFileInput.Isolation
    private let host: IsolationHost
    private let cancellation: Cancellation
    /// What is read; it stays open for the next worker. `nil` of an address.
    private let file: SharedFile?
    private var connection: WorkerConnection
    /// Requests for more that are not answered yet.
    private var openRequests = 0
    private var hasEnded = false
    private var neededTypes: Set<MediaType>?
    private var order: SampleOrder
    private var restarts = 0
    /// Restarts since the last frame.
    private var restartsWithoutFrame = 0
    /// Why frames are missing now; `nil` where the worker says so.
    private var gapReason: FrameLedger.DropReason?

    /// Requests that a worker has: it decodes while frames are looked at, and need not wait for the next one.
    private static let requestLimit = 3
    /// Workers that take the place of one that was ended.
    private static let maximumRestarts = 3

    init(
        _ request: OpenRequest, isolation: IsolatedFileInput.Isolation, host: IsolationHost,
        cancellation: Cancellation
    ) throws(FacecapError) {
        self.request = request
        self.isolation = isolation
        self.host = host
        self.cancellation = cancellation
        file = try SharedFile(request.location)
        (connection, opened) = try Self.open(request, file, isolation, host, cancellation)
        level = connection.level
        order = SampleOrder(opened.encodedFormats)
    }

    private static func open(
        _ request: OpenRequest, _ file: SharedFile?, _ isolation: IsolatedFileInput.Isolation,
        _ host: IsolationHost, _ cancellation: Cancellation
    ) throws(FacecapError) -> (WorkerConnection, Opened) {
        var (connection, reader) = try WorkerConnection.open(
            request, file, isolation, host: host, cancellation: cancellation)
        do throws(MessageDamage) {
            return (connection, try Opened(request.purpose, &reader))
        } catch {
            throw FacecapError(connection.damaged(error), request.location)
        }
    }

    var workerProcess: Int32 { connection.workerProcess }

    /// The next event; `nil` at the end, or when cancelled.
    func next() throws(FacecapError) -> CaptureEvent? {
        var deadline = connection.answerDeadline
        while !hasEnded {
            do throws(WorkerConnection.Failure) {
                if let event = try receive(until: &deadline) { return event }
            } catch {
                guard let warning = try recover(from: error) else { return nil }
                return .warning(warning)
            }
        }
        return nil
    }

    /// Tells which kinds of samples are taken.
    func needs(_ types: Set<MediaType>) {
        neededTypes = types
        var writer = MessageWriter()
        writer.write(types.contains(.video))
        writer.write(types.contains(.audio))
        // One that is gone is told of when something is asked for.
        _ = connection.sends(.samples, writer.bytes)
    }

    /// What the worker says next, where that is for others.
    private func receive(
        until deadline: inout AnswerDeadline
    ) throws(WorkerConnection.Failure) -> CaptureEvent? {
        while openRequests < Self.requestLimit {
            guard connection.sends(.next, nextRequest()) else {
                // What a worker said before it ended is there still.
                guard openRequests > 0 else { throw connection.ended() }
                break
            }
            openRequests += 1
        }
        var (reply, reader) = try connection.receive(Self.replies, until: &deadline)
        if reply != .audio, reply != .encoded { openRequests -= 1 }
        do throws(MessageDamage) {
            let event = try read(reply, &reader)
            try reader.end()
            hasEnded = reply == .end
            return event
        } catch {
            throw connection.damaged(error)
        }
    }

    private static let replies: Set<FileInputMessage.Reply> = [
        .video, .videoBytes, .audio, .encoded, .dropped, .warning, .pause, .end,
    ]

    /// What the worker is told when it is asked for more: whose memory is free.
    private func nextRequest() -> [UInt8] {
        let returned = connection.frames.takeReturned()
        var writer = MessageWriter()
        writer.write(UInt8(returned.count))
        for number in returned { writer.write(number) }
        return writer.bytes
    }

    private func read(
        _ reply: FileInputMessage.Reply, _ reader: inout MessageReader
    ) throws(MessageDamage) -> CaptureEvent? {
        switch reply {
        case .video, .videoBytes:
            let place = try FramePlace(&reader)
            let time = try reader.readTime()
            let duration = try reader.readOptionalTime()
            let orientation = try reader.readOrientation()
            let pixelAspectRatio = try reader.readPixelAspectRatio()
            let captureNanoseconds = try reader.read(Int64.self)
            let frame =
                reply == .video
                ? try connection.frames.frame(at: place)
                : try PackedImage.image(
                    try reader.readBytes(limit: MessageChannel.maximumLength), place)
            try order.checkFrame(at: time)
            restartsWithoutFrame = 0
            gapReason = nil
            return .video(
                VideoSampleBuffer(
                    pixelBuffer: frame, presentationTime: time, duration: duration,
                    orientation: orientation, captureNanoseconds: captureNanoseconds,
                    pixelAspectRatio: pixelAspectRatio))
        case .audio:
            let audio = try reader.readAudio()
            return try order.isNew(audio) ? .audio(audio) : nil
        case .encoded:
            let (sample, type) = try reader.readEncodedSample()
            return try order.isNew(sample, type) ? .encoded(sample, type) : nil
        case .dropped:
            let time = try reader.readTime()
            try order.countRemark()
            return .dropped(gapReason ?? .corruptData, presentationTime: time)
        case .warning:
            try order.countRemark()
            return .warning(try reader.readError())
        case .pause:
            try order.countRemark()
            return nil
        default: return nil
        }
    }

    /// Goes on with another worker where that makes sense: what the user should know; `nil` when cancelled.
    private func recover(
        from failure: WorkerConnection.Failure
    ) throws(FacecapError) -> FacecapError? {
        if cancellation.isCancelled { return nil }
        let error = FacecapError(failure, request.location)
        if case .told = failure { throw error }
        gapReason = error.code == .decoderStalled ? .decoderStalled : .decoderCrashed
        guard try restart(insteadOf: error) else { return nil }
        return FacecapError(
            error.code,
            error.message + " It goes on behind the next frame at which decoding can begin.")
    }

    /// Begins with another worker behind what ended the one before; where that one does not get to a frame either,
    /// behind the frame after it. Throws the error where that makes no sense, or was done often enough; `false` when
    /// cancelled.
    private func restart(insteadOf error: FacecapError) throws(FacecapError) -> Bool {
        guard let file, file.canBeReadAgain, request.purpose == .frames,
            let time = order.lastFrameTime
        else { throw error }
        order.beginAgain()
        openRequests = 0
        while restarts < Self.maximumRestarts {
            restarts += 1
            restartsWithoutFrame += 1
            var request = request
            request.resumption = Resumption(
                after: time, passedSyncFrames: restartsWithoutFrame - 1)
            file.rewind()
            do throws(FacecapError) {
                (connection, _) = try Self.open(request, file, isolation, host, cancellation)
                if let neededTypes { needs(neededTypes) }
                return true
            } catch {
                if cancellation.isCancelled { return false }
                // Its first frame is decoded when a file is opened.
                guard [.decoderCrashed, .decoderStalled].contains(error.code) else { throw error }
            }
        }
        throw error
    }
}

extension IsolatedSamples.Opened {
    fileprivate init(
        _ purpose: FileInputMessage.Purpose, _ reader: inout MessageReader
    ) throws(MessageDamage) {
        self.init()
        if purpose == .frames {
            videoFormat = try reader.readOptional { (reader) throws(MessageDamage) in
                try reader.readVideoFormat()
            }
        }
        audioFormat = try reader.readOptional { (reader) throws(MessageDamage) in
            try reader.readAudioFormat()
        }
        if purpose == .frames {
            encodedFormats.video = try reader.readOptional { (reader) throws(MessageDamage) in
                try reader.readEncodedVideoFormat()
            }
            encodedFormats.audio = try reader.readOptional { (reader) throws(MessageDamage) in
                try reader.readEncodedAudioFormat()
            }
            estimatedFrameCount = try reader.readOptional { (reader) throws(MessageDamage) in
                Int(try reader.read(in: Int64(0)...1_000_000_000_000_000, "a count"))
            }
            isLive = try reader.readFlag()
            openedNanoseconds = try reader.read(Int64.self)
        }
        try reader.end()
    }
}

extension FacecapError {
    /// Why nothing comes of a location any more.
    init(_ failure: WorkerConnection.Failure, _ location: MediaLocation) {
        self =
            switch failure {
            case .told(let error): error
            case .crashed(let reason):
                FacecapError(
                    .decoderCrashed,
                    "The decoder of \(location) crashed (\(reason)): what it reads is damaged or made to do harm."
                )
            case .stalled:
                FacecapError(
                    .decoderStalled,
                    "The decoder of \(location) makes no progress: what it reads is damaged or made to do harm."
                )
            case .cancelled:
                FacecapError(
                    .invalidState, "The reading of \(location) was canceled; open it again.")
            }
    }
}
