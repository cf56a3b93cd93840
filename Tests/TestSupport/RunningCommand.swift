import Foundation

/// A program that runs; what it writes goes to files, so that it never waits for its reader.
public final class RunningCommand: @unchecked Sendable {
    private let process: Process
    private let folder: TemporaryFolder
    private let ending: AsyncStream<Never>

    init(_ process: Process, input: [UInt8]) throws {
        self.process = process
        folder = try TemporaryFolder()
        let (ending, signal) = AsyncStream<Never>.makeStream()
        self.ending = ending
        process.terminationHandler = { _ in signal.finish() }
        process.standardInput = try FileHandle(
            forReadingFrom: URL(filePath: folder.write(input, to: "input")))
        process.standardOutput = try FileHandle(
            forWritingTo: URL(filePath: folder.write([], to: "output")))
        process.standardError = try FileHandle(
            forWritingTo: URL(filePath: folder.write([], to: "messages")))
        try process.run()
    }

    /// What it wrote to standard output so far.
    public var output: String { text("output") }

    /// What it wrote to standard error so far.
    public var messages: String { text("messages") }

    /// Sends it a signal.
    public func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Waits until its output has so many lines, at most `seconds`; whether it has.
    public func waitForLines(_ count: Int, within seconds: Double = 60) async -> Bool {
        let deadline = Date(timeIntervalSinceNow: seconds)
        while output.utf8.count(where: { $0 == UInt8(ascii: "\n") }) < count {
            if Date() > deadline { return false }
            try? await Task.sleep(for: .milliseconds(20))
        }
        return true
    }

    /// Waits for its end, at most `seconds`: then it is killed.
    public func result(within seconds: Double = 60) async -> CommandResult {
        let limit = Task {
            try await Task.sleep(for: .seconds(seconds))
            send(SIGKILL)
        }
        for await _ in ending {}
        limit.cancel()
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
