// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

/// Libraries are loaded by the commands that need them.
@Suite struct DelayedLibraryTests {
    /// What is loaded late; `live` without a model looks for faces with cascades.
    private static let names = [
        "libavutil", "libavcodec", "libavformat", "libmicrohttpd", "libopencv_core",
        "libopencv_imgproc", "libopencv_dnn", "libopencv_objdetect",
    ]

    @Test(
        arguments: [
            (["--version"], []), (["live", "--help"], []), (["help", "record"], []),
            (
                ["live", "--json", "--detector", "haar", "--source", "synthetic:frames=1"],
                ["libopencv_core", "libopencv_imgproc", "libopencv_dnn", "libopencv_objdetect"]
            ),
        ] as [([String], Set<String>)])
    func aCommandLoadsWhatItNeeds(words: [String], needed: Set<String>) async throws {
        let run = try await CommandRunner.run(words, environment: ["LD_DEBUG": "files"])
        let loaded = Self.names.filter { run.messages.contains("calling init: ", $0) }
        #expect(Set(loaded) == needed)
    }

    @Test func aLibraryThatCannotBeLoadedEndsTheCommandWith71AndItsName() async throws {
        let folder = try TemporaryFolder()
        for version in 58...70 { try folder.write([], to: "libavformat.so.\(version)") }
        try folder.write([0], to: "file.mp4")
        let run = try await CommandRunner.run(
            ["live", "--json", "--source", "\(folder.path)/file.mp4"],
            environment: ["LD_LIBRARY_PATH": folder.path])
        #expect(run.exitCode == 71)
        #expect(run.output == "")
        #expect(run.messages.hasPrefix("facecap: The library libavformat.so."))
        #expect(run.messages.hasSuffix("file too short.\n"))
        #expect(run.messages.split(separator: "\n").count == 1)
    }
}

extension String {
    /// Whether a line has both texts.
    fileprivate func contains(_ start: String, _ name: String) -> Bool {
        split(separator: "\n").contains { $0.contains(start) && $0.contains("/\(name).so") }
    }
}
