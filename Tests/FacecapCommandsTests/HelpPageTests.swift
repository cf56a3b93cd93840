import Testing
import TestSupport

@testable import FacecapCommands

@Suite struct HelpPageTests {
    @Test(arguments: [
        (["--help"], "help.txt"),
        (["live", "--help"], "help-live.txt"),
    ])
    func isExactlyTheGoldenText(_ arguments: [String], _ file: String) throws {
        let run = try Program.run(arguments)
        #expect(run.status == 0)
        #expect(run.errors == "")
        try GoldenFile.expect(run.output, at: "Tests/FacecapCommandsTests/Golden/\(file)")
    }

    @Test(arguments: [[], ["help"], ["--"], ["-h"]])
    func theProgramWithoutACommandShowsItsHelp(_ arguments: [String]) throws {
        let run = try Program.run(arguments)
        #expect(run.status == 0)
        #expect(run.output == HelpPage(command: FacecapProgram.root, words: ["facecap"]).text)
    }

    @Test func helpOfACommandIsItsOwnHelp() throws {
        let runs = try [["help", "models", "fetch"], ["models", "fetch", "--help"]]
            .map { try Program.run($0) }
        #expect(runs[0].output == runs[1].output)
        #expect(runs[0].output.hasPrefix("facecap models fetch - "))
    }

    @Test func helpOfAnUnknownCommandIsAUsageError() throws {
        let run = try Program.run(["help", "modles"])
        #expect(run.status == 64)
        #expect(run.output == "")
        #expect(run.errors.contains("did you mean models?"))
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

    @Test func theVersionIsOneLine() throws {
        for argument in ["--version", "-V"] {
            #expect(try Program.run([argument]).output == "facecap \(FacecapProgram.version)\n")
        }
    }
}
