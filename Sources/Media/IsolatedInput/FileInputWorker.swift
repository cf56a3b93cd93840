// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
internal import MediaCodecs
internal import MediaInput
internal import ProcessIsolation

/// The worker's side: opens what was handed over and answers what its reader asks for.
final class FileInputWorker {
    private let channel: MessageChannel
    private let input: Int32
    private let frames: LentFrames?
    private var source: (any CaptureSource)?
    private var grabber: FrameGrabber?

    init(_ channel: MessageChannel, input: Int32) {
        self.channel = channel
        self.input = input
        frames = LentFrames(channel)
    }

    /// Answers until the reader is gone, or asks for what makes no sense.
    func run() {
        while let message = frames.map({ $0.receiveRequest() }) ?? (try? channel.receive()) {
            var reader = MessageReader(message.body)
            guard let request = FileInputMessage.Request(rawValue: message.kind),
                (try? answer(request, &reader)) == true
            else { return }
        }
    }

    /// Whether the reader is still there.
    private func answer(
        _ request: FileInputMessage.Request, _ reader: inout MessageReader
    ) throws(MessageDamage) -> Bool {
        switch request {
        case .open: return answerOpen(try OpenRequest(&reader))
        case .next:
            for _ in 0..<(try reader.read(UInt8.self)) {
                frames?.takeBack(try reader.read(Int32.self))
            }
            return answerNext()
        case .samples:
            var types: Set<MediaType> = []
            if try reader.readFlag() { types.insert(.video) }
            if try reader.readFlag() { types.insert(.audio) }
            source?.needsSamples(of: types)
            return true
        case .grab: return try answerGrab(&reader)
        // They come only when they are waited for.
        case .memory, .memoryRefused: return false
        }
    }

    private func answerOpen(_ request: OpenRequest) -> Bool {
        // The reader does not see the messages of a thread that waits for data; this is that thread.
        nonisolated(unsafe) let channel = channel
        let file =
            input >= 0 ? OpenMediaFile(borrowing: input, byteCount: request.byteCount) : nil
        var opened = OpenedLocation(request.location, file: file) {
            _ = channel.send(FileInputMessage.Reply.waiting.rawValue)
        }
        opened.pool = frames?.pool
        opened.resumption = request.resumption
        var reply = MessageWriter()
        do throws(FacecapError) {
            switch request.purpose {
            case .frames:
                let source = try MediaFileSource(opened, options: request.options)
                reply.write(source.videoFormat) { $0.write($1) }
                reply.write(source.audioFormat) { $0.write($1) }
                reply.write(source.encodedFormats.video) { $0.write($1) }
                reply.write(source.encodedFormats.audio) { $0.write($1) }
                reply.write(source.estimatedFrameCount) { $0.write(Int64($1)) }
                reply.write(source.isLive)
                reply.write(source.openedNanoseconds)
                self.source = source
            case .audio:
                let source = try MediaAudioSource(opened, options: request.options)
                reply.write(source.audioFormat) { $0.write($1) }
                self.source = source
            case .images: grabber = try FrameGrabber(opened)
            case .inspection: reply.write(try MediaFileInspection(opened))
            case .frameIndex: reply.write(try FrameIndex.read(opened)) { $0.write($1) }
            }
        } catch {
            return fail(error)
        }
        return send(.opened, reply)
    }

    /// Says what comes next: up to a frame, or to as much as may lie between pauses.
    private func answerNext() -> Bool {
        guard let source else { return false }
        var byteCount = 0
        while true {
            let event: CaptureEvent?
            do throws(FacecapError) {
                event = try source.nextEvent()
            } catch {
                return fail(error)
            }
            var writer = MessageWriter()
            switch event {
            case .video(let sample):
                let place = frames?.place(of: sample.pixelBuffer)
                (place ?? FramePlace(packed: sample.pixelBuffer)).write(to: &writer)
                writer.write(sample.presentationTime)
                writer.write(sample.duration) { $0.write($1) }
                writer.write(sample.orientation)
                writer.write(sample.pixelAspectRatio)
                writer.write(sample.captureNanoseconds)
                guard place == nil else { return send(.video, writer) }
                let bytes = PackedImage.bytes(of: sample.pixelBuffer)
                guard writer.bytes.count + bytes.count < MessageChannel.maximumLength - 16 else {
                    return fail(.noMemory(for: "the next image"))
                }
                writer.write(bytes)
                return send(.videoBytes, writer)
            case .dropped(_, let time):
                writer.write(time)
                return send(.dropped, writer)
            case .warning(let error):
                writer.write(error)
                return send(.warning, writer)
            case .audio(let audio):
                writer.write(audio)
                guard send(.audio, writer) else { return false }
            case .encoded(let sample, let type):
                writer.write(sample, type)
                guard send(.encoded, writer) else { return false }
            case .depth, .lost, .interrupted, .interruptionEnded, .lostAudio: continue
            case nil: return send(.end, writer)
            }
            byteCount += writer.bytes.count
            if byteCount > FileInputMessage.byteCountBetweenPauses {
                return send(.pause, MessageWriter())
            }
        }
    }

    private func answerGrab(_ reader: inout MessageReader) throws(MessageDamage) -> Bool {
        let request = try GrabRequest(&reader)
        guard let grabber else { return false }
        var reply = MessageWriter()
        do throws(FacecapError) {
            let image = try grabber.image(
                at: request.time, of: request.region, side: request.side)
            reply.write(image) { $0.write(PackedImage.bytes(of: $1)) }
        } catch {
            return fail(error)
        }
        return send(.image, reply)
    }

    private func fail(_ error: FacecapError) -> Bool {
        var writer = MessageWriter()
        writer.write(error)
        return send(.failed, writer)
    }

    private func send(_ reply: FileInputMessage.Reply, _ writer: MessageWriter) -> Bool {
        channel.send(reply.rawValue, writer.bytes)
    }
}
