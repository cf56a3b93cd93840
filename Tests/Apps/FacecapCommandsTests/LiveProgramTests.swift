// SPDX-License-Identifier: Apache-2.0
import Facecap
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// `facecap live` as its users see it: a process with its streams and exit codes. Haar is named where
/// a model would change the output.
@Suite struct LiveProgramTests {
    static let drawn =
        "synthetic:faces=2,size=320x240,fps=30,seed=7,motion=still,pace=fast,frames=8"
    private static let json = ["live", "--json"] + CheapDetection.ofTwoFaces

    private func records(_ output: String) throws -> [[String: Any]] { try JSONLines.parse(output) }

    @Test func aStreamBeginsWithItsSessionAndEndsWithItsLedger() async throws {
        let run = try await CommandRunner.run(Self.json + ["--source", Self.drawn])
        #expect(run.exitCode == 0)
        #expect(run.messages == "")
        let records = try records(run.output)
        #expect(records.first?["type"] as? String == "session")
        #expect(records.last?["type"] as? String == "end")
        #expect(records.last?["reason"] as? String == "end_of_stream")
        let frames = records.filter { $0["type"] as? String == "faces" }
        #expect(frames.compactMap { $0["frame"] as? Int } == Array(0..<8))
        let ledger = try #require(records.last?["frames"] as? [String: Any])
        #expect(ledger["captured"] as? Int == 8)
        #expect(ledger["analysed"] as? Int == 8)
    }

    @Test func equalRunsGiveEqualBytesWhateverTheNumberOfThreads() async throws {
        var runs: [String] = []
        for threads in ["1", "1", "2", "4"] {
            let run = try await CommandRunner.run(
                Self.json + ["--no-clock", "--threads", threads, "--source", Self.drawn])
            runs.append(run.output)
        }
        #expect(Set(runs).count == 1)
        #expect(runs[0].contains(#""state":"observed""#))
    }

    @Test func everyNthFrameIsAnalysedAndTheOthersSayWhy() async throws {
        let run = try await CommandRunner.run(
            Self.json + ["--detect-every", "4", "--source", Self.drawn])
        let frames = try records(run.output).filter { $0["type"] as? String == "faces" }
        #expect(frames.filter { $0["analysed"] as? Bool == true }.count == 2)
        #expect(frames.filter { $0["reason"] as? String == "interval" }.count == 6)
    }

    /// Of the faces of the whole frame those are found whose half of the frame is looked at.
    @Test(arguments: [("0,0,0.5,1", 0...0.5), ("0.5,0,0.5,1", 0.5...1)])
    func facesAreLookedForInTheRegionAlone(region: String, columns: ClosedRange<Double>)
        async throws
    {
        func middles(_ options: [String]) async throws -> [[Double]] {
            let run = try await CommandRunner.run(Self.json + ["--source", Self.drawn] + options)
            return try records(run.output).filter { $0["type"] as? String == "faces" }.map {
                frame in
                let faces = try #require(frame["faces"] as? [[String: Any]])
                return faces.compactMap { face in
                    guard let bounds = face["bounds"] as? [String: Double], let x = bounds["x"],
                        let width = bounds["width"]
                    else { return nil }
                    return x + width / 2
                }
            }
        }
        let whole = try #require(try await middles([]).last)
        try #require(whole.count == 2 && whole.min() ?? 1 < 0.5 && whole.max() ?? 0 > 0.5)
        let found = try #require(try await middles(["--region", region]).last)
        #expect(found.count == 1 && found.allSatisfy(columns.contains))
    }

    /// A thousandth of a second from capture to the record, which looking at all of a frame cannot keep.
    @Test(.enabled(if: ProbedMovie.isAvailable, "needs ffmpeg and ffprobe"))
    func aLimitThatCannotBeKeptIsToldAndFewerFramesAreLookedAt() async throws {
        // A file waits for a late reader, who would lose frames of a camera.
        let folder = try TemporaryFolder()
        let video = try await TestVideo.make(in: folder, seconds: 4, size: "320x240")
        let run = try await CommandRunner.run([
            "live", "--json", "--detector", "haar", "--max-latency", "1ms", "--realtime",
            "--source", video,
        ])
        #expect(run.exitCode == 0, "\(run.messages)")
        let records = try records(run.output)
        let intervals = records.filter { $0["event"] as? String == "system_pressure" }
            .compactMap { $0["scan_every"] as? Int }
        #expect(intervals.last ?? 0 > 1)
        let frames = records.filter { $0["type"] as? String == "faces" }
        #expect(frames.contains { $0["reason"] as? String == "system_pressure" })
        #expect(frames.count == 120)
    }

    @Test func haarFollowsKnownFacesBetweenSearches() async throws {
        let run = try await CommandRunner.run([
            "live", "--json", "--detector", "haar", "--source",
            "synthetic:faces=1,size=640x360,motion=still,frames=12,pace=fast",
        ])
        let frames = try records(run.output).filter { $0["type"] as? String == "faces" }
        let scans = frames.map { $0["scan"] as? String }
        let followed = Array(repeating: "followed", count: 3)
        #expect(scans == Array(repeating: ["full"] + followed, count: 3).flatMap(\.self))
        let faces = frames.compactMap { ($0["faces"] as? [[String: Any]])?.first }
        #expect(faces.count == 12 && faces.allSatisfy { $0["state"] as? String == "observed" })
    }

    @Test func truthIsWrittenWhereItIsKnown() async throws {
        let run = try await CommandRunner.run(
            Self.json + ["--truth", "--mirror", "--source", Self.drawn])
        let frame = try #require(
            try records(run.output).first { $0["type"] as? String == "faces" })
        let truth = try #require(frame["truth"] as? [[String: Any]])
        #expect(truth.count == 2)
        #expect(truth.allSatisfy { $0["bounds"] is [String: Any] && $0["yaw"] is Double })
    }

    @Test func aTableForPeopleHasARowForEachFace() async throws {
        let run = try await CommandRunner.run(
            ["live", "--source", Self.drawn] + CheapDetection.ofTwoFaces)
        #expect(run.exitCode == 0)
        #expect(run.output.contains("roll"))
        #expect(run.output.contains("observed"))
        #expect(run.output.contains("8 frames, 8 analyzed"))
    }

    @Test func aReaderThatGoesAwayEndsTheProgramQuietly() async throws {
        let run = try await CommandRunner.run(
            [
                "-c",
                "\"$0\" live --json --detector haar --source synthetic:size=160x120,pace=fast | head -3",
                CommandRunner.facecap,
            ], of: "/bin/sh")
        #expect(run.output.filter { $0 == "\n" }.count == 3)
        #expect(run.messages == "")
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func aSignalEndsTheStreamWithItsEndRecord(_ signal: Int32) async throws {
        let command = try await CommandRunner.start(
            Self.json + ["--source", "synthetic:size=160x120"])
        #expect(await command.waitForLines(5))
        command.send(signal)
        let run = await command.result()
        #expect(run.exitCode == 0)
        let records = try records(run.output)
        #expect(records.last?["reason"] as? String == "signal")
        let ledger = try #require(records.last?["frames"] as? [String: Any])
        let frames = records.filter { $0["type"] as? String == "faces" }
        #expect(ledger["captured"] as? Int == frames.count)
    }

    @Test func aDurationEndsALiveSource() async throws {
        let run = try await CommandRunner.run(
            Self.json + ["--duration", "300ms", "--source", "synthetic:size=160x120"])
        #expect(run.exitCode == 0)
        #expect(try records(run.output).last?["reason"] as? String == "duration")
    }

    @Test(arguments: [
        (["--source", "/no/such/file.mp4"], 66, "/no/such/file.mp4"),
        (["--source", "/dev/null"], 65, "/dev/null"),
        (["--source", "synthetic:faces=99"], 64, "faces"),
        (["--source", "synthetic:motion=dance"], 64, "dance"),
        (["--source", "a=synthetic", "--source", "a=synthetic"], 64, "called a"),
        (["--source", "1=synthetic", "--source", "synthetic"], 64, "called 1"),
        (["--source", "-", "--source", "b=-"], 64, "give - once"),
        (["--source", "synthetic", "--source", "/no/such/file.mp4"], 66, "/no/such/file.mp4"),
        (["--source", "/dev/video99"], 66, "/dev/video99"),
        (["--sauce", "x"], 64, "--sauce"),
        (["--screen", "wide"], 64, "--screen"),
        (["--duration", "soon"], 64, "--duration"),
        (["--region", "0,0,2,2"], 64, "--region"),
        (
            ["--detector", "yunet", "--model-dir", "/", "--source", "synthetic"], 69, "models fetch"
        ),
        (
            ["--detector", "haar", "--model-dir", "/no/models", "--source", "synthetic"], 69,
            "There is no folder /no/models"
        ),
        (
            ["--detector", "yunet", "--model", "nonesuch", "--source", "synthetic"], 64,
            "nonesuch"
        ),
    ])
    func badInputIsOneLineWithTheRightExitCodeAndNothingOnStandardOutput(
        _ arguments: [String], _ status: Int32, _ named: String
    ) async throws {
        let environment = ["HOME": "/nonexistent", "FACECAP_MODELS": "/nonexistent"]
        let run = try await CommandRunner.run(
            ["live", "--json"] + arguments, environment: environment)
        #expect(run.exitCode == status)
        #expect(run.output == "")
        #expect(run.messages.hasPrefix("facecap: "))
        #expect(run.messages.contains(named))
        #expect(run.messages.filter { $0 == "\n" }.count == 1)
    }

    /// Every command that captures, and what is done with what is captured.
    @Test(
        .enabled(if: CameraCatalogue.cameras().isEmpty, "there is a camera"),
        arguments: [
            ["live"], ["live", "--json"], ["live", "--serve", ":0"], ["live", "--annotate", "-"],
            ["live", "--to-device", "/dev/video99"], ["live", "--json", "--screen", "640x480"],
            ["record", "never.mp4"], ["record", "never.mp4", "--metadata-only"],
            ["record", "never.mp4", "--redact", "blur"], ["photo", "never.jpg"],
            ["photo", "never.jpg", "--live-photo"], ["live", "--source", "auto"],
            ["live", "--session-preset", "photo"], ["controls"],
        ])
    func withoutACameraNothingIsDrawn(words: [String]) async throws {
        let folder = try TemporaryFolder()
        let run = try await CommandRunner.run(words, workingDirectory: folder.path)
        #expect(run.exitCode == 66)
        #expect(run.output == "")
        #expect(run.messages.hasPrefix("facecap: There is no camera: plug one in"))
        #expect(words == ["controls"] || run.messages.contains("--source synthetic"))
        #expect(folder.contents == [])
    }

    @Test func aFolderAndAnEmptyFileAreNoVideos() async throws {
        let folder = try TemporaryFolder()
        let empty = try folder.write([], to: "empty.mp4")
        for path in [folder.path, empty] {
            let run = try await CommandRunner.run(["live", "--json", "--source", path])
            #expect(run.exitCode == 65)
            #expect(run.output == "")
        }
    }

    @Test func withoutAModelHaarRunsAndOneLineSaysSo() async throws {
        let run = try await CommandRunner.run(
            ["live", "--json", "--source", Self.drawn],
            environment: ["HOME": "/nonexistent", "FACECAP_MODELS": "/nonexistent"])
        #expect(run.exitCode == 0)
        #expect(run.messages.contains("facecap models fetch"))
        #expect(run.messages.filter { $0 == "\n" }.count == 1)
        #expect(run.output.contains(#""detector":{"name":"haar"}"#))
    }

    @Test func aFullDiskIsToldByItsExitCode() async throws {
        let run = try await CommandRunner.run(
            [
                "-c", "\"$0\" live --json --detector haar --source \"$1\" > /dev/full",
                CommandRunner.facecap, Self.drawn,
            ], of: "/bin/sh")
        #expect(run.exitCode == 79)
        #expect(run.messages.contains("standard output"))
    }

    @Test(.enabled(if: InstalledProgram.ffmpeg != nil, "needs ffmpeg"))
    func aFrameThatCannotBeDecodedIsDroppedAndTold() async throws {
        let folder = try TemporaryFolder()
        let video = folder.path + "/file.mkv"
        // Every packet after the tenth is noise; intra-only, so that each stands for itself.
        let made = try await CommandRunner.run(
            [
                "-v", "error", "-f", "lavfi", "-i", "testsrc=r=10:d=2:s=320x240", "-c:v", "png",
                "-bsf:v", "noise=amount='if(gt(n,10),1,0)'", video,
            ], of: try #require(InstalledProgram.ffmpeg))
        #expect(made.exitCode == 0, "\(made.messages)")
        let run = try await CommandRunner.run([
            "live", "--json", "--detector", "haar", "--source", video,
        ])
        let records = try records(run.output)
        let frames = records.filter { $0["type"] as? String == "faces" }
        let dropped = frames.filter { $0["reason"] as? String == "corrupt_data" }
        let events = records.filter { $0["event"] as? String == "dropped" }
        #expect(!dropped.isEmpty)
        #expect(events.count == dropped.count)
    }
}
