// SPDX-License-Identifier: Apache-2.0
import FaceValues
import TestSupport
import Testing

@testable import FacecapCommands

@Suite struct HelpPageTests {
    @Test(arguments: [
        (["--help"], "help.txt"),
        (["live", "--help"], "help-live.txt"),
    ])
    func isExactlyTheGoldenText(_ arguments: [String], _ file: String) async throws {
        let run = try await CommandRunner.run(arguments)
        #expect(run.exitCode == 0)
        #expect(run.messages == "")
        try GoldenFile.expect(run.output, at: "Tests/Apps/FacecapCommandsTests/Golden/\(file)")
    }

    @Test(arguments: [[], ["help"], ["--"], ["-h"]])
    func theProgramWithoutACommandShowsItsHelp(_ arguments: [String]) async throws {
        let run = try await CommandRunner.run(arguments)
        #expect(run.exitCode == 0)
        #expect(run.output == HelpPage(command: FacecapProgram.root, words: ["facecap"]).text)
    }

    @Test func helpOfACommandIsItsOwnHelp() async throws {
        let helped = try await CommandRunner.run(["help", "models", "fetch"])
        let asked = try await CommandRunner.run(["models", "fetch", "--help"])
        #expect(helped.output == asked.output)
        #expect(helped.output.hasPrefix("facecap models fetch - "))
    }

    @Test func helpOfAnUnknownCommandIsAUsageError() async throws {
        let run = try await CommandRunner.run(["help", "modles"])
        #expect(run.exitCode == 64)
        #expect(run.output == "")
        #expect(run.messages.contains("did you mean models?"))
    }

    @Test func everyPageFitsATerminalAndNamesEveryOption() {
        for (words, command) in FacecapProgram.root.walk() {
            let text = HelpPage(command: command, words: words).text
            #expect(text.split(separator: "\n").allSatisfy { $0.count <= TextLayout.width })
            #expect(text.split(separator: "\n").allSatisfy { $0.last != " " })
            for parameter in command.options + command.operands {
                #expect(text.contains(parameter.synopsis), "\(words) \(parameter.label)")
            }
        }
    }

    @Test func everyPageBreaksBetweenWordsWhateverTheWidth() {
        for (words, command) in FacecapProgram.root.walk() {
            let whole = HelpPage(command: command, words: words).text.split { " \n".contains($0) }
            for width in [40, 60, 79] {
                let text = HelpPage(command: command, words: words, width: width).text
                #expect(text.split { " \n".contains($0) } == whole)
                for line in text.split(separator: "\n") where line.count > width {
                    // A word may be longer than a line.
                    #expect(line.drop { $0 == " " }.contains(" ") == false, "\(words) \(line)")
                }
            }
        }
    }

    @Test func theVersionIsOneLine() async throws {
        for argument in ["--version", "-V"] {
            let run = try await CommandRunner.run([argument])
            #expect(run.output == "facecap \(facecapVersion)\n")
        }
    }
}
