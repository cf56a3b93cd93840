// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A program that runs; what it writes goes to files, so that it never waits for its reader. It ends with the value.
public final class RunningCommand: Sendable {
    private let program: SpawnedProgram
    private let folder: TemporaryFolder
    private let lines: FileHandle?
    private let ending: AsyncStream<Never>

    /// - Parameters:
    ///   - words: the name of its file, looked for in `$PATH` where it is no path, and its arguments.
    ///   - input: its standard input; `nil` for lines that come with ``send(line:)``.
    ///   - holdsSlot: whether it counts among the programs that run at once.
    init(
        _ words: [String], environment: [String: String] = ProcessInfo.processInfo.environment,
        workingDirectory: String? = nil, input: [UInt8]? = [], holdsSlot: Bool
    ) throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        let (ending, signal) = AsyncStream<Never>.makeStream()
        self.ending = ending
        let output = try FileHandle(forWritingTo: URL(filePath: folder.write([], to: "output")))
        let messages = try FileHandle(forWritingTo: URL(filePath: folder.write([], to: "messages")))
        let standardInput: FileHandle
        if let input {
            lines = nil
            standardInput = try FileHandle(
                forReadingFrom: URL(filePath: folder.write(input, to: "input")))
        } else {
            let path = folder.path + "/input"
            // Open at both ends, so that writing to a program that is gone does no harm.
            guard mkfifo(path, 0o600) == 0, let pipe = FileHandle(forUpdatingAtPath: path) else {
                throw POSIXError(.EIO)
            }
            lines = pipe
            standardInput = pipe
        }
        program = try SpawnedProgram(
            words, environment: environment, folder: workingDirectory,
            files: [standardInput, output, messages]
        ) { [weak folder] in
            // Who waits for what it writes hears of this too.
            _ = try? folder?.write([1], to: "ended")
            if holdsSlot { ProgramSlots.shared.put() }
            signal.finish()
        }
    }

    /// Where a test failed before its end, it would run on, and keep its place.
    deinit { program.send(SIGKILL, toGroup: true) }

    /// What it wrote to standard output so far.
    public var output: String { text("output") }

    /// What it wrote to standard error so far.
    public var messages: String { text("messages") }

    /// The lines of its output so far.
    public var lineCount: Int { output.utf8.count(where: { $0 == UInt8(ascii: "\n") }) }

    /// The system's number of it.
    public var processIdentifier: Int32 { program.processIdentifier }

    /// Whether it has not ended yet.
    public var isRunning: Bool { program.exitCode == nil }

    /// Sends it a signal.
    public func send(_ signal: Int32) { program.send(signal) }

    /// Writes a line to its standard input, which has to have been asked for.
    public func send(line: String) throws {
        try lines?.write(contentsOf: Data((line + "\n").utf8))
    }

    /// Waits until its messages contain a text, at most `seconds`; whether they do.
    public func waitForMessage(_ text: String, within seconds: Double = TimeLimit.usual) async
        -> Bool
    {
        await wait(within: seconds) { messages.contains(text) }
    }

    /// Waits until its output contains a text so many times, at most `seconds`; whether it does.
    public func waitForOutput(
        _ text: String, times count: Int = 1, within seconds: Double = TimeLimit.usual
    ) async -> Bool {
        await wait(within: seconds) { output.components(separatedBy: text).count > count }
    }

    /// Waits until its output has so many lines, at most `seconds`; whether it has.
    public func waitForLines(_ count: Int, within seconds: Double = TimeLimit.usual) async -> Bool {
        await wait(within: seconds) { lineCount >= count }
    }

    /// Whether something holds within the seconds and before its end.
    private func wait(within seconds: Double, until holds: () -> Bool) async -> Bool {
        guard let watch = try? FolderWatch(folder.path) else { return false }
        _ = await watch.wait(within: seconds) { holds() || hasEnded }
        return holds()
    }

    private var hasEnded: Bool { FileManager.default.fileExists(atPath: folder.path + "/ended") }

    /// Waits for its end, at most `seconds`: then it is killed, with the programs that it started.
    public func result(within seconds: Double = TimeLimit.usual) async -> CommandResult {
        await TimeLimit.of(seconds, orElse: { [program] in program.send(SIGKILL, toGroup: true) }) {
            for await _ in ending {}
        }
        // The test was cancelled, as at its time limit.
        if isRunning {
            program.send(SIGKILL, toGroup: true)
            program.waitUntilEnd()
        }
        return CommandResult(
            exitCode: program.exitCode ?? 128, output: output, messages: messages)
    }

    /// Sends it a signal again and again, and waits for its end, at most `seconds`: then it is killed.
    public func result(
        sending signal: Int32, within seconds: Double = TimeLimit.usual
    ) async -> CommandResult {
        let signals = Task { [program] in
            while !Task.isCancelled {
                program.send(signal)
                try? await Task.sleep(for: .milliseconds(20))
            }
        }
        defer { signals.cancel() }
        return await result(within: seconds)
    }

    private func text(_ name: String) -> String {
        String(
            decoding: FileManager.default.contents(atPath: "\(folder.path)/\(name)") ?? Data(),
            as: UTF8.self)
    }
}
