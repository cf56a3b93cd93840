// SPDX-License-Identifier: Apache-2.0
import TestSupport

extension CommandRunner {
    /// Hides a large face of a video, and all that words say besides.
    static func redact(
        _ video: String, to output: String, _ words: [String] = []
    ) async throws -> CommandResult {
        try await run(["redact", video, output] + CheapDetection.ofOneFace + words)
    }
}
