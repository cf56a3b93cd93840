// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Runs programs, the built `facecap` above all.
public enum CommandRunner {
    /// The program that was built together with these tests.
    public static let facecap: String = {
        let tests = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: tests ?? "").deletingLastPathComponent()
            .appending(path: "facecap").path
    }()

    /// Has programs not ignore SIGHUP where these tests do, as under `nohup`.
    public static let heedsHangup: Void = { _ = signal(SIGHUP, SIG_DFL) }()

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
        heedsHangup
        let process = Process()
        process.executableURL = URL(filePath: executable)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment
            .filter { !usersVariables.contains($0.key) }
            .merging(environment.mapValues { $0 ?? "" }) { $1 }
            .filter { environment[$0.key] != .some(nil) }
        if let workingDirectory {
            process.currentDirectoryURL = URL(filePath: workingDirectory)
        }
        await ProgramSlots.shared.take()
        do {
            return try RunningCommand(process, input: input)
        } catch {
            ProgramSlots.shared.put()
            throw error
        }
    }
}
