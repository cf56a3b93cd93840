// SPDX-License-Identifier: Apache-2.0
import Facecap
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import FacecapCommands

/// `facecap live --annotate` as its users see it.
@Suite struct AnnotateProgramTests {
    private static let source =
        "synthetic:faces=1,size=160x120,fps=30,frames=12,pace=fast,motion=still"
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    private func live(_ options: [String]) async throws -> CommandResult {
        try await CommandRunner.run(["live", "--quiet"] + CheapDetection.ofOneFace + options)
    }

    @Test func everyImageIsAFrameOfY4M() async throws {
        let run = try await live(["--source", Self.source, "--annotate", path("a.y4m"), "--json"])
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(try JSONLines.parse(run.output).frames.count == 12)
        let bytes = Array(try Data(contentsOf: URL(filePath: path("a.y4m"))))
        let header = bytes.prefix { $0 != UInt8(ascii: "\n") }
        #expect(
            String(decoding: header, as: UTF8.self)
                .hasPrefix("YUV4MPEG2 W160 H120 F30:1 Ip A1:1 C420"))
        #expect(bytes.count == header.count + 1 + 12 * (6 + 160 * 120 * 3 / 2))
    }

    @Test func statisticsTellOfTheImagesToo() async throws {
        let run = try await live(["--source", Self.source, "--annotate", path("a.y4m"), "--stats"])
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(run.messages.contains("a.y4m: 12 frames written"))
    }

    /// A device that is always full.
    @Test func imagesThatCannotBeWrittenEndTheRunAndItsRecords() async throws {
        let run = try await live([
            "--source", "synthetic:faces=0,size=160x120,fps=30,pace=fast", "--annotate",
            "/dev/full", "--json",
        ])
        #expect(run.exitCode == 79 && run.messages.contains("/dev/full"), "\(run.messages)")
        #expect(run.messages.split(separator: "\n").count == 1)
        let records = try JSONLines.parse(run.output)
        #expect(records.last?["type"] as? String == "end")
        #expect(records.last?["reason"] as? String == "error")
        #expect(records.contains { $0["event"] as? String == "error" })
    }

    @Test func imagesThatChangeAreRefusedWithWhatHasChanged() throws {
        func image(isFullRange: Bool) -> PixelBuffer {
            PixelBufferPool(format: .i420, width: 64, height: 64, isFullRange: isFullRange)
                .makePixelBuffer { _ in }
        }
        let writer = try Y4MWriter(path: path("a.y4m"))
        #expect(try writer.write(image(isFullRange: false), frameRate: 25))
        let error = #expect(throws: FacecapError.self) {
            try writer.write(image(isFullRange: true), frameRate: 25)
        }
        let change = "from 64x64 in limited range to 64x64 in full range"
        #expect(error?.message.contains(change) == true)
    }

    @Test func aReaderThatGoesAwayIsTheReasonForTheEnd() async throws {
        #expect(mkfifo(path("pipe"), 0o600) == 0)
        let reader = open(path("pipe"), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        let command = try await CommandRunner.start(
            ["live", "--json"] + CheapDetection.ofNobody
                + ["--source", "synthetic:faces=0,size=160x120,fps=30", "--annotate", path("pipe")])
        let hasBegun = await command.waitForLines(2)
        close(reader)
        #expect(hasBegun)
        let run = await command.result()
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(try run.reason == "reader_gone")
    }

    @Test func aReaderThatTakesNothingIsNotWaitedForOnceTheRunIsStopped() async throws {
        let pipe = try folder.makeFullPipe("pipe")
        defer { close(pipe) }
        let command = try await CommandRunner.start(
            ["live", "--json"] + CheapDetection.ofNobody
                + ["--source", "synthetic:faces=0,size=160x120,fps=30", "--annotate", path("pipe")])
        #expect(await command.waitForLines(20), "\(command.messages)")
        command.send(SIGTERM)
        let run = await command.result()
        #expect(run.exitCode == 74, "\(run.messages)")
        #expect(run.messages.contains("Nobody has read from \(path("pipe"))"), "\(run.messages)")
        #expect(try run.reason == "error")
    }

    @Test(.enabled(if: InstalledProgram.ffmpeg != nil))
    func otherProgramsReadWhatIsWritten() async throws {
        let run = try await live(["--source", Self.source, "--annotate", path("a.y4m")])
        #expect(run.exitCode == 0)
        let read = try await CommandRunner.run(
            [
                "-v", "error", "-f", "yuv4mpegpipe", "-i", path("a.y4m"), "-f", "framemd5", "-",
            ], of: InstalledProgram.ffmpeg ?? "")
        #expect(read.exitCode == 0 && read.messages.isEmpty)
        #expect(read.output.split(separator: "\n").count { !$0.hasPrefix("#") } == 12)
    }

    @Test(.enabled(if: InstalledProgram.ffmpeg != nil), arguments: [false, true])
    func imagesAreTurnedUprightAndMirrored(isMirrored: Bool) async throws {
        let video = try await TestVideo.make(in: folder, seconds: 0.2)
        for arguments in [
            ["-i", video, "-vf", "transpose=2", path("stored.mp4")],
            ["-i", path("stored.mp4"), "-c", "copy", "-metadata:s:v", "rotate=270", path("t.mp4")],
            [
                "-i", path("t.mp4"), "-vf", isMirrored ? "hflip" : "null", "-pix_fmt", "yuv420p",
                "-f", "rawvideo", path("expected.yuv"),
            ],
        ] {
            let made = try await CommandRunner.run(
                ["-v", "error"] + arguments, of: InstalledProgram.ffmpeg ?? "")
            try #require(made.exitCode == 0, "\(made.messages)")
        }
        let run = try await live(
            ["--source", path("t.mp4"), "--annotate", path("a.y4m"), "--draw", "none"]
                + (isMirrored ? ["--mirror"] : []))
        #expect(run.exitCode == 0, "\(run.messages)")
        let bytes = Array(try Data(contentsOf: URL(filePath: path("a.y4m"))))
        let expected = Array(try Data(contentsOf: URL(filePath: path("expected.yuv"))))
        let start = (bytes.firstIndex(of: UInt8(ascii: "\n")) ?? 0) + 7
        let size = 160 * 120
        try #require(bytes.count >= start + size && expected.count >= size)
        #expect(Array(bytes[start..<start + size]) == Array(expected[..<size]))
    }

    @Test func jsonAndImagesDoNotShareStandardOutput() async throws {
        let run = try await live(["--source", Self.source, "--annotate", "-", "--json"])
        #expect(run.exitCode == 64 && run.messages.contains("--annotate FILE"))
        #expect(run.output.isEmpty)
    }

    @Test func imagesOnStandardOutputAreAlone() async throws {
        let run = try await live(["--source", Self.source, "--annotate", "-"])
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(run.output.hasPrefix("YUV4MPEG2 W160 H120 "))
    }

    @Test func aReaderThatGoesAwayEndsTheRun() async throws {
        let endless = "synthetic:faces=0,size=160x120,fps=30,pace=fast"
        let run = try await CommandRunner.run(
            [
                "-c",
                "\"$0\" live --quiet --detector haar --detect-every 9 --source \(endless) --annotate"
                    + " - | head -c 100000 | wc -c; exit ${PIPESTATUS[0]}", CommandRunner.facecap,
            ], of: "/bin/bash")
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(run.output == "100000\n")
    }

    @Test func aPipeIsWaitedForAndAFileIsNotReplaced() async throws {
        try #require(mkfifo(path("pipe"), 0o600) == 0)
        let run = try await CommandRunner.run(
            [
                "-c",
                "cat \"$1\" > \"$2\" & \"$0\" live --quiet --source \(Self.source) "
                    + CheapDetection.ofOneFace.joined(separator: " ")
                    + " --annotate \"$1\"; code=$?; wait; exit $code", CommandRunner.facecap,
                path("pipe"), path("copy"),
            ], of: "/bin/bash")
        #expect(run.exitCode == 0, "\(run.messages)")
        let size = try FileManager.default.attributesOfItem(atPath: path("copy"))[.size] as? Int
        #expect(size.map { $0 > 12 * 160 * 120 } == true)
        let again = try await live(["--source", Self.source, "--annotate", path("copy")])
        #expect(again.exitCode == 74 && again.messages.contains("exists"))
    }

    @Test(arguments: [["--annotate", "x.y4m"], ["--to-device", "/dev/video7"]])
    func severalSourcesAreRefused(options: [String]) async throws {
        let run = try await live(["--source", Self.source, "--source", Self.source] + options)
        #expect(run.exitCode == 64 && run.messages.contains("one --source"))
    }

    @Test(arguments: ["/dev/no-such-device", "/dev/null", "/"])
    func whatIsNoOutputDeviceIsRefused(device: String) async throws {
        let run = try await live(["--source", Self.source, "--to-device", device])
        #expect(run.exitCode == (device == "/dev/no-such-device" ? 66 : 69))
        #expect(run.messages.contains(device) && run.messages.contains("v4l2loopback"))
        #expect(run.messages.split(separator: "\n").count == 1, "\(run.messages)")
    }
}
