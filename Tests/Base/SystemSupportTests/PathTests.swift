// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import SystemSupport

/// Paths of any bytes in strings.
@Suite struct PathTests {
    private func roundTrip(_ bytes: [UInt8]) -> Bool {
        String(pathBytes: bytes).pathBytes == bytes
    }

    @Test func textIsTheTextThatItIs() {
        for text in ["", "a/b.mp4", "Zoë", "日本", "\u{1F600}", "e\u{301}", "\u{10FFFD}"] {
            #expect(
                String(pathBytes: Array(text.utf8)).unicodeScalars.elementsEqual(
                    text.unicodeScalars))
            #expect(text.pathBytes == Array(text.utf8))
        }
    }

    @Test func everyByteAndEveryPairOfBytesComesBack() {
        for first in UInt8.min...UInt8.max {
            #expect(roundTrip([first]))
            for second in UInt8.min...UInt8.max where !roundTrip([first, second, 0x61]) {
                Issue.record("\(first) \(second)")
            }
        }
    }

    @Test func whatIsCutShortOrLooksLikeAnEscapeComesBack() {
        for bytes: [UInt8] in [
            [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xC0, 0x80], [0xED, 0xA0, 0x80],
            [0xF5, 0x80, 0x80, 0x80],
            Array("\u{10FEE4}".utf8), Array("\u{10FE80}x\u{10FEFF}".utf8), [0xE4] + Array("ä".utf8),
        ] {
            #expect(roundTrip(bytes), "\(bytes)")
        }
    }

    @Test func differentBytesAreDifferentText() {
        #expect(String(pathBytes: [0xE4]) != String(pathBytes: Array("\u{10FEE4}".utf8)))
        #expect(String(pathBytes: [0xE4]) != String(pathBytes: [0xE5]))
    }

    @Test func aSystemCallGetsABytesEnd() {
        #expect(String(pathBytes: [0x61, 0xFF]).cPath == [0x61, -1, 0])
        let bytes: [CChar] = [0x61, -1, 0, 0x62]
        #expect(String(path: bytes).cPath == [0x61, -1, 0])
    }

    @Test func aNameWithANULNamesNothing() {
        #expect("a\0b".cPath == [0] && "\0".cPath == [0])
    }

    @Test func whereOnlyTextGoesBytesAreReplaced() {
        #expect(String(pathBytes: [0x61, 0xFF]).replacingEscapedBytes == "a\u{FFFD}")
        #expect("Zoë".replacingEscapedBytes == "Zoë")
    }

    @Test(arguments: [
        ("a/b-1.mp4", "a/b-1.mp4"), ("Zoë.mp4", "Zoë.mp4"), ("my talk.mp4", "'my talk.mp4'"),
        ("it's", #"'it'\''s'"#), ("$(x)", "'$(x)'"), ("-f", "./-f"), ("", "''"),
        ("it'\u{301}s", "'it'\\''\u{301}s'"), ("-\u{301}f", "./-\u{301}f"),
    ])
    func aShellTakesAPathForOneWord(path: String, word: String) {
        #expect(path.shellWord.unicodeScalars.elementsEqual(word.unicodeScalars))
    }

    /// A mark behind a quote makes one character of both, but the shell still sees the quote.
    @Test func nothingInAPathEndsItsQuotes() async throws {
        let path = "it'\u{301} ; echo no ; '\u{301}.mp4"
        let run = try await CommandRunner.run(
            ["-c", "printf %s \(path.shellWord)"], of: "/bin/sh")
        #expect(run.output.unicodeScalars.elementsEqual(path.unicodeScalars))
    }

    /// A mark behind a slash makes one character of both, but the slash still ends a folder's name.
    @Test func aSlashIsOneWhateverStandsBehindIt() {
        let path = "/mnt/usb/\u{301}x.y/\u{301}z.mp4"
        #expect(Files.folder(of: path).utf8.elementsEqual("/mnt/usb/\u{301}x.y/".utf8))
        #expect(path.fileName.utf8.elementsEqual("\u{301}z.mp4".utf8))
        #expect(path.withoutPathExtension.utf8.elementsEqual("/mnt/usb/\u{301}x.y/\u{301}z".utf8))
        #expect("/mnt/\u{301}x".withoutPathExtension.utf8.elementsEqual("/mnt/\u{301}x".utf8))
        #expect(path.pathComponents.count == 4)
    }

    @Test(arguments: [
        ("a/b.mp4", "b.mp4", "b.mp4"), ("b", "b", "b"), ("a/b/", "", "b"), ("/", "", "/"),
        ("", "", ""),
    ])
    func theLastPartOfAPathIsItsName(path: String, name: String, component: String) {
        #expect(path.fileName == name && path.lastPathComponent == component)
    }

    /// An Arabic number sign makes one character of itself and the slash behind it.
    @Test(arguments: [
        ("a", "b", "a/b"), ("a/", "b/c", "a/b/c"), ("/", "b", "/b"), ("", "b", "/b"),
        ("a\u{600}/", "b", "a\u{600}/b"), ("a", "\u{301}b", "a/\u{301}b"),
    ])
    func oneSlashStandsBetweenAFolderAndWhatItHolds(folder: String, name: String, path: String) {
        #expect(folder.appendingPathComponent(name).utf8.elementsEqual(path.utf8))
    }

    @Test(
        arguments: [
            ("a/talk-002.mp4", 2), ("talk-002", 2), ("1.2/x.mp4", nil), ("talk-.mp4", nil),
            ("", nil),
            ("9999999999999999999999.mp4", nil), ("talk-0012345.mov", 12_345),
        ] as [(String, Int?)])
    func aNameMayEndInANumber(path: String, number: Int?) {
        #expect(path.pathNumber == number)
    }
}
