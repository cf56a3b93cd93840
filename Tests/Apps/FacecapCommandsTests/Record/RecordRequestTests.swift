// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import TestSupport
import Testing

/// Lines on standard input and signals.
@Suite(.enabled(if: ProbedMovie.isAvailable, "needs ffmpeg and ffprobe"))
struct RecordRequestTests {
    private let recording: TestRecording

    init() throws { recording = try TestRecording() }

    @Test func aPauseIsLeftOutAndFacesStayWithTheirFrames() async throws {
        let command = try await recording.start()
        #expect(await command.waitForLines(15))
        try command.send(line: "pause")
        #expect(await command.waitForMessage("paused"))
        // Frames go on, as lines of JSON do.
        #expect(await command.waitForLines(command.lineCount + 20))
        try command.send(line: "resume")
        #expect(await command.waitForMessage("recording again"))
        #expect(await command.waitForLines(command.lineCount + 20))
        try command.send(line: "stop")
        let run = await command.result()
        #expect(run.exitCode == 0)
        #expect(try run.reason == "request")

        let recordable = try run.recordableFrames
        let times = recordable.compactMap { $0["pts"] as? Double }
        let numbers = recordable.compactMap { $0["frame"] as? Int }
        let movie = try await recording.probe()
        let video = try #require(movie.video)
        #expect(video.packets.count > 15)
        // Twenty frames passed by.
        #expect(video.packets.count <= times.count - 15)
        #expect(video.end < (times.last ?? 0) - 0.3)
        #expect(zip(video.times, video.times.dropFirst()).allSatisfy { $0 < $1 })
        try await recording.expectOneSampleForEachFrameAndGap()

        let faces = try RecordedFaces(path: recording.path).frames
        var pauses = 0
        for (frame, next) in zip(faces, faces.dropFirst()) {
            let number = try #require(frame.number)
            let place = try #require(numbers.firstIndex(of: number))
            try #require(place + 1 < numbers.count)
            if next.number != numbers[place + 1] { pauses += 1 }
            // The first frame after the pause comes when the first one in it would have.
            let (step, captured) = (next.time - frame.time, times[place + 1] - times[place])
            #expect(abs(step - captured) < 1e-4)
        }
        #expect(pauses == 1)
    }

    @Test func anotherCameraGoesOnInTheSameMovie() async throws {
        let command = try await recording.start()
        try command.send(line: "camera synthetic:faces=1,size=320x120,fps=20,motion=still")
        #expect(await command.waitForMessage("interrupted: switched to"))
        #expect(await command.waitForMessage("the source gives frames again"))
        #expect(await command.waitForLines(command.lineCount + 10))
        try command.send(line: "camera /dev/video-none")
        #expect(await command.waitForMessage("the camera stays: There is no /dev/video-none"))
        try command.send(line: "stop")
        let run = await command.result()
        #expect(run.exitCode == 0, "\(run.messages)")

        let records = try run.records("faces")
        let numbers = records.compactMap { $0["frame"] as? Int }
        #expect(numbers == Array(0..<numbers.count))
        let times = records.compactMap { $0["pts"] as? Double }
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        let resumed = try run.records("event").filter { $0["event"] as? String == "resumed" }
        let gap = try #require(resumed.first?["gap_ms"] as? Double)
        #expect(resumed.count == 1 && gap > 0)

        let movie = try await recording.probe()
        #expect(movie.complaints == "")
        #expect(movie.video?.packets.count == (try run.recordableFrames.count))
        let inspection = try await CommandRunner.run(["inspect", "--json", recording.path])
        let object = try #require(JSONLines.parse(inspection.output).first)
        let gaps = try #require(object["gaps"] as? [[String: Any]])
        #expect(gaps.count == 1)
        #expect(gaps.first?["reason"] as? String == "switched to synthetic camera")
        let seconds = try #require(gaps.first?["duration"] as? Double)
        #expect(abs(seconds * 1000 - gap) < 0.01)
        let page = try await CommandRunner.run(["inspect", recording.path])
        #expect(page.output.contains("Gaps\n"))
    }

    @Test func markersOfOneMomentAreAllKept() async throws {
        let markers = ["one", "two", "three"].flatMap { ["--marker", $0] }
        let run = try await recording.run(
            "synthetic:faces=0,size=160x120,frames=3", TestRecording.corner + markers)
        #expect(run.exitCode == 0, "\(run.messages)")
        for text in ["one", "two", "three"] {
            #expect(run.messages.contains("facecap: marked 00:00.0: \(text)\n"))
        }
        let inspection = try await CommandRunner.run(["inspect", "--json", recording.path])
        let object = try #require(JSONLines.parse(inspection.output).first)
        let texts = (object["markers"] as? [[String: Any]])?.compactMap { $0["text"] as? String }
        #expect(texts == ["one", "two", "three"])
    }

    @Test(.enabled(if: Python.has("cv2"), "needs python3-opencv"))
    func imagesAreSavedAtTheirSize() async throws {
        let command = try await recording.start()
        try command.send(line: "still \(recording.folder.path)/here it is.jpg")
        #expect(await command.waitForMessage("here it is.jpg"))
        command.send(SIGUSR2)
        #expect(await command.waitForMessage("movie-still-1.jpg"))
        try command.send(line: "still /dev/full")
        #expect(await command.waitForMessage("/dev/full cannot be written"))
        try command.send(line: "stop")
        #expect(await command.result().exitCode == 0)
        let paths = ["here it is.jpg", "movie-still-1.jpg"]
            .map { "\(recording.folder.path)/\($0)" }
        let sizes = try await Python.run(
            "import cv2, sys\nfor p in sys.argv[1:]: print(cv2.imread(p).shape)",
            arguments: paths)
        #expect(sizes.output == "(120, 160, 3)\n(120, 160, 3)\n")
    }

    @Test func aStillThatCannotBeWrittenIsToldAndTheRecordingGoesOn() async throws {
        let folder = recording.folder
        let file = try folder.write([1, 2, 3], to: "file.jpg")
        #expect(mkdir(folder.path + "/taken.jpg", 0o700) == 0)
        let command = try await recording.start()
        for (path, reason) in [
            ("/file.jpg", "exists"), ("/file.jpg/a.jpg", "Not a directory"),
            ("/none/a.jpg", "create its folder first"),
            ("/taken.jpg", "Is a directory"),
            ("/" + String(repeating: "n", count: 252) + ".jpg", "File name too long"),
        ] {
            try command.send(line: "still " + folder.path + path)
            #expect(await command.waitForMessage(folder.path + path + " "), "\(command.messages)")
            #expect(command.messages.contains(reason), "\(command.messages)")
        }
        try command.send(line: "stop")
        #expect(await command.result().exitCode == 0)
        #expect(FileManager.default.contents(atPath: file) == Data([1, 2, 3]))
        #expect(folder.contents == ["file.jpg", "movie.mp4", "taken.jpg"])
    }

    @Test func markersAreInTheMovieAtTheirTimes() async throws {
        let command = try await CommandRunner.start(
            [
                "record", recording.path, "--source", TestRecording.live, "--detector", "haar",
                "--json", "--marker", "the beginning",
            ], input: nil)
        #expect(await command.waitForLines(20))
        try command.send(line: "marker the door opens: Grüße")
        #expect(await command.waitForLines(30))
        try command.send(line: "make coffee")
        #expect(await command.waitForMessage("cannot do 'make coffee'"))
        try command.send(line: "stop")
        #expect(await command.result().exitCode == 0)
        let markers = try #require(try await recording.probe().markers)
        #expect(markers.packets.first?.time == 0)
        let texts = try await CommandRunner.run(
            ["-v", "error", "-i", recording.path, "-map", "0:2", "-c", "copy", "-f", "data", "-"],
            of: try #require(InstalledProgram.ffmpeg))
        let beginning = try #require(texts.output.range(of: "the beginning"))
        let door = try #require(texts.output.range(of: "the door opens: Grüße"))
        #expect(beginning.upperBound < door.lowerBound)
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func aSignalFinishesTheMovie(_ signal: Int32) async throws {
        let command = try await recording.start()
        command.send(signal)
        let run = await command.result()
        #expect(run.exitCode == 0)
        #expect(try run.reason == "signal")
        let movie = try await recording.probe()
        #expect(movie.video?.packets.count == (try run.recordableFrames.count))
        try await recording.expectOneSampleForEachFrameAndGap()
    }

    @Test func aHangupThatWasIgnoredBeforeStaysIgnored() async throws {
        let words = recording.words(TestRecording.live, ["--json"])
        let command = try await CommandRunner.start(
            ["-c", "trap '' HUP; exec \"$0\" \"$@\"", CommandRunner.facecap] + words,
            of: "/bin/sh", input: nil)
        #expect(await command.waitForLines(3))
        command.send(SIGHUP)
        #expect(await command.waitForLines(command.lineCount + 10))
        try command.send(line: "stop")
        let run = await command.result()
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(try run.reason == "request")
    }

    @Test func aJobInTheBackgroundOfAScriptIsInterrupted() async throws {
        let words = recording.words(TestRecording.live, ["--json"])
        let command = try await CommandRunner.start(
            ["-c", "trap '' INT; exec \"$0\" \"$@\"", CommandRunner.facecap] + words,
            of: "/bin/sh", input: nil)
        #expect(await command.waitForLines(3))
        command.send(SIGINT)
        let run = await command.result()
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(try run.reason == "signal")
    }

    @Test func linesMayEndAsThoseOfOtherSystemsDo() async throws {
        let command = try await recording.start()
        try command.send(line: "pause\r")
        #expect(await command.waitForMessage("paused"))
        try command.send(line: "stop\r")
        let run = await command.result()
        #expect(run.exitCode == 0 && !run.messages.contains("cannot do"), "\(run.messages)")
        #expect(try run.reason == "request")
    }

    @Test func aRecordingThatIsWrittenIsNotReplaced() async throws {
        let folder = try TemporaryFolder()
        let video = try await TestVideo.make(in: folder, seconds: 0.5)
        let command = try await recording.start()
        #expect(await recording.grows(beyond: 0))
        let other = try await recording.run(TestRecording.live, ["--force"])
        #expect(other.exitCode == 74)
        #expect(other.messages.contains("is being written by a program"), "\(other.messages)")
        for words in [["analyze", video, "-o"], ["redact", video]] {
            let run = try await CommandRunner.run(
                words + [recording.path, "--force"] + CheapDetection.ofOneFace)
            #expect(run.exitCode == 74, "\(words): \(run.messages)")
            #expect(run.messages.contains("is being written"), "\(words): \(run.messages)")
        }
        try command.send(line: "stop")
        #expect(await command.result().exitCode == 0)
        #expect((try await recording.probe().video?.packets.count ?? 0) > 0)
    }

    @Test func aSignalPausesAndResumes() async throws {
        let command = try await recording.start()
        command.send(SIGUSR1)
        #expect(await command.waitForMessage("paused"))
        command.send(SIGUSR1)
        #expect(await command.waitForMessage("recording again"))
        command.send(SIGTERM)
        #expect(await command.result().exitCode == 0)
    }

    /// A recording that hides faces does what is requested a second later.
    @Test func aSecondSignalResumesAlsoWhereTheFirstHasNotPausedYet() async throws {
        let command = try await recording.start(TestRecording.live, ["--redact", "blur"])
        command.send(SIGUSR1)
        #expect(await command.waitForLines(command.lineCount + 5))
        command.send(SIGUSR1)
        #expect(await command.waitForMessage("recording again"), "\(command.messages)")
        command.send(SIGTERM)
        #expect(await command.result().exitCode == 0)
    }

    @Test(arguments: [SIGUSR1, SIGUSR2])
    func aSignalBeforeThereIsARecordingDoesNotEndTheProgram(_ signal: Int32) async throws {
        let pipe = recording.folder.path + "/video"
        #expect(mkfifo(pipe, 0o600) == 0)
        let command = try await CommandRunner.start(recording.words(pipe, []), input: nil)
        // Not before the program has it open, and waits for what the video is.
        var descriptor: Int32 = -1
        while descriptor < 0, command.isRunning {
            descriptor = open(pipe, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            await Task.yield()
        }
        command.send(signal)
        close(descriptor)
        let run = await command.result()
        #expect(run.exitCode == 65, "\(run.messages)")
    }

    @Test func aCancelledRecordingIsRemovedAndThatIsSaid() async throws {
        let command = try await recording.start()
        try command.send(line: "cancel")
        let run = await command.result()
        #expect(run.exitCode == 130)
        #expect(run.messages.contains("cancelled; \(recording.path) was removed\n"))
        #expect(recording.folder.contents == [])
        #expect(try run.reason == "request")
    }

    /// `timeout -s INT` signals its child and the group, which is the child again.
    @Test func twoInterruptsCloseTogetherFinishTheMovie() async throws {
        let command = try await recording.start()
        command.send(SIGINT)
        command.send(SIGINT)
        let run = await command.result()
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(try run.reason == "signal")
        let movie = try await recording.probe()
        #expect(movie.video?.packets.count == (try run.recordableFrames.count))
    }

    @Test func aLaterInterruptEndsTheProgramAndLeavesWhatRecoverCompletes() async throws {
        // Its last records go to a pipe that is full, so that the end waits for ever.
        let pipe = recording.folder.path + "/records"
        #expect(mkfifo(pipe, 0o600) == 0)
        let descriptor = open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        defer { close(descriptor) }
        let words = recording.words(TestRecording.live, ["--json", "--fragment-interval", "200ms"])
        let command = try await CommandRunner.start(
            ["-c", "exec \"$@\" > \"$0\"", pipe, CommandRunner.facecap] + words, of: "/bin/sh",
            input: nil)
        #expect(await recording.grows(beyond: 4000))
        while write(descriptor, " ", 1) == 1 {}
        let run = await command.result(sending: SIGINT)
        #expect(run.exitCode == 130, "\(run.messages)")
        #expect(run.messages.contains("facecap recover \(recording.path)\n"), "\(run.messages)")
        let recovery = try await CommandRunner.run(["recover", recording.path])
        #expect(recovery.exitCode == 0, "\(recovery.messages)")
        #expect((try await recording.probe().video?.packets.count ?? 0) > 0)
    }
}
