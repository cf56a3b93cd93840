// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// A virtual camera with the audio of a sound card whose clock is wrong.
@Suite(.enabled(if: DeviceLab.vivid.isHere, Comment(rawValue: DeviceLab.vivid.absence)))
struct VividAudioTests {
    /// Seconds to record: a minute with `FACECAP_LONG=1`.
    private static var seconds: Int {
        ProcessInfo.processInfo.environment["FACECAP_LONG"] == "1" ? 60 : 10
    }

    @Test func audioStaysWithTheImagesWhenTheCardIs200PPMOff() async throws {
        let folder = try TemporaryFolder()
        try await setClock(100_020)
        let player = try await play(seconds: Self.seconds + 30, in: folder)
        let result = try await CommandRunner.run(
            [
                "record", "out.mp4", "--source", "/dev/video0", "--audio", "hw:0,1,0",
                "--duration", "\(Self.seconds)s", "--detector", "haar", "--detect-every", "50",
                "--preset", "ultrafast",
            ], workingDirectory: folder.path, within: Double(Self.seconds) * 3 + 60)
        player.terminate()
        try await setClock(100_000)
        #expect(result.exitCode == 0, "\(result.messages)")
        let clicks = try await clickTimes(in: folder.path + "/out.mp4")
        #expect(clicks.count >= Self.seconds - 1)
        // The card plays a second in 1.0002 s: that is where the clicks belong, from the first second on.
        let first = try #require(clicks.first)
        #expect(first < 1.5)
        for (index, click) in clicks.enumerated() {
            #expect(abs(click - first - Double(index) * 1.0002) < 0.02)
        }
    }

    @Test func aMissingMicrophoneEndsTheProgramWithItsName() async throws {
        let folder = try TemporaryFolder()
        let result = try await CommandRunner.run([
            "record", folder.path + "/never.mp4", "--source", "/dev/video0", "--audio", "hw:7,0",
        ])
        #expect(result.exitCode != 0)
        #expect(result.messages.contains("hw:7,0"), "\(result.messages)")
    }

    private func setClock(_ shift: Int) async throws {
        let control = "iface=PCM,name='PCM Rate Shift 100000',device=1,subdevice=0"
        let result = try await CommandRunner.run(
            ["amixer", "-c", "0", "cset", control, "\(shift)"], of: "/usr/bin/env")
        #expect(result.exitCode == 0, "\(result.messages)")
    }

    /// Plays a click each second; it may not take a place among the programs that tests wait for.
    private func play(seconds: Int, in folder: TemporaryFolder) async throws -> Process {
        let clicks = "if(lt(mod(t,1),0.005),0.8*sin(2*PI*1000*t),0)"
        let made = try await CommandRunner.run(
            [
                "ffmpeg", "-v", "error", "-f", "lavfi", "-i",
                "aevalsrc='\(clicks)|\(clicks)':s=48000:d=\(seconds)", "-c:a", "pcm_s16le",
                folder.path + "/clicks.wav",
            ], of: "/usr/bin/env")
        #expect(made.exitCode == 0, "\(made.messages)")
        let player = Process()
        player.executableURL = URL(filePath: "/usr/bin/env")
        player.arguments = ["aplay", "-q", "-D", "hw:0,0,0", folder.path + "/clicks.wav"]
        try player.run()
        try await Task.sleep(for: .seconds(1))
        return player
    }

    /// The seconds at which clicks begin in a movie's audio.
    private func clickTimes(in movie: String) async throws -> [Double] {
        let samples = movie + ".f32"
        let result = try await CommandRunner.run(
            [
                "ffmpeg", "-v", "error", "-i", movie, "-map", "0:a:0", "-ac", "1", "-ar", "48000",
                "-f", "f32le", samples,
            ], of: "/usr/bin/env")
        #expect(result.exitCode == 0, "\(result.messages)")
        let bytes = FileManager.default.contents(atPath: samples) ?? Data()
        return bytes.withUnsafeBytes { bytes in
            var times: [Double] = []
            var lastLoud = -48_000
            for index in 0..<(bytes.count / 4) {
                let sample = bytes.loadUnaligned(fromByteOffset: index * 4, as: Float.self)
                guard abs(sample) > 0.2 else { continue }
                if index - lastLoud > 24_000 { times.append(Double(index) / 48_000) }
                lastLoud = index
            }
            return times
        }
    }
}
