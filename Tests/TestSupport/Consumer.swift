// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The readers that `Scripts/setup-consumers` installs.
public enum Consumer {
    /// Whether they are there.
    public static var isInstalled: Bool {
        FileManager.default.fileExists(atPath: Repository.path(".build/consumers/ready"))
    }

    /// Runs one of the scripts that call them.
    public static func run(_ script: String, _ arguments: [String]) async throws -> CommandResult {
        try await CommandRunner.run(
            [Repository.path("Tests/Exchange/FaceExportTests/Consumers/\(script)")] + arguments,
            of: Repository.path(".build/consumers/bin/python3"))
    }
}
