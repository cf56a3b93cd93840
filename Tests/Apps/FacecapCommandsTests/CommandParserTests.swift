// SPDX-License-Identifier: Apache-2.0
import Facecap
import Testing

@testable import FacecapCommands

@Suite struct CommandParserTests {
    private static let loud = Parameter.flag("loud", short: "l", "Be loud.")
    private static let count: Parameter<Int> = .option(
        "count", short: "n", .integer(in: -5...9), default: 1, "How many.")
    private static let mode: Parameter<Int?> = .option(
        "mode", .integer(in: 1...3), implied: 2, "Which way.")
    private static let tags: Parameter<[String]> = .options(
        "tag", .text("TAG", allowed: "a tag"), "What it is called.")
    private static let target: Parameter<String?> = .operand(
        "target", .text("TARGET", allowed: "a target"), isRequired: true, "Where to.")
    private static let others: Parameter<[String]> = .operands(
        "others", .text("OTHER", allowed: "another one"), "What else.")

    private static let root = Command(
        name: "tool", abstract: "do things",
        subcommands: [
            Command(
                name: "go", abstract: "go there",
                parameters: [
                    loud.declaration, count.declaration, mode.declaration, tags.declaration,
                    target.declaration,
                    others.declaration,
                ]
            ) { _, _ throws(FacecapError) in .success },
            Command(name: "stop", abstract: "stop here") { _, _ throws(FacecapError) in .success },
            Command(
                name: "group", abstract: "hold commands",
                subcommands: [
                    Command(name: "inner", abstract: "be inside") { _, _ throws(FacecapError) in
                        .success
                    }
                ]),
            Command(name: "secret", abstract: "hide", isHidden: true) { _, _ throws(FacecapError) in
                .success
            },
        ])

    /// What `tool go WORDS` was understood as.
    private func go(_ words: String...) throws -> Invocation {
        let request = try CommandParser.parse(["go"] + words, root: Self.root)
        guard case .run(let command, let invocation) = request, command.name == "go" else {
            throw FacecapError(.invalidArgument, "another request")
        }
        return invocation
    }

    private func message(_ words: [String]) -> String? {
        do throws(FacecapError) {
            _ = try CommandParser.parse(words, root: Self.root)
            return nil
        } catch {
            return error.code == .invalidArgument ? error.message : nil
        }
    }

    private func helpWords(_ words: String...) throws -> [String]? {
        guard case .help(_, let found) = try CommandParser.parse(words, root: Self.root) else {
            return nil
        }
        return found
    }

    @Test func anOptionMayStandAloneOrWithAnAttachedValue() throws {
        #expect(try go("there")[Self.mode] == nil)
        let alone = try go("--mode", "there")
        #expect(alone[Self.mode] == 2 && alone[Self.target] == "there")
        #expect(try go("--mode=3", "there")[Self.mode] == 3)
        #expect(message(["go", "--mode=9", "there"])?.contains("--mode \"9\": expected") == true)
        #expect(Self.mode.declaration.synopsis == "--mode[=N]")
    }

    @Test(arguments: [
        ["--count", "3"], ["--count=3"], ["-n", "3"], ["-n3"], ["-ln3"], ["-ln", "3"],
        ["--count", "7", "--count=3"],
    ])
    func anOptionIsGivenInAnyOfItsSpellingsAndTheLastOneWins(_ words: [String]) throws {
        let request = try CommandParser.parse(["go", "x"] + words, root: Self.root)
        guard case .run(_, let invocation) = request else {
            Issue.record("not a run")
            return
        }
        #expect(invocation[Self.count] == 3)
    }

    @Test func whatIsNotGivenHasItsDefault() throws {
        let invocation = try go("x")
        #expect(invocation[Self.count] == 1)
        #expect(invocation[Self.loud] == false)
        #expect(invocation[Self.tags] == [])
        #expect(invocation[Self.others] == [])
    }

    @Test func flagsAndOptionsMayStandBeforeBetweenAndAfterOperands() throws {
        let invocation = try go("--loud", "x", "--tag=a", "y", "--tag", "b")
        #expect(invocation[Self.loud])
        #expect(invocation[Self.target] == "x")
        #expect(invocation[Self.others] == ["y"])
        #expect(invocation[Self.tags] == ["a", "b"])
    }

    @Test func nothingAfterTwoDashesIsAnOption() throws {
        let invocation = try go("--", "--loud", "-n", "--")
        #expect(invocation[Self.loud] == false)
        #expect(invocation[Self.target] == "--loud")
        #expect(invocation[Self.others] == ["-n", "--"])
    }

    @Test func oneDashAndNegativeNumbersAreValues() throws {
        let invocation = try go("-", "--count", "-4", "--tag", "-")
        #expect(invocation[Self.target] == "-")
        #expect(invocation[Self.count] == -4)
        #expect(invocation[Self.tags] == ["-"])
    }

    @Test func aValueMayHoldAnEqualsSignAndBeginWithADashWhereItIsAttached() throws {
        #expect(try go("x", "--tag=a=b", "--tag=--loud")[Self.tags] == ["a=b", "--loud"])
    }

    @Test func helpIsOfTheCommandThatWasReachedWhateverFollows() throws {
        #expect(try helpWords("--help") == ["tool"])
        #expect(try helpWords("go", "-h", "--nonsense") == ["tool", "go"])
        #expect(try helpWords("group", "inner", "--help") == ["tool", "group", "inner"])
        #expect(try helpWords("group") == ["tool", "group"])
    }

    @Test func aHiddenCommandRunsAndIsNotSuggested() throws {
        guard case .run(let command, _) = try CommandParser.parse(["secret"], root: Self.root)
        else {
            Issue.record("not a run")
            return
        }
        #expect(command.name == "secret")
        #expect(message(["secre"]) == "There is no command \"secre\"; see: tool --help")
    }

    @Test(arguments: [
        (["gp"], "There is no command \"gp\" (did you mean go?); see: tool --help"),
        (
            ["group", "iner"],
            "There is no command \"group iner\" (did you mean inner?); see: tool group --help"
        ),
        (["go", "--cuont", "1"], "Unknown option --cuont (did you mean --count?)"),
        (["go", "--zzz"], "Unknown option --zzz; see: tool go --help"),
        (["go", "---loud"], "Unknown option ---loud"),
        (["go", "-z"], "Unknown option -z; see: tool go --help"),
        (["go", "--loud=yes", "x"], "--loud takes no value"),
        (["go", "x", "--count"], "--count needs a value: expected a whole number from -5 to 9"),
        (["go", "x", "--count", "--loud"], "--count needs a value"),
        (["go", "x", "-n"], "--count needs a value"),
        (["go", "x", "--count="], "--count \"\": expected a whole number"),
        (["go", "x", "--count", "10"], "--count \"10\": expected a whole number from -5 to 9"),
        (["go"], "TARGET is missing: expected a target"),
        (["go", ""], "target \"\": expected a target"),
        (["stop", "now"], "Unexpected argument \"now\"; see: tool stop --help"),
    ])
    func aMistakeIsNamedWithWhatIsAllowed(_ words: [String], _ beginning: String) {
        let message = message(words)
        #expect(message?.hasPrefix(beginning) == true, "\(message ?? "no mistake")")
    }
}
