// SPDX-License-Identifier: Apache-2.0
internal import CIsolation
internal import FaceValues
import Glibc
import Synchronization
internal import SystemSupport

/// The process that workers are made of: it loads the libraries of a service when the first worker of it is asked
/// for, and nothing else.
///
/// It is the program itself, started again. Each worker is a copy of it, made when one is asked for, which
/// takes a millisecond where a program that loads FFmpeg takes fifty.
package enum IsolationServer {
    /// What `ps` and `top` show of it and of its workers; 15 bytes.
    static let processName = "facecap-decoder"
    /// What a process finds in its environment that is to be it.
    static let variable = "FACECAP_DECODER"

    enum Request: UInt8 {
        /// Make a worker.
        case start = 1
        /// Say how a worker ended, which is ended where it has not.
        case end = 2
        /// Say how a worker ended whose channel is closed.
        case wait = 3
    }

    /// Whether the program lets itself be started again as one.
    private static let isOffered = Mutex(false)
    static var servesThisProgram: Bool { isOffered.withLock { $0 } }

    /// The most bytes of a request.
    static let requestLimit = 64 << 10

    /// Does not return where the process was started to be the server: to be called before anything else
    /// is done, above all before there is a second thread.
    ///
    /// - Parameter services: what workers can do.
    package static func serveIfAsked(_ services: [any IsolatedService]) {
        isOffered.withLock { $0 = true }
        guard getenv(variable) != nil, isControl(FACECAP_ISOLATION_CONTROL) else { return }
        unsetenv(variable)
        facecap_isolation_name(processName)
        var server = Server(services: services)
        while server.answerNext() {}
        _exit(0)
    }

    private static func isControl(_ descriptor: Int32) -> Bool {
        var kind: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &kind, &size) == 0
            && kind == Int32(SOCK_SEQPACKET.rawValue)
    }

    private struct Server {
        let services: [any IsolatedService]
        /// Those that have loaded what they need.
        private var prepared: Set<UInt8> = []
        /// Those whose end nobody has asked for yet.
        private var workers: Set<pid_t> = []

        init(services: [any IsolatedService]) { self.services = services }

        /// Answers a request; `false` where there will be none any more.
        mutating func answerNext() -> Bool {
            var bytes = [UInt8](repeating: 0, count: IsolationServer.requestLimit)
            var descriptors = [Int32](repeating: -1, count: Int(FACECAP_DESCRIPTOR_LIMIT))
            var descriptorCount: Int32 = 0
            let count = facecap_socket_receive(
                FACECAP_ISOLATION_CONTROL, &bytes, bytes.count, 1, &descriptors, &descriptorCount)
            if count < 0, errno == EINTR { return true }
            // The system ends the workers with this process.
            guard count > 0 else { return false }
            let received = Array(descriptors.prefix(Int(descriptorCount)))
            defer { for descriptor in received { close(descriptor) } }
            var reader = MessageReader(bytes[..<count])
            switch (try? reader.read(UInt8.self)).flatMap(Request.init) {
            case .start: reply(start(&reader, received))
            case .end: reply(end(&reader, waiting: false))
            case .wait: reply(end(&reader, waiting: true))
            case nil: reply(-EINVAL)
            }
            return true
        }

        private func reply(_ number: Int32) {
            var writer = MessageWriter()
            writer.write(number)
            _ = facecap_socket_send(
                FACECAP_ISOLATION_CONTROL, writer.bytes, writer.bytes.count, nil, 0)
        }

        private mutating func start(_ reader: inout MessageReader, _ received: [Int32]) -> Int32 {
            guard let identifier = try? reader.read(UInt8.self),
                let rules = try? IsolationRules(reading: &reader), let channel = received.first,
                let service = services.first(where: { type(of: $0).identifier == identifier })
            else { return -EINVAL }
            if prepared.insert(identifier).inserted { service.prepare() }
            let worker = facecap_isolation_fork()
            if worker == 0 {
                IsolationServer.work(
                    service, rules, channel: channel, input: received.dropFirst().first)
            }
            if worker > 0 { workers.insert(worker) }
            return worker > 0 ? worker : -errno
        }

        private mutating func end(_ reader: inout MessageReader, waiting: Bool) -> Int32 {
            guard let worker = try? reader.read(pid_t.self), workers.remove(worker) != nil else {
                return -ECHILD
            }
            var status: Int32 = 0
            // Files are closed a little before there is a status.
            for _ in 0..<(waiting ? 100 : 0) {
                if waitpid(worker, &status, WNOHANG) == worker { return status }
                usleep(5000)
            }
            // One that has ended stays as it ended.
            kill(worker, SIGKILL)
            while waitpid(worker, &status, 0) < 0, errno == EINTR {}
            return status
        }
    }

    /// The life of a worker.
    private static func work(
        _ service: any IsolatedService, _ rules: IsolationRules, channel: Int32, input: Int32?
    ) -> Never {
        // They are received above the control descriptor, whose place the first one takes.
        let channelNumber = FACECAP_ISOLATION_CONTROL
        let inputNumber = channelNumber + 1
        dup2(channel, channelNumber)
        if let input { dup2(input, inputNumber) }
        facecap_isolation_close_files(input == nil ? inputNumber : inputNumber + 1)
        let messages = MessageChannel(FileDescriptor(owning: channelNumber))
        if rules.loadsMore { service.prepareMore() }
        let level = enter(rules)
        if messages.send(IsolatedWorker.startedKind, [level.code]) {
            service.serve(messages, input: input == nil ? -1 : inputNumber)
        }
        _exit(0)
    }

    private static func enter(_ rules: IsolationRules) -> IsolationLevel {
        let paths = rules.readablePaths.map { strdup($0.cPath) }
        var readable = paths.map { UnsafePointer($0) } + [nil]
        let code = readable.withUnsafeMutableBufferPointer { readable in
            var rights = facecap_isolation_rules()
            rights.readable = readable.baseAddress.map { UnsafePointer($0) }
            rights.allows_network = rules.allowsNetwork ? 1 : 0
            rights.memory_limit = IsolationRules.memoryLimit
            return facecap_isolation_enter(&rights)
        }
        for path in paths { free(path) }
        return IsolationLevel(code: code) ?? IsolationLevel.none
    }
}
