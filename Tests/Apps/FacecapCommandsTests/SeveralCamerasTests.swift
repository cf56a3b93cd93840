// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// Several sources of one run, as its users see them.
@Suite struct SeveralCamerasTests {
    static func drawn(frames: Int) -> String {
        "synthetic:faces=1,size=160x120,fps=30,motion=still,pace=fast,frames=\(frames)"
    }

    private static func live(_ words: [String]) async throws -> CommandResult {
        try await CommandRunner.run(["live"] + CheapDetection.ofOneFace + words)
    }

    @Test func eachCameraHasItsFramesInOrderAndItsOwnLedger() async throws {
        let run = try await Self.live([
            "--json", "--source", Self.drawn(frames: 9), "--source",
            "door=" + Self.drawn(frames: 4),
        ])
        #expect(run.exitCode == 0)
        #expect(run.messages == "")
        let records = try JSONLines.parse(run.output)
        #expect(records.filter { $0["type"] as? String == "session" }.count == 1)
        let cameras = try #require(records.first?["cameras"] as? [[String: Any]])
        #expect(cameras.map { $0["name"] as? String } == ["0", "door"])
        for (name, count) in [("0", 9), ("door", 4)] {
            let frames = records.filter {
                $0["type"] as? String == "faces" && $0["camera"] as? String == name
            }
            #expect(frames.map { $0["frame"] as? Int } == (0..<count).map { $0 })
        }
        #expect(
            records.dropFirst().dropLast().allSatisfy { $0["camera"] is String })
        let end = try #require(records.last)
        let ledgers = try #require(end["cameras"] as? [[String: Any]])
        let counts = ledgers.map { ($0["frames"] as? [String: Any])?["captured"] as? Int }
        #expect(counts == [9, 4])
        #expect((end["frames"] as? [String: Any])?["captured"] as? Int == 13)
    }

    @Test func liveCamerasShareOneClock() async throws {
        let camera = "synthetic:faces=1,size=160x120,fps=30,motion=still"
        let command = try await CommandRunner.start(
            ["live", "--json", "--source", camera, "--source", camera] + CheapDetection.ofNobody)
        // A busy machine draws few frames a second.
        let hasEnough = await command.waitForLines(40)
        command.send(SIGINT)
        let run = await command.result()
        #expect(hasEnough, "\(run.messages)")
        // What is captured at one moment of the machine has one time in the session.
        let offsets = try run.records("faces").compactMap { record -> Double? in
            guard let time = record["pts"] as? Double,
                let captured = record["monotonic_ns"] as? Double
            else { return nil }
            return captured / 1e9 - time
        }
        #expect(offsets.count > 10)
        #expect((offsets.max() ?? 1) - (offsets.min() ?? 0) < 0.001)
    }

    @Test func theTableHasAColumnOfCamerasAndASummaryOfEach() async throws {
        let run = try await Self.live([
            "--source", "left=" + Self.drawn(frames: 3), "--source",
            "right=" + Self.drawn(frames: 2), "--stats",
        ])
        #expect(run.output.contains("    camera    time    id"))
        #expect(run.output.contains("\n     right    0.00     1"))
        #expect(run.output.contains("\nleft: 3 frames, 3 analyzed"))
        #expect(
            run.output.hasSuffix("\nright: 2 frames, 2 analyzed, 0 skipped, 0 dropped, 0 lost\n"))
        #expect(run.messages.contains("facecap: left: 3 frames at "))
        #expect(run.messages.contains("facecap: right: 2 frames at "))
    }

    @Test func togetherSourcesMayHaveMoreFramesThanCanBeCounted() async throws {
        let endless = Self.drawn(frames: .max)
        let command = try await CommandRunner.start(
            ["live", "--json", "--source", endless, "--source", endless] + CheapDetection.ofNobody)
        let hasBegun = await command.waitForLines(3)
        command.send(SIGINT)
        let run = await command.result()
        #expect(hasBegun && run.exitCode == 0, "\(run.messages)")
    }

    /// The session of several live sources begins with the first frame of any of them.
    @Test func truthIsToldOfSourcesWhoseOwnTimesAreKnown() async throws {
        let (paced, fast) = ("synthetic:faces=1,size=160x120", Self.drawn(frames: 2))
        for (words, remedy) in [
            (["--source", paced, "--source", fast], "add pace=fast"),
            (["--source", paced, "--depth", "synthetic"], "leave --depth out"),
        ] {
            let run = try await Self.live(["--json", "--truth"] + words)
            #expect(run.exitCode == 64 && run.output == "")
            #expect(run.messages.contains(remedy), "\(run.messages)")
        }
        let run = try await Self.live(["--json", "--truth", "--source", fast, "--source", fast])
        #expect(run.exitCode == 0, "\(run.messages)")
        let records = try run.records("faces")
        #expect(records.count == 4 && records.allSatisfy { $0["truth"] != nil })
    }

    @Test func theOnlyCameraMayHaveAName() async throws {
        let run = try await Self.live(["--json", "--source", "door=" + Self.drawn(frames: 1)])
        #expect(try run.records("faces").map { $0["camera"] as? String } == ["door"])
    }

    @Test(.enabled(if: InstalledProgram.ffmpeg != nil, "needs ffmpeg"))
    func aFileThatIsCalledLikeANamedSourceIsAFile() async throws {
        let folder = try TemporaryFolder()
        let made = try await CommandRunner.run(
            ["-v", "error", "-f", "lavfi", "-i", "testsrc=r=10:d=0.3:s=64x48", "take=2.mkv"],
            of: try #require(InstalledProgram.ffmpeg), workingDirectory: folder.path)
        #expect(made.exitCode == 0, "\(made.messages)")
        let run = try await CommandRunner.run(
            ["live", "--json", "--detector", "haar", "--source", "take=2.mkv"],
            workingDirectory: folder.path)
        #expect(try run.records("faces").count == 3)
        #expect(try run.records("faces").allSatisfy { $0["camera"] == nil })
    }
}
