// SPDX-License-Identifier: Apache-2.0
@testable import FacecapCommands

/// A small table of commands that has one of everything.
enum ExampleProgram {
    enum Colour: String, Sendable, CaseIterable {
        case red, green
    }

    static let count: Parameter<Int> = .option(
        "count", short: "c", .integer(in: 1...9), default: 2, "How many.")
    static let colour: Parameter<Colour?> = .option("colour", .choice, "Which one.")
    static let folders: Parameter<[String]> = .options("folder", .folder, "Where. And where else.")
    static let loud = Parameter.flag("loud", short: "l", "Not quietly.")
    static let file: Parameter<String?> = .operand(
        "file", .text("FILE", allowed: "the path of a file"), isRequired: true, "What to read.")
    static let others: Parameter<[String]> = .operands(
        "others", .text("OTHER", allowed: "the path of a file"), "What else to read.")

    static let read = Command(
        name: "read", abstract: "read files",
        discussion: ["It's \"all\" there: C:\\ and ~."],
        parameters: [
            count.declaration, colour.declaration, folders.declaration, loud.declaration,
            file.declaration, others.declaration,
        ],
        examples: [Command.Example(line: "example read a", meaning: "Reads a.")]
    ) { _, _ in .success }

    static let root = Command(
        name: "example", abstract: "read and write", discussion: [".dots stay dots"],
        subcommands: [
            read,
            Command(
                name: "store", abstract: "keep things",
                subcommands: [Command(name: "list", abstract: "show them") { _, _ in .success }]),
            Command(name: "secret", abstract: "not shown", isHidden: true) { _, _ in .success },
        ])
}
