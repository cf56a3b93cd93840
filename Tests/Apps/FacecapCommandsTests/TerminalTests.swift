// SPDX-License-Identifier: Apache-2.0
import Facecap
import Foundation
import TestSupport
import Testing

@testable import FacecapCommands

/// `live` and `record` as they look in terminals of many widths.
@Suite struct TerminalTests {
    private static let source = ["--source", "synthetic:faces=1,size=160x120,fps=20,motion=still"]
    private static let detector = CheapDetection.ofOneFace

    @Test(arguments: [40, 60, 80, 120])
    func theTableFitsItsTerminalAndGivesItBack(columns: Int) async throws {
        let run = try await TerminalSession(
            ["live"] + Self.source + Self.detector, columns: columns,
            steps: [(" fps", ""), ("yaw", ""), ("frame 5", "q")])
        #expect(run.exitCode == 0)
        #expect(run.echoes)
        let begin = try #require(run.screen.range(of: "\u{1B}[?1049h"))
        let end = try #require(run.screen.range(of: "\u{1B}[?1049l"))
        #expect(begin.upperBound < end.lowerBound)
        #expect(run.screen[end.upperBound...].contains("analyzed"))
        #expect(run.lines.filter { $0.count > columns } == [])
        let table = run.lines.prefix { !$0.contains("analyzed") }
        #expect(table.contains { $0.contains(" fps  ") && $0.contains(" dropped") })
        #expect(table.contains { $0.contains("pitch") && $0.contains("id") })
        #expect(table.contains { $0.contains("state") } == (columns >= 70))
    }

    @Test func whereItIsServedIsShownOnTheScreenAndStaysBehindIt() async throws {
        let run = try await TerminalSession(
            ["live", "--serve", ":0"] + Self.source + Self.detector, columns: 80,
            steps: [("frame 5", "q")])
        #expect(run.exitCode == 0, "\(run.screen)")
        let begin = try #require(run.screen.range(of: "\u{1B}[?1049h"))
        let end = try #require(run.screen.range(of: "\u{1B}[?1049l"))
        #expect(run.screen[..<begin.lowerBound].contains("facecap: watch at http://"))
        let screen = run.screen[begin.upperBound..<end.lowerBound]
        #expect(screen.contains("watch at http://") && screen.contains("q ends it"))
    }

    @Test func aScreenNamesNoKeyThatNobodyReads() async throws {
        let run = try await TerminalSession(
            ["live"] + Self.source + Self.detector, columns: 80,
            steps: [("Ctrl-C ends it", "\u{3}")], readsTerminal: false)
        #expect(run.exitCode == 0, "\(run.screen)")
        #expect(!run.screen.contains("q ends it"))
    }

    @Test func whatIsTypedAndTheProgressOfARecordingShareALine() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/movie.mp4"
        let run = try await TerminalSession(
            ["record", path] + Self.source + Self.detector, columns: 60,
            steps: [
                ("rec 00:0", "marker he\u{7F}i"), ("> marker hi", "\n"), ("rec 00:0", "nonsense\n"),
                ("cannot do 'nonsense'", "pa"), ("> pa", "\u{15}q"),
            ])
        #expect(run.exitCode == 0, "\(run.screen)")
        #expect(run.echoes)
        let progress = run.lines.filter { $0.hasPrefix("rec ") }
        #expect(!progress.isEmpty && progress.allSatisfy { $0.count < 60 }, "\(progress)")
        #expect(run.screen.contains("recorded "))
        let page = try await CommandRunner.run(["inspect", path])
        #expect(page.output.contains("  hi\n"), "\(page.output)")
    }

    /// A tone whose peak is a quarter of full scale: its mean power is 15 dB below it.
    @Test func theProgressOfAnAudioFileShowsHowLoudItIs() async throws {
        let folder = try TemporaryFolder.withTone()
        let run = try await TerminalSession(
            ["record", folder.path + "/out.m4a", "--audio", "tone"], columns: 60,
            steps: [("-15 dB", "q\n")],
            environment: ["ALSA_CONFIG_PATH": folder.path + "/asound.conf"])
        #expect(run.exitCode == 0, "\(run.screen)")
        #expect(run.lines.contains { $0.hasPrefix("rec ") && $0.contains("-15 dB") })
    }

    @Test func aTerminalWithoutControlSequencesGetsLines() async throws {
        let dumb = ["TERM": "dumb"]
        let live = try await TerminalSession(
            ["live", "--source", "synthetic:faces=0,size=64x64,frames=2,pace=fast"] + Self.detector,
            columns: 80, steps: [], environment: dumb)
        #expect(live.exitCode == 0)
        #expect(live.screen.contains("2 frames, 2 analyzed"))
        #expect(!live.screen.contains("\u{1B}"))
        let preview = try await TerminalSession(
            ["live", "--preview=terminal"] + Self.source + Self.detector, columns: 80, steps: [],
            environment: dumb)
        #expect(preview.exitCode == 69)
        #expect(preview.screen.contains("TERM=dumb"))
    }

    /// Such as saying that there is no memory.
    @Test func aCrashDoesWhatItDidBeforeTheTerminalWasTaken() async {
        await #expect(processExitsWith: .exitCode(7)) {
            var (terminal, program): (Int32, Int32) = (-1, -1)
            guard openpty(&terminal, &program, nil, nil, nil) == 0 else { return }
            signal(SIGSEGV) { _ in _exit(7) }
            for _ in 0..<2 {
                TerminalGuard.release()
                guard TerminalGuard.hold(program, for: .line) else { return }
            }
            raise(SIGSEGV)
        }
    }

    @Test func helpFitsANarrowTerminal() async throws {
        let run = try await TerminalSession(["record", "--help"], columns: 44, steps: [])
        #expect(run.exitCode == 0)
        #expect(run.lines.count { $0.count > 44 } < 5)
    }

    @Test func columnsThatDoNotFitAreLeftOutByTheirRank() {
        func titles(_ columns: Int, withCamera: Bool = false) -> String {
            FaceColumn.fitting(columns: columns, withCamera: withCamera).map(\.title)
                .joined(separator: " ")
        }
        #expect(titles(40) == "id x y roll yaw pitch")
        #expect(titles(60) == "id x y width height roll yaw pitch conf")
        #expect(titles(80) == "time id x y width height roll yaw pitch conf state")
        #expect(titles(40, withCamera: true) == "camera id roll yaw pitch")
        for columns in 1...200 {
            let fitting = FaceColumn.fitting(columns: columns, withCamera: true)
            #expect(fitting.map(\.width).reduce(0, +) <= columns)
        }
    }

    @Test func aLineIsEditedKeyByKey() {
        var editor = LineEditor()
        func type(_ text: String) -> [String] {
            text.utf8.compactMap { byte in
                if case .line(let line) = editor.take(byte) { line } else { nil }
            }
        }
        #expect(type("pausx\u{7F}e\n") == ["pause"])
        #expect(type("marker Grüße\u{7F}\u{7F}ße\r") == ["marker Grüße"])
        #expect(type("stop\u{15}resume\n") == ["resume"])
        #expect(type("\u{1B}[Am\u{1B}OParker q\n") == ["marker q"])
        #expect(type("q") == ["q"])
        #expect(type("\u{7F}\u{8}\u{15}\t\n") == [""])
        #expect(type(String(repeating: "x", count: 40_000) + "\n").first?.count == 32_768)
    }

    @Test func aLineOfProgressIsNeverWiderThanItsTerminal() {
        var line = ProgressLine()
        line.progress = "rec 00:01.0  \u{1B}[32m====\u{1B}[0m  1.2 MB  30.0 fps  2 faces  0 dropped"
        for typed in ["", "pause", String(repeating: "word ", count: 50)] {
            line.typed = typed
            for columns in [1, 5, 20, 40, 200] {
                let text = line.drawing(columns: columns)
                #expect(text.hasPrefix("\r") && text.hasSuffix("\u{1B}[K"))
                let visible = text.dropFirst().replacing("\u{1B}[32m", with: "")
                    .replacing("\u{1B}[0m", with: "").replacing("\u{1B}[K", with: "")
                #expect(visible.count <= max(columns, 5), "\(columns) \(typed.count)")
            }
        }
    }
}
