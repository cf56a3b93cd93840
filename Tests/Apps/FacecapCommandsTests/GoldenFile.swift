// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import TestSupport
import Testing

/// A file of the repository that has to equal what the program says; it is written again with
/// `FACECAP_UPDATE_GOLDEN=1`.
enum GoldenFile {
    /// Expects the file to hold `text` and nothing else.
    static func expect(
        _ text: String, at relativePath: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let path = Repository.path(relativePath)
        if ProcessInfo.processInfo.environment["FACECAP_UPDATE_GOLDEN"] != nil {
            try Data(text.utf8).write(to: URL(filePath: path))
        }
        let golden = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text == golden, sourceLocation: sourceLocation)
    }
}
