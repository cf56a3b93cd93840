// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Foundation
import Glibc
import MediaInput
import ProcessIsolation
import SystemSupport
import TestSupport
import Testing

@testable import IsolatedInput

/// A worker that an attacker has taken over reaches nothing, and is not believed.
@Suite(
    .enabled(if: IsolationLevel.supported == .full, "this system has no Landlock and seccomp"))
struct MisbehavingDecoderTests {
    private static let program = CommandRunner.buildFolder.appending(path: "MisbehavingDecoder")
        .path
    private static let host = IsolationHost(program: program)

    /// What opening a file says whose worker gets an order, and reading its first frames.
    private func failure(
        of order: String, isolation: IsolatedFileInput.Isolation = .init()
    ) async throws -> FacecapError? {
        try await OwnThread.run { try Self.failure(of: order, isolation) }
    }

    private static func failure(
        of order: String, _ isolation: IsolatedFileInput.Isolation
    ) throws -> FacecapError? {
        let folder = try TemporaryFolder()
        let made = folder.path + "/made"
        let path = try folder.write(
            Array("\(order) \(getpid()) \(made) ".utf8), to: "order")
        defer { #expect(access(made, F_OK) != 0) }
        do throws(FacecapError) {
            let input = try IsolatedFileInput(path: path, isolation: isolation, host: host)
            var frames: [VideoSampleBuffer] = []
            while frames.count < 3, let event = try input.nextEvent() {
                if case .video(let frame) = event { frames.append(frame) }
                // Another worker is started then, which gets the same order.
                if case .warning(let error) = event { return error }
            }
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        "unlink", "socket", "unix", "exec", "fork", "ptrace",
        "readmemory", "kill", "tgkill", "code", "protect", "memfd", "namespace",
        "truncate", "uring", "owner", "signal", "group",
    ])
    func aCallThatDecodingDoesNotTakeEndsTheWorker(_ call: String) async throws {
        let error = try #require(try await failure(of: "call-" + call))
        #expect(error.code == .decoderCrashed)
        #expect(
            error.message.contains("it made a system call that the sandbox does not allow"),
            "\(error)")
    }

    @Test(arguments: ["open", "create", "proc", "writev"])
    func aCallThatLibrariesTryIsRefused(_ call: String) async throws {
        let error = try #require(try await failure(of: "call-" + call))
        #expect(error.message == "the call was refused")
    }

    @Test(arguments: ["owner", "signal", "group"])
    func aWorkerOfAnAddressMakesNoSocketSendSignals(_ call: String) async throws {
        let error = try await OwnThread.run {
            let folder = try TemporaryFolder()
            let order = try folder.write(Array("call-\(call) \(getpid()) ".utf8), to: "order")
            let file = try FileDescriptor(reading: order)
            let worker = try Self.host.startWorker(
                FileInputService.self, rules: .network, input: file.number)
            #expect(worker.channel.send(FileInputMessage.Request.open.rawValue))
            var reader = MessageReader(try worker.channel.receive().body)
            return try reader.readError()
        }
        #expect(error.message == "the call was refused")
    }

    @Test func whatAHostSaysToPeopleIsNoAnswer() async throws {
        try await OwnThread.run {
            let host = IsolationHost(program: Self.program)
            for _ in 0..<2 {
                let worker = try host.startWorker(
                    FileInputService.self, rules: IsolationRules(), input: nil)
                #expect(worker.end() == .signal(SIGKILL))
            }
        }
    }

    @Test func aWorkerEndsWithItsHostHoweverThatEnds() async throws {
        try await OwnThread.run {
            let host = IsolationHost(program: Self.program)
            let worker = try host.startWorker(
                FileInputService.self, rules: IsolationRules(), input: nil)
            let status = try String(
                contentsOfFile: "/proc/\(worker.process)/status", encoding: .utf8)
            let parent = status.firstMatch(of: /PPid:\t(\d+)/).flatMap { Int32($0.1) }
            kill(try #require(parent), SIGKILL)
            let failure = #expect(throws: MessageChannel.Failure.self) {
                try worker.channel.receive(until: SystemClock.nanoseconds() + 10_000_000_000)
            }
            guard case .closed? = failure else {
                Issue.record("\(String(describing: failure))")
                return
            }
        }
    }

    @Test func aWorkerThatSaysNothingIsGoneBeforeAnotherReadsItsFile() async throws {
        try await OwnThread.run {
            let folder = try TemporaryFolder()
            let order = try folder.write(Array("silence".utf8), to: "order")
            let file = try FileDescriptor(reading: order)
            let connection = try WorkerConnection(
                .file(path: order), file: file.number, allowsPlaylists: false,
                isolation: .init(stallLimit: MediaTime(value: 1, timescale: 1000)),
                host: Self.host, cancellation: Cancellation())
            #expect(connection.sends(.open, []))
            #expect(throws: WorkerConnection.Failure.self) {
                _ = try connection.receive([.opened])
            }
            #expect(kill(connection.workerProcess, 0) != 0)
        }
    }

    /// Otherwise, each request to one that does not read would wait once more.
    @Test func aWorkerToWhichNothingCanBeSentIsEndedByTheFirstRequest() async throws {
        try await OwnThread.run {
            let folder = try TemporaryFolder()
            let order = try folder.write(Array("exit".utf8), to: "order")
            let file = try FileDescriptor(reading: order)
            let connection = try WorkerConnection(
                .file(path: order), file: file.number, allowsPlaylists: false, isolation: .init(),
                host: Self.host, cancellation: Cancellation())
            while connection.sends(.open) {}
            #expect(kill(connection.workerProcess, 0) != 0)
            // How it ended is told still.
            guard case .crashed(let reason) = connection.ended() else {
                Issue.record("it did not crash")
                return
            }
            #expect(reason != "somebody ended it")
        }
    }

    @Test(arguments: [
        "region", "format", "matrix", "wide", "tall", "huge", "empty", "offset", "stride", "narrow",
        "timescale", "time", "orientation", "pixels", "twice", "backwards", "giving", "audio",
        "encoded", "long", "kind", "early", "short", "trailing", "hunger", "much", "code",
    ])
    func whatMakesNoSenseIsNotBelieved(_ order: String) async throws {
        let error = try #require(try await failure(of: order))
        #expect(error.code == .decoderCrashed)
        #expect(error.message.contains("it does not keep to the rules"), "\(error)")
    }

    @Test func theSameWorkerIsBelievedWhereItMakesSense() async throws {
        let error = try #require(try await failure(of: "honest"))
        // Then it says that there is no more.
        #expect(error.message == "nothing was noticed")
    }

    @Test func aFrameThatChangesWhileItIsLookedAtIsOnlyAnImage() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Array("changing".utf8), to: "order")
        let input = try IsolatedFileInput(path: path, host: Self.host)
        guard case .video(let sample) = try input.nextEvent() else {
            Issue.record("there is no frame")
            return
        }
        let plane = sample.pixelBuffer.planes[0]
        var sum = 0
        for _ in 0..<1000 {
            for offset in 0..<64 * 48 {
                sum &+= Int(plane.baseAddress.load(fromByteOffset: offset, as: UInt8.self))
            }
        }
        #expect(sum >= 0)
        #expect(sample.pixelBuffer.width == 64 && sample.pixelBuffer.height == 48)
    }

    @Test(arguments: ["half", "exit", "abort", "flood"])
    func aWorkerThatEndsIsToldOf(_ order: String) async throws {
        var isolation = IsolatedFileInput.Isolation()
        isolation.silenceLimit = MediaTime(value: 1, timescale: 1)
        let error = try #require(try await failure(of: order, isolation: isolation))
        #expect([.decoderCrashed, .decoderStalled].contains(error.code), "\(error)")
    }

    @Test func aWorkerThatEndsItselfIsNotTakenForOneThatBreaksOut() async throws {
        let error = try #require(try await failure(of: "assertion"))
        #expect(error.code == .decoderCrashed)
        #expect(error.message.contains("signal \(SIGABRT)"), "\(error)")
    }

    /// Behind three frames, a worker crashes, or says with a message that is too long that there is no more.
    @Test(arguments: ["crashing", "ending"])
    func aWorkerThatCrashesWhileItTakesAnotherOnesPlaceIsReplacedToo(
        _ order: String
    ) async throws {
        let (times, warnings) = try await OwnThread.run {
            let folder = try TemporaryFolder()
            let path = try folder.write(Array(order.utf8), to: "order")
            let input = try IsolatedFileInput(path: path, host: Self.host)
            var (times, warnings) = ([MediaTime](), [FacecapError]())
            while let event = try input.nextEvent() {
                switch event {
                case .video(let frame): times.append(frame.presentationTime)
                case .warning(let warning): warnings.append(warning)
                default: break
                }
            }
            return (times, warnings)
        }
        // All that was decoded before is delivered.
        #expect(times == [0, 1, 2, 50].map { MediaTime(value: $0, timescale: 25) })
        #expect(warnings.map(\.code) == [.decoderCrashed])
    }

    @Test func anInputThatIsCancelledWhileAWorkerIsReplacedEnds() async throws {
        try await OwnThread.run {
            let folder = try TemporaryFolder()
            let path = try folder.write(Array("hanging".utf8), to: "order")
            let input = try IsolatedFileInput(path: path, host: Self.host)
            for _ in 0..<3 { #expect(try input.nextEvent() != nil) }
            let (worker, control) = (input.workerProcess, input.control)
            Thread.detachNewThread {
                // It is there until its reader has noticed that it crashed.
                while kill(worker, 0) == 0 { sched_yield() }
                control.cancel()
            }
            #expect(try input.nextEvent() == nil)
        }
    }

    private static let minute = MediaTime(value: 60, timescale: 1)
    private static let moment = MediaTime(value: 1, timescale: 10)

    @Test(arguments: [("spin", moment, minute), ("silence", minute, moment)])
    func aWorkerThatSaysNothingIsNotWaitedForForEver(
        order: String, stallLimit: MediaTime, silenceLimit: MediaTime
    ) async throws {
        var isolation = IsolatedFileInput.Isolation(stallLimit: stallLimit)
        isolation.silenceLimit = silenceLimit
        let error = try #require(try await failure(of: order, isolation: isolation))
        #expect(error.code == .decoderStalled)
    }

    /// It waits for data of a file, asks for no memory, or takes another one's place and says again what that one said.
    @Test(arguments: ["waiting", "begging", "repeating"])
    func aWorkerThatSaysNothingNewOfAFileIsNotListenedToForEver(_ order: String) async throws {
        let error = try await OwnThread.run {
            let folder = try TemporaryFolder()
            let path = try folder.write(Array(order.utf8), to: "order")
            var isolation = IsolatedFileInput.Isolation()
            isolation.silenceLimit = MediaTime(value: 1, timescale: 2)
            return #expect(throws: FacecapError.self) {
                let input = try IsolatedFileInput(
                    path: path, isolation: isolation, host: Self.host)
                while try input.nextEvent() != nil {}
            }
        }
        #expect(error?.code == .decoderStalled)
    }

    @Test(arguments: ["uring", "x32"])
    func aProgramThatGaveUpItsNetworkFindsNoWayRoundThat(_ call: String) async throws {
        let result = try await CommandRunner.run([call], of: Self.program)
        #expect(result.exitCode == ENOSYS, "\(result.messages)")
    }

    @Test func whatAWorkerSaysSteersNoTerminal() async throws {
        let error = try #require(try await failure(of: "escape"))
        #expect(error.message == "?]0;owned??facecap: all is well")
    }
}
