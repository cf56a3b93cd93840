// SPDX-License-Identifier: Apache-2.0
import Facecap
import Testing

@testable import FacecapCommands

@Suite struct OptionGroupTests {
    private struct Inner: OptionGroup {
        @Option(.option("count", short: "n", .integer(in: 0...9), default: 4, "How many."))
        var count: Int
    }

    private struct Outer: OptionGroup {
        @Option(
            .operand(
                "target", .text("TARGET", allowed: "a target"), isRequired: false, "Where to."))
        var target: String?
        let inner = Inner()
        @Option(.flag("loud", "Be loud.")) var isLoud: Bool
        let givenNames = OptionReader.givenNames
    }

    private static let command = Command(
        name: "go", abstract: "go there", options: Outer.self
    ) { options, _ throws(FacecapError) in options.isLoud ? .failure : .success }

    private func read(_ words: [String]) throws -> (Outer, Invocation) {
        guard case .run(_, let invocation) = try CommandParser.parse(words, root: Self.command)
        else { throw CancellationError() }
        return (OptionReader.read(Outer.self, from: invocation), invocation)
    }

    @Test func whatAGroupReadsIsWhatTheCommandDeclaresInThatOrder() {
        #expect(Self.command.parameters.map(\.name) == ["target", "count", "loud"])
        #expect(Self.command.parameters.map(\.short) == [nil, "n", nil])
    }

    @Test func aGroupHoldsWhatWasGivenAndOtherwiseTheDefaults() throws {
        let (given, _) = try read(["there", "-n", "7", "--loud"])
        #expect(given.target == "there" && given.inner.count == 7 && given.isLoud)
        #expect(given.givenNames == ["target", "count", "loud"])
        let (defaults, _) = try read([])
        #expect(defaults.target == nil && defaults.inner.count == 4 && !defaults.isLoud)
        #expect(defaults.givenNames.isEmpty)
    }

    @Test func anOptionCountsAsReadOnceItIsLookedAt() throws {
        let (options, invocation) = try read(["--loud"])
        #expect(!invocation.readNames.contains("count"))
        #expect(options.inner.count == 4)
        #expect(invocation.readNames.contains("count"))
        #expect(!invocation.readNames.contains("loud"))
    }

    /// Two groups of a command that declare one name would read each other's values.
    @Test func noCommandDeclaresANameOrALetterTwice() {
        for (words, command) in FacecapProgram.root.walk() {
            let parameters = command.options + command.operands
            #expect(Set(parameters.map(\.name)).count == parameters.count, "\(words)")
            let letters = parameters.compactMap(\.short)
            #expect(Set(letters).count == letters.count, "\(words)")
        }
    }

    #if DEBUG
        @Test func readingWhatACommandDoesNotDeclareTraps() async {
            await #expect(processExitsWith: .failure) {
                let invocation = Invocation(
                    of: Command(name: "stop", abstract: "stop", options: Inner.self) {
                        _, _ throws(FacecapError) in .success
                    })
                let options = OptionReader.read(Outer.self, from: invocation)
                // The command knows the first, and not the second.
                guard options.inner.count == 4 else { return }
                _ = options.isLoud
            }
        }
    #endif

    @Test func theNamesThatSomeFilesRefuseAreNamesOfOptions() {
        let record = Set(RecordOptions.declarations.map(\.name))
        #expect(AudioRecordSettings.understoodNames.subtracting(record) == [])
        let photo = Set(PhotoOptions.declarations.map(\.name))
        #expect(PhotoAnnotationSettings.understoodNames.subtracting(photo) == [])
    }
}
