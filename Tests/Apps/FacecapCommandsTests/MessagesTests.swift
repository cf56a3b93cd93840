// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import FacecapCommands

@Suite struct MessagesTests {
    @Test func aMessageIsOneLineThatNamesTheProgram() throws {
        let pipe = try ScratchPipe()
        Messages(descriptor: pipe.writeEnd).say("cannot read \u{1B}[31mfilm\n.mp4\r")
        #expect(pipe.contents() == "facecap: cannot read \\u{1B}[31mfilm\\n.mp4\\r\n")
    }

    @Test func aMessageThatQuotesALongLineKeepsItsBeginningAndItsEnd() throws {
        let line = String(repeating: "x", count: 30_000)
        let pipe = try ScratchPipe()
        Messages(descriptor: pipe.writeEnd).say("\"\(line)\" is no request; say pause")
        let said = pipe.contents()
        #expect(said.utf8.count < 1000 && said.hasPrefix("facecap: \"xxx"))
        #expect(said.hasSuffix("xxx\" is no request; say pause\n"))
        // A command to copy.
        let other = try ScratchPipe()
        Messages(descriptor: other.writeEnd).say("facecap recover " + line, isWhole: true)
        #expect(other.contents().utf8.count > 30_000)
    }

    @Test(arguments: [
        ("plain text, ümlaut, 日本, 🙂", "plain text, ümlaut, 日本, 🙂"),
        ("\u{0}\u{7}\u{7F}", "\\0\\u{07}\\u{7F}"),
        ("a\u{9B}b", "a\\u{009B}b"),
        ("left\u{202E}right\u{200B}", "left\\u{202E}right\\u{200B}"),
        ("line\u{2028}paragraph\u{2029}", "line\\u{2028}paragraph\\u{2029}"),
        ("\t", "\\t"),
    ])
    func whatSteersATerminalIsWrittenOut(_ text: String, _ printable: String) {
        #expect(Messages.printable(text) == printable)
    }

    @Test func whatIsShownIsLeftAsItIs() throws {
        let pipe = try ScratchPipe()
        Messages(descriptor: pipe.writeEnd).show("\r\u{1B}[K50 %")
        #expect(pipe.contents() == "\r\u{1B}[K50 %")
    }

    @Test func aDescriptorThatIsGoneIsNobodyToTell() throws {
        ProcessSetup.prepare()
        let pipe = try ScratchPipe()
        pipe.closeReadEnd()
        Messages(descriptor: pipe.writeEnd).say("nobody hears this")
        #expect(pipe.contents() == "")
    }

    /// A preview that was never there frees no screen.
    @Test func whatWaitsForTheTerminalIsSaidOnceItIsFree() throws {
        let pipe = try ScratchPipe()
        let messages = Messages(descriptor: pipe.writeEnd)
        let console = RunConsole(messages, progress: nil)
        console.show(onScreen: { _ in })
        console.say("held")
        console.show(in: nil)
        messages.say("first")
        console.show(onScreen: nil)
        #expect(pipe.contents() == "facecap: first\nfacecap: held\n")
    }

    @Test func ofManyMessagesThatWaitTheNewestAreSaid() throws {
        let pipe = try ScratchPipe()
        let console = RunConsole(Messages(descriptor: pipe.writeEnd), progress: nil)
        console.show(onScreen: { _ in })
        for number in 1...103 { console.say("message \(number)") }
        console.show(onScreen: nil)
        console.say("later")
        let messages =
            ["3 earlier messages left out"] + (4...103).map { "message \($0)" } + ["later"]
        #expect(pipe.contents() == messages.map { "facecap: \($0)\n" }.joined())
    }

    @Test func aMessageTakesThePlaceOfWhatIsTypedMeanwhile() async throws {
        let pipe = try ScratchPipe()
        let console = RunConsole(Messages(descriptor: pipe.writeEnd), progress: nil)
        await withTaskGroup { group in
            group.addTask { for _ in 0..<400 { console.say("said") } }
            group.addTask { for _ in 0..<400 { console.showTyped("typed") } }
        }
        let lines = pipe.contents().split(separator: "\n").filter { $0.contains("facecap") }
        #expect(lines.count == 400)
        for line in lines where line != "facecap: said" {
            #expect(line.hasSuffix("\r\u{1B}[Kfacecap: said"))
        }
    }
}
