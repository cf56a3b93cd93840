// SPDX-License-Identifier: Apache-2.0
import Facecap
import Foundation
import TestSupport
import Testing

@testable import FacecapCommands

/// Recordings of audio alone: no camera, no detector.
struct RecordAudioAloneTests {
    private let folder: TemporaryFolder

    /// A device of ALSA that needs no kernel plays 440 Hz.
    init() throws {
        folder = try TemporaryFolder.withTone()
    }

    private func record(_ arguments: [String]) async throws -> CommandResult {
        try await CommandRunner.run(
            ["record"] + arguments,
            environment: ["ALSA_CONFIG_PATH": folder.path + "/asound.conf"],
            workingDirectory: folder.path)
    }

    /// The seconds that a file says it has.
    private func duration(of name: String) async throws -> Double? {
        let probe = try await CommandRunner.run(
            [
                "ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0",
                "\(folder.path)/\(name)",
            ], of: "/usr/bin/env")
        return Double(probe.output.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    @Test(arguments: ["out.m4a", "OUT.WAV"])
    func aMicrophoneIsRecordedWithoutACamera(_ name: String) async throws {
        let result = try await record([name, "--audio", "tone", "--duration", "2s", "--json"])
        #expect(result.exitCode == 0, "\(result.messages)")
        let seconds = try #require(try await duration(of: name))
        #expect(abs(seconds - 2) < 0.2)
        // What a decoder gives before the first sample does not count.
        let end = try #require(try result.records("end").first)
        let told = try #require(end["sound_duration"] as? Double)
        #expect(abs(told - seconds) < 0.001, "\(told) \(seconds)")
    }

    @Test func theAudioOfAFileStaysSampleForSample() async throws {
        let first = try await record(["a.wav", "--audio", "tone", "--duration", "2s"])
        #expect(first.exitCode == 0, "\(first.messages)")
        let second = try await record(["b.wav", "--source", "a.wav"])
        #expect(second.exitCode == 0, "\(second.messages)")
        let (a, b) = (
            try Data(contentsOf: URL(filePath: folder.path + "/a.wav")),
            try Data(contentsOf: URL(filePath: folder.path + "/b.wav"))
        )
        #expect(a == b)
        #expect(a.count > 2 * 48_000)
    }

    @Test(arguments: ["a.wav", "a.m4a"])
    func audioIsNotRecordedOverItself(_ name: String) async throws {
        let first = try await record([name, "--audio", "tone", "--duration", "1s"])
        #expect(first.exitCode == 0, "\(first.messages)")
        let bytes = try Data(contentsOf: URL(filePath: folder.path + "/" + name))
        let run = try await record(["./" + name, "--source", name, "--force"])
        #expect(run.exitCode == 64, "\(run.messages)")
        #expect(run.messages.contains("is what is read, which is not written over"))
        #expect(try Data(contentsOf: URL(filePath: folder.path + "/" + name)) == bytes)
    }

    @Test func theAudioIsAsLoudAsTheUserSays() async throws {
        for (name, options) in [("a.wav", []), ("b.wav", ["--audio-volume", "0.25"])] {
            let result = try await record([name, "--audio", "tone", "--duration", "1s"] + options)
            #expect(result.exitCode == 0, "\(result.messages)")
        }
        /// The peak of most stretches of 20 ms: beside a gap, which a busy machine has, a tone rings.
        func peak(_ name: String) throws -> Int {
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: folder.path + "/" + name)))
            let chunk = try #require(bytes.firstRange(of: Array("data".utf8)))
            // Texts may follow.
            let start = chunk.upperBound + 4
            let peaks = stride(from: start, to: start + 48_000, by: 1920).map { stretch in
                stride(from: stretch, to: stretch + 1920, by: 2).map {
                    abs(Int(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)))
                }.max() ?? 0
            }
            return peaks.sorted()[peaks.count / 2]
        }
        let (loud, quiet) = (try peak("a.wav"), try peak("b.wav"))
        #expect(loud > 7900 && abs(quiet * 4 - loud) <= 8)
    }

    @Test func recordsThatFindNoRoomAreNotSaidToBeALackOfAudio() async throws {
        let first = try await record(["a.wav", "--audio", "tone", "--duration", "1s"])
        #expect(first.exitCode == 0, "\(first.messages)")
        let run = try await CommandRunner.run(
            [
                "-c", "\"$0\" record b.wav --json --source a.wav > /dev/full",
                CommandRunner.facecap,
            ], of: "/bin/bash", workingDirectory: folder.path)
        #expect(run.exitCode == 79, "\(run.messages)")
        #expect(!run.messages.contains("no audio came"), "\(run.messages)")
    }

    @Test func aFileWithoutAnyAudioIsNoSuccess() async throws {
        var empty = Array("RIFF".utf8) + [36, 0, 0, 0] + Array("WAVEfmt ".utf8) + [16, 0, 0, 0]
        // Samples of 16 bits, one channel, 48 kHz.
        empty += [1, 0, 1, 0, 0x80, 0xBB, 0, 0, 0, 0x77, 1, 0, 2, 0, 16, 0]
        empty += Array("data".utf8) + [0, 0, 0, 0]
        try folder.write(empty, to: "empty.wav")
        for name in ["out.wav", "out.m4a"] {
            let run = try await record([name, "--source", "empty.wav", "--json"])
            #expect(run.exitCode == 65, "\(run.messages)")
            #expect(run.messages.contains("empty.wav holds no audio"), "\(run.messages)")
            #expect(try run.records("end").first?["reason"] as? String == "error")
            #expect(!folder.contents.contains(name))
        }
    }

    @Test func whatThereIsNoImageForIsRefused() async throws {
        let result = try await record(["out.wav", "--audio", "tone", "--size", "320x240"])
        #expect(result.exitCode == 64)
        #expect(result.messages.contains("--size"))
        #expect(!folder.contents.contains("out.wav"))
    }

    @Test(arguments: [
        ["out.wav", "--metadata", "org.example.subject=P07"],
        ["out.WAV", "--fragment-interval", "1s"],
    ])
    func whatOnlyAnM4AFileHoldsIsRefusedForSamples(words: [String]) async throws {
        let result = try await record(words + ["--audio", "tone", "--duration", "1s"])
        #expect(result.exitCode == 64, "\(result.messages)")
        #expect(result.messages.contains("\(words[1]) means nothing for \(words[0])"))
        #expect(!folder.contents.contains(words[0]))
    }

    @Test func aSourceIsRefusedBesideTheMicrophoneThatIsRecorded() async throws {
        let result = try await record(["out.m4a", "--audio", "tone", "--source", "/none.mp4"])
        #expect(result.exitCode == 64, "\(result.messages)")
        #expect(result.messages.contains("--source"))
        #expect(!folder.contents.contains("out.m4a"))
    }

    @Test func aWarningIsToldInTheWordsOfTheCommand() throws {
        let pipe = try ScratchPipe()
        let monitor = AudioFileMonitor(
            console: RunConsole(Messages(descriptor: pipe.writeEnd), progress: nil), stream: nil,
            stopRequest: StopRequest(session: CaptureSession()))
        monitor.audioFileOutput(
            CaptureAudioFileOutput(
                CaptureAudioFileOutput.Settings(path: "a.wav", format: .wav(.int16))),
            didReceive: .warning(FacecapError(.outputFailed, "It failed; ask for fewer.")))
        #expect(pipe.contents() == "facecap: It failed; ask for fewer with --threads.\n")
    }

    @Test func anExistingFileIsKept() async throws {
        try folder.write([1], to: "out.wav")
        let result = try await record(["out.wav", "--audio", "tone", "--duration", "1s"])
        #expect(result.exitCode == 74)
        #expect(result.messages.contains("--force"))
    }

    @Test func aFileEndsAtItsLargestSize() async throws {
        let result = try await record(["out.wav", "--audio", "tone", "--max-size", "100kB"])
        #expect(result.exitCode == 0, "\(result.messages)")
        let bytes = try Data(contentsOf: URL(filePath: folder.path + "/out.wav"))
        #expect(bytes.count <= 100_000 && bytes.count > 50_000)
    }

    @Test(
        .enabled(if: SmallFileSystem.isAvailable, "needs the right to mount a tmpfs"),
        arguments: ["out.m4a", "out.wav"])
    func aFullDiskIsToldOnceAndEndsTheRecords(_ name: String) async throws {
        let disk = try SmallFileSystem(kilobytes: 24)
        let run = try await record([disk.path(name), "--audio", "tone", "--json"])
        #expect(run.exitCode == 79)
        #expect(run.messages.filter { $0 == "\n" }.count == 1, "\(run.messages)")
        let errors = try run.records("event").filter { $0["event"] as? String == "error" }
        #expect(errors.map { $0["code"] as? String } == ["storage_full"])
        #expect(try run.reason == "error")
    }

    @Test(.enabled(if: Python.has("jsonschema"), "needs python3-jsonschema"))
    func theStreamKeepsTheSchema() async throws {
        let run = try await record(["out.wav", "--audio", "tone", "--duration", "1s", "--json"])
        let records = try JSONLines.parse(run.output)
        // A busy machine has events to tell of.
        let types = records.map { $0["type"] as? String }.filter { $0 != "event" }
        #expect(types == ["session", "end"], "\(run.output)")
        try await StreamContractTests.expectSchema(of: run.output)
    }
}
