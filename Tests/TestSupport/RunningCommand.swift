// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A program that runs; what it writes goes to files, so that it never waits for its reader.
public final class RunningCommand: @unchecked Sendable {
    private let process: Process
    private let folder: TemporaryFolder
    private let lines: FileHandle?
    private let ending: AsyncStream<Never>

    /// - Parameters:
    ///   - input: its standard input; `nil` for lines that come with ``send(line:)``.
    ///   - holdsSlot: whether it counts among the programs that run at once.
    init(_ process: Process, input: [UInt8]?, holdsSlot: Bool = true) throws {
        self.process = process
        folder = try TemporaryFolder()
        let (ending, signal) = AsyncStream<Never>.makeStream()
        self.ending = ending
        // A process may be kept for long after its end: the folder is not kept with it.
        process.terminationHandler = { [weak folder] _ in
            // Who waits for what it writes hears of this too.
            _ = try? folder?.write([1], to: "ended")
            if holdsSlot { ProgramSlots.shared.put() }
            signal.finish()
        }
        let output = try FileHandle(forWritingTo: URL(filePath: folder.write([], to: "output")))
        let messages = try FileHandle(forWritingTo: URL(filePath: folder.write([], to: "messages")))
        var ours = [output, messages]
        // The program has its own, and the process would keep these.
        defer { for file in ours { try? file.close() } }
        if let input {
            lines = nil
            let file = try FileHandle(
                forReadingFrom: URL(filePath: folder.write(input, to: "input")))
            ours.append(file)
            process.standardInput = file
        } else {
            let path = folder.path + "/input"
            guard mkfifo(path, 0o600) == 0 else { throw POSIXError(.EIO) }
            // Open at both ends, so that writing to a program that is gone does no harm.
            lines = FileHandle(forUpdatingAtPath: path)
            process.standardInput = lines
        }
        process.standardOutput = output
        process.standardError = messages
        try process.run()
    }

    /// Where a test failed before its end, it would run on, and keep its place.
    deinit {
        if process.isRunning { send(SIGKILL) }
        try? lines?.close()
    }

    /// What it wrote to standard output so far.
    public var output: String { text("output") }

    /// What it wrote to standard error so far.
    public var messages: String { text("messages") }

    /// The lines of its output so far.
    public var lineCount: Int { output.utf8.count(where: { $0 == UInt8(ascii: "\n") }) }

    /// The system's number of it.
    public var processIdentifier: Int32 { process.processIdentifier }

    /// Whether it has not ended yet.
    public var isRunning: Bool { process.isRunning }

    /// Sends it a signal.
    public func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

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

    /// Waits until its output contains a text, at most `seconds`; whether it does.
    public func waitForOutput(_ text: String, within seconds: Double = TimeLimit.usual) async
        -> Bool
    {
        await wait(within: seconds) { output.contains(text) }
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

    /// Waits for its end, at most `seconds`: then it is killed.
    public func result(within seconds: Double = TimeLimit.usual) async -> CommandResult {
        await TimeLimit.of(seconds, orElse: { [self] in send(SIGKILL) }) {
            for await _ in ending {}
        }
        // A test that is cancelled, as at its time limit, is not waited for.
        if process.isRunning {
            send(SIGKILL)
            process.waitUntilExit()
        }
        let isSignal = process.terminationReason == .uncaughtSignal
        return CommandResult(
            exitCode: process.terminationStatus + (isSignal ? 128 : 0), output: output,
            messages: messages)
    }

    private func text(_ name: String) -> String {
        String(
            decoding: FileManager.default.contents(atPath: "\(folder.path)/\(name)") ?? Data(),
            as: UTF8.self)
    }
}
