// SPDX-License-Identifier: Apache-2.0
import Facecap
import SystemSupport

/// What one `--source` names: `SOURCE` or `NAME=SOURCE`.
struct RunSource: Sendable, Hashable {
    /// What the user calls it; `nil` where they do not.
    let name: String?
    let specifier: SourceSpecifier

    /// A source without a name of its own.
    init(_ specifier: SourceSpecifier) {
        name = nil
        self.specifier = specifier
    }

    /// Reads an argument. A name has letters, digits, `-` and `_`; the path of a file that exists is
    /// never taken for one.
    init(_ argument: String) throws(FacecapError) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, Self.isName(parts[0]), !Files.exists(argument) else {
            name = nil
            specifier = try SourceSpecifier(argument)
            return
        }
        name = String(parts[0])
        specifier = try SourceSpecifier(String(parts[1]))
    }

    private static func isName(_ text: Substring) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
