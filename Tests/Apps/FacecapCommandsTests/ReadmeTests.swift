// SPDX-License-Identifier: Apache-2.0
import Facecap
import Foundation
import TestSupport
import Testing

@testable import FacecapCommands

/// The commands of the README, as they are written there and in their order.
@Suite struct ReadmeTests {
    /// What needs a camera, a microphone, a screen, somebody who looks, or another program.
    private static let hardware = [
        "/dev/video", "rtsp://", "--audio", "--preview", "--serve", "source screen",
        "facecap controls",
        "facecap devices", "facecap doctor", "ffplay", "| jq", "models fetch",
    ]

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The lines that begin with `facecap`, without what is said of them.
    private static func commands() throws -> [String] {
        let text = try String(contentsOfFile: Repository.path("README.md"), encoding: .utf8)
        return text.split(separator: "\n").filter { $0.hasPrefix("facecap ") }.map { line in
            line.split(separator: " #", maxSplits: 1)[0].trimmingCharacters(in: [" "])
        }
    }

    /// Whether it runs on every machine and ends by itself.
    private static func runs(_ command: String) -> Bool {
        guard !hardware.contains(where: command.contains) else { return false }
        let words = command.split(separator: " ")
        let needsSource = ["live", "record", "photo"].contains(words[1])
        let readsPhotos = words[1] == "photo" && words.contains("--annotate")
        return !needsSource || words.contains("--source") || readsPhotos
    }

    /// The words of the first program, whose options are to be known, also where it cannot run.
    private static func words(_ command: String) -> [String] {
        command.split(separator: "|")[0].split(separator: ">")[0].split(separator: " ").dropFirst()
            .map(String.init)
    }

    @Test func everyCommandIsKnownWithItsOptions() throws {
        let commands = try Self.commands()
        #expect(commands.count > 30)
        for command in commands {
            #expect(throws: Never.self, "\(command)") {
                try CommandParser.parse(Self.words(command), root: FacecapProgram.root)
            }
        }
    }

    /// The files and folders that a command names.
    private static func files(_ command: String) -> Set<String> {
        let words = command.split(separator: " ").map(String.init)
        return Set(words.filter { $0.wholeMatch(of: #/[a-z-]+(\.(mp4|jpg|jsonl|csv)|/)/#) != nil })
    }

    /// Each once the files that it names are there, side by side with others.
    @Test func whatNeedsNoHardwareRunsInItsOrder() async throws {
        var seen: Set<String> = []
        let commands = try Self.commands().filter { Self.runs($0) && seen.insert($0).inserted }
        #expect(commands.count > 12)
        let programs = folder.path + "/programs"
        try FileManager.default.createDirectory(
            atPath: programs, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: programs + "/facecap", withDestinationPath: CommandRunner.facecap)
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        var makers: [String: Task<Void, any Error>] = [:]
        var runs: [Task<Void, any Error>] = []
        for command in commands {
            let files = Self.files(command)
            let needed = files.compactMap { makers[$0] }
            let run = Task { [folder] in
                for maker in needed { try await maker.value }
                let run = try await CommandRunner.run(
                    ["bash", "-o", "pipefail", "-c", command], of: "/usr/bin/env",
                    environment: ["PATH": "\(programs):\(path)"], workingDirectory: folder.path)
                #expect(run.exitCode == 0, "\(command): \(run.messages)")
            }
            for file in files where makers[file] == nil { makers[file] = run }
            runs.append(run)
        }
        for run in runs { try await run.value }
    }
}
