// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// Where recorded audio lies beside the images, by events whose time is known without the recorder.
@Suite(
    .serialized,
    .enabled(if: DeviceLab.vivid.isHere, Comment(rawValue: DeviceLab.vivid.absence)))
struct VividAudioOffsetTests {
    /// Whether a minute is recorded.
    private static var isLong: Bool {
        ProcessInfo.processInfo.environment["FACECAP_LONG"] == "1"
    }

    @Test func audioLiesWithin20MillisecondsOfTheImagesFromBeginningToEnd() async throws {
        let seconds = Self.isLong ? 60 : 9
        let folder = try TemporaryFolder()
        try await setClock(100_020)
        let player = try ClickPlayer(device: "hw:0,0,0")
        let result = try await CommandRunner.run(
            [
                "record", "out.mp4", "--source", VividDriver.path, "--audio", "hw:0,1,0",
                "--duration", "\(seconds)s", "--detector", "haar", "--region", "0,0,0.1,0.1",
                "--preset", "ultrafast", "--json", "--stats",
            ], workingDirectory: folder.path, within: Double(seconds) * 3 + 60)
        player.stop()
        try await setClock(100_000)
        #expect(result.exitCode == 0, "\(result.messages)")
        let run = try CameraRecording.Finished(
            result, path: folder.path + "/out.mp4", folder: folder)
        try await checkFrames(of: run)
        #expect(run.lostAudioCount == 0 && run.events("lost_sound").isEmpty)
        let offsets = try await offsets(in: run, of: player.clicks())
        print("offsets of audio in ms:", offsets.map { ($0 * 10).rounded() / 10 })
        print("underruns of the player, at seconds:", player.underruns.map { $0 / 48_000 })
        print(result.messages)
        #expect(offsets.count >= seconds - 2)
        #expect(offsets.allSatisfy { abs($0) < 20 }, "\(offsets)")
    }

    @Test func theMicrophoneIsHeardOnTheMonitor() async throws {
        let folder = try TemporaryFolder()
        let player = try ClickPlayer(device: "hw:0,0,0")
        let listener = Process()
        listener.executableURL = URL(filePath: "/usr/bin/env")
        listener.arguments = [
            "arecord", "-q", "-D", "hw:0,1,1", "-f", "S16_LE", "-r", "48000", "-c", "2", "-d", "12",
            folder.path + "/heard.wav",
        ]
        try listener.run()
        let result = try await CommandRunner.run(
            [
                "record", "out.mp4", "--source", "synthetic:size=320x240,fps=10", "--audio",
                "hw:0,1,0", "--monitor", "hw:0,0,1", "--duration", "6s", "--detector", "haar",
                "--region", "0,0,0.1,0.1", "--preset", "ultrafast",
            ], workingDirectory: folder.path)
        listener.waitUntilExit()
        player.stop()
        #expect(result.exitCode == 0, "\(result.messages)")
        #expect(!result.messages.contains("Nothing is heard"), "\(result.messages)")
        let heard = try await RecordedClicks(inFile: folder.path + "/heard.wav").clicks
        #expect(heard.count >= 3)
        // Whole and in order; on a machine that is too busy there may be silence between them.
        let successors = zip(heard, heard.dropFirst()).filter { click, next in
            next.kind == (click.kind + 1) % ClickPlayer.kinds
        }
        #expect(successors.count >= 2, "\(heard)")
    }

    @Test func aMonitorThatIsNotThereDoesNotDisturbTheRecording() async throws {
        let folder = try TemporaryFolder()
        let player = try ClickPlayer(device: "hw:0,0,0")
        let result = try await CommandRunner.run(
            [
                "record", "out.mp4", "--source", "synthetic:size=320x240,fps=10", "--audio",
                "hw:0,1,0", "--monitor", "hw:7,0", "--duration", "6s", "--detector", "haar",
                "--region", "0,0,0.1,0.1", "--preset", "ultrafast",
            ], workingDirectory: folder.path)
        player.stop()
        #expect(result.exitCode == 0, "\(result.messages)")
        #expect(result.messages.components(separatedBy: "Nothing is heard").count == 2)
        #expect(try await RecordedClicks(inFile: folder.path + "/out.mp4").clicks.count >= 2)
    }

    private func setClock(_ shift: Int) async throws {
        let control = "iface=PCM,name='PCM Rate Shift 100000',device=1,subdevice=0"
        let result = try await CommandRunner.run(
            ["amixer", "-c", "0", "cset", control, "\(shift)"], of: "/usr/bin/env")
        #expect(result.exitCode == 0, "\(result.messages)")
    }

    /// Every frame is accounted for, and those of the movie lie at the times that the stream says.
    private func checkFrames(of run: CameraRecording.Finished) async throws {
        #expect(run.addsUp)
        let probe = try await CommandRunner.run(
            [
                "ffprobe", "-v", "error", "-select_streams", "v", "-show_entries",
                "packet=pts_time", "-of", "csv=p=0", run.path,
            ], of: "/usr/bin/env", within: 300)
        let times = probe.output.split(separator: "\n").compactMap {
            Double($0.prefix { $0 != "," })
        }.sorted()
        let told = run.recordedFrames.map(\.pts)
        #expect(times.count == run.frames("captured") - run.frames("dropped"))
        #expect(times.count == told.count)
        #expect(zip(times, told).allSatisfy { abs($0 - $1) < 0.002 })
        print(
            "frames: \(run.frames("captured")) captured, \(run.frames("dropped")) dropped,"
                + " \(run.frames("lost")) lost, \(times.count) in the movie")
    }

    /// How much later each click lies in the movie than it was heard, in milliseconds.
    private func offsets(
        in run: CameraRecording.Finished, of known: [Int: Int64]
    ) async throws -> [Double] {
        let frames = run.recordedFrames
        return try await RecordedClicks(inFile: run.path).clicks.compactMap { click in
            guard let frame = frames.last(where: { $0.pts <= click.seconds }) else { return nil }
            let host = Double(frame.nanoseconds) + (click.seconds - frame.pts) * 1e9
            let errors = known.compactMap { number, nanoseconds in
                number % ClickPlayer.kinds == click.kind ? (host - Double(nanoseconds)) / 1e6 : nil
            }
            return errors.min { abs($0) < abs($1) }
        }
    }
}
