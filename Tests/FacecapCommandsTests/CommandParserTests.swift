import Facecap
import Testing

@testable import FacecapCommands

@Suite struct CommandParserTests {
    private func parse(_ words: String...) throws -> (command: String, values: Invocation) {
        switch try CommandParser.parse(words, root: ExampleProgram.root) {
        case .run(let command, let invocation): return (command.name, invocation)
        case .help(_, let words): return (words.joined(separator: " ") + " --help", Invocation())
        }
    }

    @Test(arguments: [
        ["read", "a", "--count", "3"], ["read", "--count=3", "a"], ["read", "-c", "3", "a"],
        ["read", "-c3", "a"], ["read", "-lc", "3", "a"], ["read", "-lc3", "--", "a"],
        ["read", "--count", "9", "--count", "3", "a"],
    ])
    func anOptionMayBeWrittenInManyWays(words: [String]) throws {
        guard case .run(_, let values) = try CommandParser.parse(words, root: ExampleProgram.root)
        else {
            Issue.record("help was shown")
            return
        }
        #expect(values[ExampleProgram.count] == 3)
        #expect(values[ExampleProgram.file] == "a")
    }

    @Test func whatIsNotGivenHasItsDefaultOrIsAbsent() throws {
        let values = try parse("read", "a").values
        #expect(values[ExampleProgram.count] == 2)
        #expect(values[ExampleProgram.colour] == nil)
        #expect(values[ExampleProgram.folders] == [])
        #expect(values[ExampleProgram.loud] == false)
        #expect(values[ExampleProgram.others] == [])
    }

    @Test func repeatableOptionsAndOperandsKeepTheirOrder() throws {
        let values = try parse("read", "--folder", "x", "a", "--folder=y", "b", "c").values
        #expect(values[ExampleProgram.folders] == ["x", "y"])
        #expect(values[ExampleProgram.file] == "a")
        #expect(values[ExampleProgram.others] == ["b", "c"])
    }

    @Test func aSingleDashAndWhatFollowsTwoDashesAreNoOptions() throws {
        let values = try parse("read", "--folder", "-", "-", "--", "--loud").values
        #expect(values[ExampleProgram.folders] == ["-"])
        #expect(values[ExampleProgram.file] == "-")
        #expect(values[ExampleProgram.others] == ["--loud"])
        #expect(values[ExampleProgram.loud] == false)
    }

    @Test func helpIsShownWhereItIsAskedForAndWhereACommandIsMissing() throws {
        #expect(try parse("read", "--help", "--nonsense").command == "example read --help")
        #expect(try parse("-h").command == "example --help")
        #expect(try parse("store").command == "example store --help")
        #expect(try parse("store", "list").command == "list")
    }

    @Test(arguments: [
        (["--nonsense"], "Unknown option --nonsense; see: example --help"),
        (
            ["read", "--cuont", "1"],
            "Unknown option --cuont (did you mean --count?); see: example read --help"
        ),
        (["read", "-x"], "Unknown option -x; see: example read --help"),
        (["raed"], "There is no command \"raed\" (did you mean read?); see: example --help"),
        (["secrets"], "There is no command \"secrets\"; see: example --help"),
        (
            ["store", "lost"],
            "There is no command \"store lost\" (did you mean list?); see: example store --help"
        ),
        (["read"], "file is missing: expected the path of a file; see: example read --help"),
        (["store", "list", "x"], "Unexpected argument \"x\"; see: example store list --help"),
        (["read", "--loud=1"], "--loud takes no value; see: example read --help"),
        (
            ["read", "a", "--count"],
            "--count needs a value: expected a whole number from 1 to 9; see: example read --help"
        ),
        (
            ["read", "a", "--count", "--loud"],
            "--count needs a value: expected a whole number from 1 to 9; see: example read --help"
        ),
        (
            ["read", "a", "--count", "-5"],
            "--count \"-5\": expected a whole number from 1 to 9; see: example read --help"
        ),
        (
            ["read", "a", "--colour=blue"],
            "--colour \"blue\": expected red, green; see: example read --help"
        ),
        (
            ["read", "a", "--folder="],
            "--folder \"\": expected the path of a folder; see: example read --help"
        ),
    ])
    func sayWhatIsWrongAndWhatIsAllowed(words: [String], message: String) {
        let error = #expect(throws: FacecapError.self) {
            try CommandParser.parse(words, root: ExampleProgram.root)
        }
        #expect(error?.message == message)
        #expect(error?.code == .invalidArgument)
    }

    @Test func aVeryLongWordIsAnsweredWithoutAGuess() {
        let word = String(repeating: "a", count: 100_000)
        #expect(Suggestion.nearest(to: word, among: [word + "b"]) == nil)
    }
}
