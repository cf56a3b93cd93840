// SPDX-License-Identifier: Apache-2.0
import Facecap
import FoundationEssentials
import TestSupport
import Testing

@testable import FacecapCommands

/// The library says what to do; a command adds by which option.
@Suite struct CommandErrorTests {
    @Test(arguments: [
        (
            "Try again, or fetch it by hand and name its folder.",
            "name its folder with --model-dir."
        ),
        ("No room, ask for fewer: no memory.", "ask for fewer with --threads: no memory."),
        ("It takes others; ask for another size, or set it up.", "size with --size, or set it up."),
        ("Other frames; plan it as a whole.", "as a whole with --segment whole."),
        ("A playlist; name the file, or allow playlists.", "playlists with --allow-playlist."),
        ("Check it, or accept an untrusted server.", "server with --insecure."),
        ("Show the frames or show the frames in a window.", "in a window with --preview."),
    ])
    func aCommandNamesTheOptionOfARemedy(text: String, end: String) {
        let error = FacecapError(.invalidState, text).ofCommand
        #expect(error.message.hasSuffix(end) && error.code == .invalidState)
        #expect(error.ofCommand.message == error.message)
    }

    @Test func theLibraryNamesNoOptionOfACommand() throws {
        let root = Repository.path("Sources")
        let files = try FileManager.default.subpathsOfDirectory(atPath: root)
            .filter { $0.hasSuffix(".swift") && !$0.contains("FacecapCommands/") }
        #expect(files.count > 500)
        // What is given to another program is a text of its own.
        let inSentence = try Regex("[a-z`(] ?--[a-z]")
        for file in files {
            let text = try String(contentsOfFile: root + "/" + file, encoding: .utf8)
            for line in text.split(separator: "\n")
            where line.contains(" --") && line.contains("\"") {
                let code = line.drop { $0 == " " }
                #expect(code.hasPrefix("//") || !code.contains(inSentence), "\(file): \(line)")
            }
        }
    }
}
