// SPDX-License-Identifier: Apache-2.0
import CMisbehavior
import Glibc
import IsolatedInput
import ProcessIsolation
import SystemSupport

// A decoder that an attacker has taken over: the file that it is handed says what it does.
IsolationServer.serveIfAsked([MisbehavingService()])

// Without a host, it is a program that gives up its network and makes a call: the status tells how that went.
if CommandLine.arguments.count > 1 {
    ProcessRights.giveUpPrivileges()
    ProcessRights.giveUpNetwork()
    exit(misbehaving_call(CommandLine.arguments[1], getpid(), "") < 0 ? errno : 0)
}

struct MisbehavingService: IsolatedService {
    static let identifier = FileInputService.identifier

    func prepare() {
        // Its host has something to say to people, as the loader of a program may have.
        let line = Array("a warning\n".utf8)
        _ = Glibc.write(STDERR_FILENO, line, line.count)
    }

    func serve(_ channel: MessageChannel, input: Int32) {
        var bytes = [UInt8](repeating: 0, count: 200)
        let count = pread(input, &bytes, bytes.count, 0)
        let words = String(decoding: bytes[..<max(0, count)], as: UTF8.self).split(separator: " ")
        Misbehavior(
            channel: channel, parent: words.count > 1 ? Int32(words[1]) ?? 0 : 0,
            file: words.count > 2 ? String(words[2]) : ""
        ).run(String(words.first ?? ""))
    }
}

struct Misbehavior {
    let channel: MessageChannel
    let parent: Int32
    /// Where it makes a file.
    let file: String

    func run(_ order: String) {
        let opening = try? channel.receive()
        if ["crashing", "hanging", "ending", "repeating"].contains(order), let opening {
            return end(order, taking: Self.passedSyncFrames(opening))
        }
        if order.hasPrefix("call-") {
            let result = misbehaving_call(String(order.dropFirst(5)), parent, file)
            survive(result < 0 ? "the call was refused" : "the call was made")
            return
        }
        if answerAtOnce(order) { return }
        sendOpened()
        _ = try? channel.receive()
        answerNext(order)
        // As long as the other end listens.
        while (try? channel.receive()) != nil { survive("nothing was noticed") }
    }

    /// Crashes behind three frames, or ends with a message that is too long; of those that take its place, the first
    /// one crashes while it opens the file, or hangs there, and others may say the same again and again.
    private func end(_ order: String, taking passedSyncFrames: UInt8?) {
        if passedSyncFrames == 0, order == "hanging" { hang() }
        if passedSyncFrames == 0 { kill(getpid(), SIGSEGV) }
        sendOpened()
        _ = try? channel.receive()
        askForMemory(byteCount: 4096, count: 3)
        if order == "repeating" {
            repeat { sendAudio(channelCount: 1) } while passedSyncFrames != nil
        }
        guard passedSyncFrames == nil else {
            send(Frame(time: 50))
            while (try? channel.receive()) != nil {
                _ = channel.send(FileInputMessage.Reply.end.rawValue)
            }
            return
        }
        for number in 0..<3 { send(Frame(region: Int32(number) + 1, time: Int64(number))) }
        guard order == "ending" else {
            kill(getpid(), SIGSEGV)
            return
        }
        _ = channel.send(FileInputMessage.Reply.end.rawValue, [0])
        while (try? channel.receive()) != nil {}
    }

    /// How many frames, at which decoding can begin, a worker is to pass over that takes another one's place: the end
    /// of its first message, behind the time 2/25; `nil` of one that does not.
    private static func passedSyncFrames(_ opening: MessageChannel.Message) -> UInt8? {
        let end = Array(opening.body.suffix(14))
        return end.dropLast(2) == [2, 0, 0, 0, 0, 0, 0, 0, 25, 0, 0, 0] ? end[12] : nil
    }

    private func hang() -> Never {
        while true { _ = poll(nil, 0, -1) }
    }

    /// Says what tells a test that it was not kept from it.
    private func survive(_ text: String, code: String = "media_unreadable") {
        var writer = MessageWriter()
        writer.write(code)
        writer.write(text)
        writer.write(false)
        _ = channel.send(FileInputMessage.Reply.failed.rawValue, writer.bytes)
    }

    /// Whether it is an order for before anything is opened.
    private func answerAtOnce(_ order: String) -> Bool {
        switch order {
        case "half": sendHead(length: 1000)
        case "silence": hang()
        case "assertion": abort()
        case "spin": while true { sched_yield() }
        case "waiting": while channel.send(FileInputMessage.Reply.waiting.rawValue) {}
        case "begging": while true { askForMemory(byteCount: 4096, count: 0) }
        case "long":
            sendHead(length: .max)
            hang()
        case "kind": _ = channel.send(200)
        case "early": _ = channel.send(FileInputMessage.Reply.video.rawValue, [1, 2, 3])
        case "short": _ = channel.send(FileInputMessage.Reply.opened.rawValue, [1, 2, 3])
        case "trailing": sendOpened(extra: 1)
        case "hunger": askForMemory(byteCount: 1 << 40, count: 1)
        case "much": for _ in 0..<100 { askForMemory(byteCount: 1 << 30, count: 4) }
        case "escape":
            survive("\u{1B}]0;owned\u{07}\nfacecap: all is well")
        case "code": survive("text", code: "no_such_code")
        case "exit": exit(3)
        case "abort": kill(getpid(), SIGSEGV)
        default: return false
        }
        while (try? channel.receive()) != nil {}
        return true
    }

    /// Sends the beginning of a message without its body.
    private func sendHead(length: UInt32) {
        var writer = MessageWriter()
        writer.write(length)
        writer.write(FileInputMessage.Reply.opened.rawValue)
        _ = writer.bytes.withUnsafeBytes { Glibc.write(3, $0.baseAddress, $0.count) }
    }

    private func sendOpened(extra: Int = 0) {
        var writer = MessageWriter()
        writer.write(true)
        writer.write(UInt32(64))
        writer.write(UInt32(48))
        writer.write(false)
        writer.write(UInt8(1))
        // Nothing of colors, and square pixels.
        writer.write(false)
        for _ in 0..<2 { writer.write(UInt32(1)) }
        for _ in 0..<5 { writer.write(false) }
        writer.write(Int64(0))
        for _ in 0..<extra { writer.write(UInt8(0)) }
        _ = channel.send(FileInputMessage.Reply.opened.rawValue, writer.bytes)
    }

    private func askForMemory(byteCount: UInt64, count: UInt8) {
        var writer = MessageWriter()
        writer.write(byteCount)
        writer.write(count)
        _ = channel.send(FileInputMessage.Reply.memoryNeeded.rawValue, writer.bytes)
        for _ in 0..<count {
            // Requests that were made before it asked come first.
            while let message = try? channel.receive(),
                message.kind == FileInputMessage.Request.next.rawValue
            {}
            guard let file = channel.takeDescriptor(), byteCount == 4096 else { continue }
            shared.memory = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file.number, 0)
        }
    }

    private final class Shared {
        var memory: UnsafeMutableRawPointer?
    }

    private let shared = Shared()

    init(channel: MessageChannel, parent: Int32, file: String) {
        self.channel = channel
        self.parent = parent
        self.file = file
    }

    private struct Frame {
        var region: Int32 = 1
        var format: UInt8 = 0
        var width: UInt32 = 64
        var height: UInt32 = 48
        var matrix: UInt8 = 0
        var offset: UInt32 = 0
        var bytesPerRow: UInt32 = 64
        var time: Int64 = 0
        var timescale: Int32 = 25
        var orientation: UInt8 = 1
        var pixelWidth: UInt32 = 1
    }

    private func send(_ frame: Frame) {
        var writer = MessageWriter()
        writer.write(frame.region)
        writer.write(frame.format)
        writer.write(frame.width)
        writer.write(frame.height)
        writer.write(false)
        writer.write(frame.matrix)
        writer.write(frame.offset)
        writer.write(frame.bytesPerRow)
        writer.write(frame.time)
        writer.write(frame.timescale)
        writer.write(false)
        writer.write(frame.orientation)
        writer.write(frame.pixelWidth)
        writer.write(UInt32(1))
        writer.write(Int64(0))
        _ = channel.send(FileInputMessage.Reply.video.rawValue, writer.bytes)
    }

    /// One sample of audio, which is not one of several channels.
    private func sendAudio(channelCount: UInt16) {
        var writer = MessageWriter()
        writer.write(UInt32(48_000))
        writer.write(channelCount)
        writer.write(Int64(0))
        writer.write(Int32(48_000))
        writer.write([0, 0, 0, 0])
        _ = channel.send(FileInputMessage.Reply.audio.rawValue, writer.bytes)
    }

    /// One page of memory holds a gray frame of 64 x 48.
    private func answerNext(_ order: String) {
        askForMemory(byteCount: 4096, count: 1)
        switch order {
        case "honest": send(Frame())
        case "region": send(Frame(region: 7))
        case "format": send(Frame(format: 200))
        case "matrix": send(Frame(matrix: 77))
        case "wide": send(Frame(width: 65))
        case "tall": send(Frame(height: 65))
        case "huge": send(Frame(width: 16384, height: 16384, bytesPerRow: 16384))
        case "empty": send(Frame(width: 0))
        case "offset": send(Frame(offset: .max))
        case "stride": send(Frame(bytesPerRow: .max))
        case "narrow": send(Frame(bytesPerRow: 63))
        case "timescale": send(Frame(timescale: 0))
        case "time": send(Frame(time: .max))
        case "orientation": send(Frame(orientation: 45))
        case "pixels": send(Frame(pixelWidth: 0))
        case "twice":
            send(Frame())
            _ = try? channel.receive()
            send(Frame(time: 1))
        case "backwards":
            send(Frame(time: 2))
            _ = try? channel.receive()
            askForMemory(byteCount: 4096, count: 1)
            send(Frame(region: 2, time: 1))
        case "changing":
            send(Frame())
            // The frame changes while it is looked at: it is only an image.
            for value in 0..<20_000 {
                if let memory = shared.memory { memset(memory, Int32(value & 255), 4096) }
            }
        case "giving":
            var writer = MessageWriter()
            writer.write(Int32(99))
            _ = channel.send(FileInputMessage.Reply.memoryDone.rawValue, writer.bytes)
        case "flood":
            var writer = MessageWriter()
            writer.write(Int64(0))
            writer.write(Int32(25))
            while channel.send(FileInputMessage.Reply.dropped.rawValue, writer.bytes) {}
        case "audio": sendAudio(channelCount: 2)
        case "encoded":
            var writer = MessageWriter()
            writer.write(true)
            for _ in 0..<2 {
                writer.write(Int64(0))
                writer.write(Int32(25))
            }
            writer.write(false)
            writer.write(true)
            writer.write([1])
            _ = channel.send(FileInputMessage.Reply.encoded.rawValue, writer.bytes)
        default: survive("no such order")
        }
    }
}
