// SPDX-License-Identifier: Apache-2.0
internal import CIsolation
package import FaceValues
import Glibc
import Synchronization
internal import SystemSupport

/// Starts workers, by way of a process of the program's own that has loaded what they need.
///
/// Every thread may call it. That process ends with this one, however it ends.
package final class IsolationHost: Sendable {
    /// That of the running program, which has to call ``IsolationServer/serveIfAsked(_:)`` first of all.
    package static let shared = IsolationHost()

    private struct State {
        /// To the process that is running.
        var control: Int32?
        var process: pid_t = -1
    }

    private enum Answer {
        case number(Int32)
        /// Its last words: why it does not serve.
        case words(String)
    }

    private let program: String
    private let patience: Int64
    private let state = Mutex(State())
    /// SOCK_CLOEXEC, which Swift does not see.
    private static let closingOnStart = O_CLOEXEC

    /// The running program.
    private static let ownProgram = "/proc/self/exe"

    /// Starts workers of a program, which serves as this one would; `nil` for the running one.
    ///
    /// - Parameter patience: nanoseconds after which a process that has not answered is ended.
    package init(program: String? = nil, patience: Int64 = 60_000_000_000) {
        self.program = program ?? Self.ownProgram
        self.patience = patience
    }

    deinit { finish() }

    /// Starts a worker.
    ///
    /// - Parameters:
    ///   - service: what it is to do.
    ///   - rules: what it may do.
    ///   - input: a descriptor that it is handed; it stays open here.
    /// - Throws: `systemFailed` where the system has no room for it, `invalidState` where the running program does not
    ///   serve.
    package func startWorker(
        _ service: any IsolatedService.Type, rules: IsolationRules, input: Int32?
    ) throws(FacecapError) -> IsolatedWorker {
        var ends: [Int32] = [-1, -1]
        guard
            socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Self.closingOnStart, 0, &ends) == 0
        else { throw .noMoreFiles(errno) }
        let own = FileDescriptor(owning: ends[0])
        var writer = MessageWriter()
        writer.write(IsolationServer.Request.start.rawValue)
        writer.write(service.identifier)
        rules.write(to: &writer)
        let answer = Result { () throws(FacecapError) in
            try ask(writer.bytes, [ends[1]] + (input.map { [$0] } ?? []))
        }
        // From now on the worker alone has the other end, whose closing tells of its own.
        close(ends[1])
        let number = try answer.get()
        guard number > 0 else { throw .decoderNotStarted(errno: -number) }
        return try IsolatedWorker(number, channel: own, host: self)
    }

    /// Ends a worker and returns its status, as waitpid(2) does; `nil` where that is not known.
    ///
    /// - Parameter waiting: whether it should have ended, or is about to.
    func end(_ worker: pid_t, waiting: Bool) -> Int32? {
        var writer = MessageWriter()
        let request: IsolationServer.Request = waiting ? .wait : .end
        writer.write(request.rawValue)
        writer.write(worker)
        guard
            case .number(let status) = state.withLock({ Self.exchange(writer.bytes, [], &$0) }),
            status >= 0
        else { return nil }
        return status
    }

    /// What the process answers, which is started where it does not run.
    private func ask(_ request: [UInt8], _ descriptors: [Int32]) throws(FacecapError) -> Int32 {
        try state.withLock { (state: inout State) throws(FacecapError) -> Int32 in
            // Others may have ended it since the last time.
            for _ in 0..<2 {
                try start(&state)
                switch Self.exchange(request, descriptors, &state) {
                case .number(let number): return number
                case .words(let words): throw FacecapError(.systemFailed, words)
                case nil: continue
                }
            }
            return -ECONNRESET
        }
    }

    /// What the process answers. One that is gone, or does not answer in time, is ended: then what it said last, or
    /// `nil`.
    private static func exchange(
        _ request: [UInt8], _ descriptors: [Int32], _ state: inout State
    ) -> Answer? {
        guard let control = state.control else { return nil }
        let sent = facecap_socket_send(
            control, request, request.count, descriptors, Int32(descriptors.count))
        let answer = Self.answer(control, waiting: sent == request.count)
        if case .number = answer { return answer }
        end(&state)
        return answer
    }

    /// Ends the process that workers come from and waits until it is gone, where it runs and nobody is asking it.
    ///
    /// A process that ends without leaves it to the first process of the system, which does not wait for it in many
    /// containers, and what it and its workers cost is counted nowhere.
    package func finish() {
        _ = state.withLockIfAvailable { Self.end(&$0) }
    }

    private static func end(_ state: inout State) {
        guard let control = state.control else { return }
        close(control)
        state.control = nil
        kill(state.process, SIGKILL)
        while waitpid(state.process, nil, 0) < 0, errno == EINTR {}
    }

    /// The next number; at the end, the line before it.
    ///
    /// - Parameter waiting: whether a number is on its way.
    private static func answer(_ control: Int32, waiting: Bool) -> Answer? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        var descriptors = [Int32](repeating: -1, count: Int(FACECAP_DESCRIPTOR_LIMIT))
        var descriptorCount: Int32 = 0
        var words: String?
        while true {
            let count = facecap_socket_receive(
                control, &bytes, bytes.count, waiting ? 1 : 0, &descriptors, &descriptorCount)
            // What it said comes behind the error that it is gone.
            if count < 0, errno == EINTR || errno == ECONNRESET { continue }
            guard count > 0 else { return words.map(Answer.words) }
            var reader = MessageReader(bytes[..<count])
            if count == 4, let number = try? reader.read(Int32.self) { return .number(number) }
            // Its standard error leads here too: what it says there may be a warning alone.
            words = Self.line(bytes[..<count])
        }
    }

    /// What was said to people, as an error says it.
    private static func line(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        let line = text.prefix { !$0.isNewline }
        return String(line.hasPrefix("facecap: ") ? line.dropFirst("facecap: ".count) : line)
    }

    private func start(_ state: inout State) throws(FacecapError) {
        guard state.control == nil else { return }
        // It would run once more from its beginning, and never serve.
        guard program != Self.ownProgram || IsolationServer.servesThisProgram else {
            throw FacecapError(
                .invalidState,
                "This program cannot decode in a process of its own: call IsolatedFileInput.serveIfAsked() first"
                    + " of all in it, or decode without isolation.")
        }
        var ends: [Int32] = [-1, -1]
        guard
            socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | Self.closingOnStart, 0, &ends) == 0
        else { throw .noMoreFiles(errno) }
        defer { close(ends[1]) }
        let process = facecap_isolation_spawn(
            program, IsolationServer.processName, IsolationServer.variable + "=1", ends[1])
        guard process > 0 else {
            close(ends[0])
            throw .decoderNotStarted(errno: -process)
        }
        // It may have been stopped, and every other thread waits for its answer too.
        var limit = timeval(
            tv_sec: Int(patience / 1_000_000_000), tv_usec: Int(patience / 1000 % 1_000_000))
        setsockopt(
            ends[0], SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        state.control = ends[0]
        state.process = process
    }
}

extension FacecapError {
    /// A system that offers less than was asked for.
    package static func isolationMissing(_ level: IsolationLevel) -> FacecapError {
        FacecapError(
            .systemFailed,
            "This system cannot isolate the decoder (\(level.rawValue)); use a kernel with"
                + " Landlock and seccomp, or do without.")
    }

    /// A worker that the system has no room for, or that its program does not serve.
    static func decoderNotStarted(errno number: Int32?) -> FacecapError {
        let reason = number.map { " (\(systemReason($0)))" } ?? ""
        return FacecapError(
            .systemFailed,
            "The decoder's process cannot be started\(reason): end other programs, raise the limits"
                + " (ulimit -u, ulimit -v), or decode without it.", errno: number)
    }
}
