// SPDX-License-Identifier: Apache-2.0
import TestSupport

extension SmallFileSystem {
    /// Records onto it.
    func record(_ source: String, _ words: [String] = []) async throws -> CommandResult {
        try await CommandRunner.run(
            ["record", path("movie.mp4"), "--source", source] + CheapDetection.ofNobody + words)
    }
}
