// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import FacecapCommands

/// What a command makes of a line of standard input.
struct RequestLineTests {
    private func read(
        _ line: String, among words: Set<String>? = nil
    ) -> (requests: [RecordingRequest], said: [String]) {
        var (requests, said): ([RecordingRequest], [String]) = ([], [])
        RecordingRequest.read(
            line, among: words, usage: "; say q", say: { said.append($0) },
            fulfil: { requests.append($0) })
        return (requests, said)
    }

    @Test(arguments: ["", " ", " \t "])
    func aLineOfSpacesIsNothing(line: String) {
        let (requests, said) = read(line)
        #expect(requests.isEmpty && said.isEmpty)
    }

    @Test func moreThanARequestIsNone() {
        let (requests, said) = read("q x")
        #expect(requests.isEmpty && said == ["cannot do 'q x'; say q"])
        #expect(read(" q").requests == [.stop])
    }

    @Test(arguments: ["", "  ", "\t", " \t "])
    func blanksAroundWordsAreNothing(blanks: String) {
        #expect(read("split" + blanks).requests == [.split])
        #expect(read("still" + blanks).requests == [.still(path: nil)])
        #expect(read("still \(blanks)a.jpg").requests == [.still(path: "a.jpg")])
        #expect(read("rate \(blanks)15" + blanks).requests == [.frameRate(15)])
        #expect(read("marker \(blanks)two words" + blanks).requests == [.marker("two words")])
    }

    @Test func aRequestThatACommandDoesNotTakeIsNoneWhateverItSays() {
        let (requests, said) = read("rate many", among: ["q", "zoom"])
        #expect(requests.isEmpty && said == ["cannot do 'rate many'; say q"])
        #expect(read("q", among: ["q"]).requests == [.stop])
        let refusal = read("zoom 99", among: ["zoom"]).said.first
        #expect(refusal?.hasPrefix("cannot do 'zoom 99'") == true)
    }

    @Test(arguments: ["record", "live"])
    func everyCommandSaysTheSameOfThem(command: String) async throws {
        let recording = try TestRecording()
        let output = command == "record" ? [recording.path] : ["--zoom", "1"]
        let run = try await CommandRunner.start(
            [command] + output + ["--json", "--source", TestRecording.live]
                + CheapDetection.ofOneFace, input: nil)
        #expect(await run.waitForLines(3), "\(run.messages)")
        try run.send(line: "  ")
        try run.send(line: "q x")
        #expect(await run.waitForMessage("cannot do 'q x'"), "\(run.messages)")
        #expect(!run.messages.contains("cannot do ' "), "\(run.messages)")
        try run.send(line: "q")
        #expect(await run.result().exitCode == 0)
    }
}
