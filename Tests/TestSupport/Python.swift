// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials

/// The system's Python, in which the tests' independent references are written.
public enum Python {
    private static let executable = "/usr/bin/python3"

    /// Whether a module can be found: for `.enabled(if:)`.
    public static func has(_ module: String) -> Bool {
        ["/usr/lib/python3/dist-packages", "/usr/local/lib/python3/dist-packages"].contains {
            let contents = (try? FileManager.default.contentsOfDirectory(atPath: $0)) ?? []
            return contents.contains { $0 == module || $0.hasPrefix(module + ".") }
        }
    }

    /// Runs a script; its arguments begin at `sys.argv[1]`.
    public static func run(
        _ script: String, arguments: [String] = [], input: [UInt8] = []
    ) async throws -> CommandResult {
        try await CommandRunner.run(["-c", script] + arguments, of: executable, input: input)
    }
}
