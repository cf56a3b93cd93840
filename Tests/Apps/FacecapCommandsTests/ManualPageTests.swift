// SPDX-License-Identifier: Apache-2.0
import Testing
import TestSupport

@testable import FacecapCommands

@Suite struct ManualPageTests {
    private let source = ManualPage(root: FacecapProgram.root).text

    @Test func theHiddenCommandWritesIt() async throws {
        let run = try await CommandRunner.run(["man"])
        #expect(run.output == source)
    }

    @Test func noLineIsARequestByAccident() {
        let requests = [".TH ", ".SH ", ".SS ", ".TP", ".PP", ".B ", ".nh"]
        for line in source.split(separator: "\n") where line.hasPrefix(".") {
            #expect(requests.contains { line.hasPrefix($0) }, "\(line)")
        }
        #expect(!source.split(separator: "\n").contains { $0.hasPrefix("'") })
    }

    @Test(.enabled(if: InstalledProgram.man != nil, "needs man"))
    func isShownWithoutWarningsAndNamesEveryCommandAndOption() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Array(source.utf8), to: "facecap.1")
        let run = try await CommandRunner.run(
            ["--warnings", "-l", path], of: try #require(InstalledProgram.man),
            environment: ["LC_ALL": "C.UTF-8", "MANWIDTH": "200", "MANPAGER": "cat"])
        #expect(run.exitCode == 0)
        #expect(run.messages == "")
        for (words, command) in FacecapProgram.root.walk() {
            #expect(run.output.contains(words.joined(separator: " ")))
            for parameter in command.options + command.operands {
                #expect(run.output.contains(parameter.synopsis), "\(words) \(parameter.label)")
            }
        }
        for code in ExitCode.all { #expect(run.output.contains("\(code.meaning).")) }
    }
}
