// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Runs programs, the built `facecap` above all.
public enum CommandRunner {
    /// The program under test: that of `FACECAP`, else the one that was built together with these tests.
    public static let facecap: String = {
        let named = ProcessInfo.processInfo.environment["FACECAP"] ?? ""
        return named.isEmpty
            ? buildFolder.appending(path: "facecap").path : URL(filePath: named).path
    }()

    /// Where the programs lie that were built together with these tests.
    public static let buildFolder: URL = {
        let tests = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: tests ?? "").deletingLastPathComponent()
    }()

    /// Variables by which a user changes what the program does: tests set them themselves, and what is loaded into
    /// the tests is for them alone. Which kernel is tested, `FACECAP_KERNEL`, stays with who runs them.
    private static let usersVariables: Set = [
        "FACECAP_MODELS", "FACECAP_SERVE_TOKEN", "FACECAP_TERMINAL_GRAPHICS", "LD_PRELOAD",
        "NO_COLOR", "XDG_DATA_HOME",
    ]

    /// Runs a program, `facecap` unless another is named, to its end, which has to come within `seconds`: then it is killed.
    ///
    /// - Parameters:
    ///   - environment: variables to add or, with `nil`, to take away.
    ///   - input: what stands on its standard input.
    public static func run(
        _ arguments: [String], of executable: String = facecap,
        environment: [String: String?] = [:], workingDirectory: String? = nil,
        input: [UInt8] = [], within seconds: Double = TimeLimit.usual
    ) async throws -> CommandResult {
        let command = try await start(
            arguments, of: executable, environment: environment, workingDirectory: workingDirectory,
            input: input)
        return await command.result(within: seconds)
    }

    /// Starts a program, as soon as not too many run, and does not wait for its end.
    ///
    /// - Parameter input: what stands on its standard input; `nil` for lines that come later.
    public static func start(
        _ arguments: [String], of executable: String = facecap,
        environment: [String: String?] = [:], workingDirectory: String? = nil,
        input: [UInt8]? = []
    ) async throws -> RunningCommand {
        let variables = ProcessInfo.processInfo.environment
            .filter { !usersVariables.contains($0.key) }
            .merging(environment.mapValues { $0 ?? "" }) { $1 }
            .filter { environment[$0.key] != .some(nil) }
        await ProgramSlots.shared.take()
        do {
            return try RunningCommand(
                [executable] + arguments, environment: variables,
                workingDirectory: workingDirectory, input: input, holdsSlot: true)
        } catch {
            ProgramSlots.shared.put()
            throw error
        }
    }

    /// Starts a program beside those that count, such as a server, for which the program under test may not wait.
    ///
    /// - Parameter input: what stands on its standard input; `nil` for lines that come later.
    public static func startBeside(_ words: [String], input: [UInt8]? = []) throws -> RunningCommand
    {
        try RunningCommand(words, input: input, holdsSlot: false)
    }

    /// Runs a program to its end on this thread, with nothing on its standard input and its messages unread.
    ///
    /// - Parameter environment: variables to add.
    /// - Returns: what it writes; `nil` where it cannot be run or fails.
    public static func output(
        of words: [String], environment: [String: String] = [:]
    ) -> Data? {
        let pipe = Pipe()
        let (reader, writer) = (pipe.fileHandleForReading, pipe.fileHandleForWriting)
        for end in [reader, writer] { _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC) }
        guard let nothing = FileHandle(forUpdatingAtPath: "/dev/null") else { return nil }
        let program = try? SpawnedProgram(
            words,
            environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
            files: [nothing, writer, nothing])
        try? writer.close()
        guard let program else { return nil }
        let data = try? reader.readToEnd() ?? Data()
        program.waitUntilEnd()
        return program.exitCode == 0 ? data : nil
    }
}
