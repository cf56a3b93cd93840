// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues
import Glibc
internal import MediaCodecs
internal import MediaInput
internal import ProcessIsolation
internal import SystemSupport

/// A worker that reads one location, and what it says, of which nothing is taken for granted.
final class WorkerConnection {
    /// Why there is no answer.
    enum Failure: Error {
        /// What the worker said of the location.
        case told(FacecapError)
        /// The worker was ended, or does not keep to the rules; why, in a few words.
        case crashed(String)
        /// The worker sent no answer for too long: it used up its processor time, or the total time is over.
        case stalled
        case cancelled
    }

    let level: IsolationLevel
    let frames = BorrowedFrames()
    private let worker: IsolatedWorker
    /// How the worker ended; `nil` as long as nobody asked for that.
    private var ending: IsolatedWorker.Ending?
    private let cancellation: Cancellation
    /// Nanoseconds of a processor without a word.
    private let stallLimit: Int64
    /// Nanoseconds without a word, whatever it does.
    private let silenceLimit: Int64
    /// Nanoseconds until an answer, whatever it says meanwhile; `nil` of pipes, addresses and playlists, whose data come
    /// when they come.
    private let answerLimit: Int64?

    /// Bytes of a file that are read in a second where the disk or the decoder is slowest.
    private static let slowestRate: Int64 = 4096

    /// Starts a worker that asks nothing of the location yet.
    ///
    /// - Parameters:
    ///   - file: the location where it is open.
    ///   - byteCount: of a regular file.
    /// - Throws: `systemFailed`.
    init(
        _ location: MediaLocation, file: Int32?, byteCount: Int64? = nil, allowsPlaylists: Bool,
        isolation: IsolatedFileInput.Isolation, host: IsolationHost = .shared,
        cancellation: Cancellation
    ) throws(FacecapError) {
        var rules = Self.rules(of: location, allowsPlaylists: allowsPlaylists)
        rules.loadsMore = file.map(Self.mayBeHEIF) ?? false
        worker = try host.startWorker(FileInputService.self, rules: rules, input: file)
        level = worker.level
        self.cancellation = cancellation
        let stallLimit = isolation.stallLimit.boundedNanoseconds
        self.stallLimit = stallLimit
        let silenceLimit =
            isolation.silenceLimit?.boundedNanoseconds ?? min(stallLimit, Int64.max / 40) * 10
        self.silenceLimit = silenceLimit
        let slowest = byteCount.map { min($0 / Self.slowestRate, 1 << 31) * 1_000_000_000 }
        // A playlist names others, which may be of any size.
        answerLimit = allowsPlaylists ? nil : slowest.map { silenceLimit + $0 }
        if isolation.isRequired, level != .full { throw .isolationMissing(level) }
    }

    private static func rules(of location: MediaLocation, allowsPlaylists: Bool) -> IsolationRules {
        switch location {
        case .url: return .network
        case .file(let path) where allowsPlaylists:
            let folder = path.pathBytes.lastIndex(of: UInt8(ascii: "/")).map {
                String(pathBytes: path.pathBytes[...$0])
            }
            return IsolationRules(readablePaths: [folder ?? "."])
        case .file, .standardInput: return IsolationRules()
        }
    }

    /// Whether a file begins as an image of HEIF; of a pipe nobody knows before it is read.
    private static func mayBeHEIF(_ file: Int32) -> Bool {
        var head = [UInt8](repeating: 0, count: HEIFDecoder.headByteCount)
        let count = pread(file, &head, head.count, 0)
        return count < 0 || HEIFDecoder.begins(head.prefix(count))
    }

    var workerProcess: Int32 { worker.process }

    /// Asks for something.
    func send(_ request: FileInputMessage.Request, _ body: [UInt8]) throws(Failure) {
        guard sends(request, body) else { throw ended() }
    }

    /// Asks for something; whether the worker is there. One that does not read is waited for once, and ended then.
    func sends(
        _ request: FileInputMessage.Request, _ body: [UInt8] = [], descriptor: Int32? = nil
    ) -> Bool {
        if worker.channel.send(request.rawValue, body, descriptor: descriptor) { return true }
        _ = end()
        return false
    }

    /// Until when a worker has to answer what it is asked now.
    var answerDeadline: AnswerDeadline {
        AnswerDeadline(
            from: MonotonicClock.nowNanoseconds, limit: answerLimit,
            extra: min(stallLimit, silenceLimit))
    }

    /// The next answer of a kind that is expected; what has to do with memory is seen to on the way.
    func receive(
        _ expected: Set<FileInputMessage.Reply>
    ) throws(Failure) -> (FileInputMessage.Reply, MessageReader) {
        var deadline = answerDeadline
        return try receive(expected, until: &deadline)
    }

    /// The same of one of several answers, until a time for all of them.
    func receive(
        _ expected: Set<FileInputMessage.Reply>, until deadline: inout AnswerDeadline
    ) throws(Failure) -> (FileInputMessage.Reply, MessageReader) {
        while true {
            // There is no wait where messages keep coming.
            if cancellation.isCancelled { throw .cancelled }
            if deadline.hasPassed(at: MonotonicClock.nowNanoseconds) {
                _ = worker.end()
                throw .stalled
            }
            let message = try receiveMessage()
            guard let reply = FileInputMessage.Reply(rawValue: message.kind) else {
                throw damaged(MessageDamage("a message is of no kind"))
            }
            var reader = MessageReader(message.body)
            var told: FacecapError?
            do throws(MessageDamage) {
                switch reply {
                case .waiting: continue
                case .memoryNeeded: try provideMemory(&reader)
                case .memoryDone: try frames.forget(try reader.read())
                case .failed: told = try reader.readError()
                default:
                    guard expected.contains(reply) else {
                        throw MessageDamage("a message was not asked for")
                    }
                    return (reply, reader)
                }
            } catch {
                throw damaged(error)
            }
            if let told { throw .told(told) }
        }
    }

    private func receiveMessage() throws(Failure) -> MessageChannel.Message {
        var deadline = MessageDeadline(
            from: MonotonicClock.nowNanoseconds, processorTime: worker.processorNanoseconds,
            stallLimit: stallLimit, silenceLimit: silenceLimit)
        while true {
            do throws(MessageChannel.Failure) {
                return try worker.channel.receive(
                    until: deadline.nanoseconds, wake: cancellation.wake)
            } catch {
                switch error {
                case .closed: throw ended()
                case .silent:
                    guard
                        deadline.extend(
                            at: MonotonicClock.nowNanoseconds,
                            processorTime: worker.processorNanoseconds)
                    else {
                        // The one that takes its place reads at the same offset of the file.
                        _ = worker.end()
                        throw .stalled
                    }
                case .cancelled: throw .cancelled
                case .damaged(let damage): throw damaged(damage)
                }
            }
        }
    }

    private func provideMemory(_ reader: inout MessageReader) throws(MessageDamage) {
        let byteCount = try reader.read(in: UInt64(1)...(1 << 31), "an amount of memory")
        for _ in 0..<(try reader.read(UInt8.self)) {
            guard let region = try frames.makeRegion(byteCount: Int(byteCount)) else {
                _ = sends(.memoryRefused)
                return
            }
            var writer = MessageWriter()
            writer.write(region.number)
            writer.write(byteCount)
            let isThere = sends(.memory, writer.bytes, descriptor: region.descriptor)
            close(region.descriptor)
            guard isThere else { return }
        }
    }

    /// What the worker said makes no sense: it is not listened to any more.
    func damaged(_ damage: MessageDamage) -> Failure {
        _ = worker.end()
        return .crashed("it does not keep to the rules: \(damage.description)")
    }

    /// How the worker ended.
    func ended() -> Failure {
        switch end() {
        case .signal(SIGKILL):
            .crashed("somebody killed it, or it does not listen")
        case .signal(SIGSYS): .crashed("it made a system call that the sandbox does not allow")
        case .signal(let number):
            .crashed("signal \(number), \(String(cString: strsignal(number)))")
        case .status(let status): .crashed("status \(status)")
        case .unknown: .crashed("somebody ended it")
        }
    }

    private func end() -> IsolatedWorker.Ending {
        let ending = ending ?? worker.end(waiting: true)
        self.ending = ending
        return ending
    }
}
