// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// What `docs/avfoundation.md` names is there.
struct AVFoundationTableTests {
    private let rows: [[String]]

    init() throws {
        let page = try String(
            contentsOfFile: Repository.path("docs/avfoundation.md"), encoding: .utf8)
        rows = page.split(separator: "\n").filter {
            $0.hasPrefix("| ") && !$0.contains("| facecap |")
        }
        .map { $0.components(separatedBy: "|").dropFirst().dropLast() }
        .map { cells in cells.map { $0.trimmingCharacters(in: .whitespaces) } }
    }

    /// What stands between backticks.
    private static func names(in cell: String) -> [String] {
        cell.components(separatedBy: "`").enumerated().compactMap { $0 % 2 == 1 ? $1 : nil }
    }

    @Test func everyCounterpartIsPublic() throws {
        let list = try String(
            contentsOfFile: Repository.path("docs/public-symbols.txt"), encoding: .utf8)
        let symbols = Set(
            list.split(separator: "\n").compactMap { line in
                line.split(separator: " ").dropFirst().first.map { $0.prefix { $0 != "(" } }
            })
        #expect(rows.count > 40)
        for row in rows {
            try #require(row.count == 3, "\(row)")
            for name in Self.names(in: row[1]) {
                #expect(symbols.contains(name[...]), "\(name) of \(row[0])")
            }
        }
    }

    /// Tests of the program are those of the applications, except for suites of the library's own calls.
    @Test func everyRowHasATestOfTheProgramAndOneOfTheLibraryOrSaysWhyNot() throws {
        let tests = try tests()
        for row in rows {
            try #require(row.count == 3, "\(row)")
            let named = Self.names(in: row[2]).filter { $0.contains("Tests.") }
            for name in named { #expect(tests[name] != nil, "\(name) of \(row[0])") }
            #expect(named.contains { tests[$0] == .library }, "\(row[0])")
            #expect(
                named.contains { tests[$0] == .program }
                    != row[2].contains("of the library alone"), "\(row[0])")
        }
    }

    private enum Subject {
        case program, library
    }

    /// `FileTests.function` of every function in a file of tests.
    private func tests() throws -> [String: Subject] {
        let folder = Repository.path("Tests")
        let programs = ["Apps/FacecapCommandsTests/", "Apps/DeviceTests/"]
        var tests: [String: Subject] = [:]
        for case let path as String in try #require(
            FileManager.default.enumerator(atPath: folder)) where path.hasSuffix("Tests.swift")
        {
            let suite = URL(filePath: path).deletingPathExtension().lastPathComponent
            let isOfProgram =
                programs.contains(where: path.hasPrefix) && !suite.hasPrefix("Library")
            let text = try String(contentsOfFile: folder + "/" + path, encoding: .utf8)
            for match in text.matches(of: /func ([A-Za-z0-9]+)\(/) {
                tests["\(suite).\(match.1)"] = isOfProgram ? .program : .library
            }
        }
        return tests
    }
}
