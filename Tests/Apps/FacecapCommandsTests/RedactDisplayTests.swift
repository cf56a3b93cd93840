// SPDX-License-Identifier: Apache-2.0
import Facecap
import Foundation
import TestSupport
import Testing

/// What `facecap redact` makes of movies whose frames are displayed in an unusual way.
@Suite(.enabled(if: ProbedMovie.isAvailable)) struct RedactDisplayTests {
    private let folder: TemporaryFolder
    private var video: String { folder.path + "/video.mp4" }
    private var output: String { folder.path + "/out.mp4" }

    init() throws { folder = try TemporaryFolder() }

    /// Records a face, and changes the bytes of the recording.
    private func record(_ change: (inout [UInt8]) throws -> Void) async throws {
        let recording = folder.path + "/recording.mp4"
        let run = try await CommandRunner.run(
            ["record", recording, "--source"]
                + ["synthetic:faces=1,size=160x120,fps=30,motion=still,frames=15,pace=fast"]
                + CheapDetection.ofOneFace)
        try #require(run.exitCode == 0, "\(run.messages)")
        _ = try #require(
            FFmpegProgram.run(
                "ffmpeg", ["-v", "error", "-i", recording, "-c:v", "libx264", "-bf", "2", video]))
        let copy = try await CommandRunner.run(
            ["analyze", video, "-o", recording, "-f"] + CheapDetection.ofOneFace)
        try #require(copy.exitCode == 0, "\(copy.messages)")
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: recording)))
        try change(&bytes)
        try Data(bytes).write(to: URL(filePath: video))
    }

    /// The first byte after the name of the first box with a name.
    private func content(of name: String, in bytes: [UInt8]) throws -> Int {
        let name = Array(name.utf8)
        return try #require(
            bytes.indices.dropLast(100).first { Array(bytes[$0..<$0 + 4]) == name }) + 4
    }

    private func redact() async throws -> CommandResult {
        try await CommandRunner.redact(video, to: output)
    }

    /// Turns the frames of the recording when they are displayed.
    private func recordTurned(by degrees: Double) async throws {
        let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
        try await record { bytes in
            let place = try content(of: "tkhd", in: bytes) + 40
            for (index, value) in [(0, cosine), (1, sine), (3, -sine), (4, cosine)] {
                let fixed = UInt32(bitPattern: Int32((value * 65_536).rounded()))
                for byte in 0..<4 {
                    bytes[place + 4 * index + byte] = UInt8(
                        truncatingIfNeeded: fixed >> (24 - 8 * UInt32(byte)))
                }
            }
        }
    }

    @Test(arguments: [(45.0, 45), (60, 30), (-130, 40)])
    func framesThatAreDisplayedAtASlantAreRefused(degrees: Double, slant: Int) async throws {
        try await recordTurned(by: degrees)
        let run = try await redact()
        #expect(run.exitCode == 69, "\(run.messages)")
        #expect(run.messages.contains("at a slant of \(slant) degrees"), "\(run.messages)")
        #expect(!FileManager.default.fileExists(atPath: output))
    }

    @Test(arguments: ["record", "photo"])
    func framesAtASlantAreNotRecordedWithHiddenFaces(command: String) async throws {
        try await recordTurned(by: 45)
        let output = folder.path + (command == "photo" ? "/out.jpg" : "/out.mp4")
        let words = [command, output, "--source", video] + CheapDetection.ofOneFace
        let run = try await CommandRunner.run(words + ["--redact=blur"])
        #expect(run.exitCode == 69, "\(run.messages)")
        #expect(run.messages.contains("at a slant of 45 degrees"), "\(run.messages)")
        #expect(!FileManager.default.fileExists(atPath: output))
        #expect(try await CommandRunner.run(words).exitCode == 0, "faces are not to be hidden")
    }

    @Test(arguments: [0.0, 5, 90, 177])
    func framesThatAreDisplayedNearAQuarterTurnAreRedacted(degrees: Double) async throws {
        try await recordTurned(by: degrees)
        let run = try await redact()
        #expect(run.exitCode == 0, "\(run.messages)")
    }

    @Test func facesAreLookedForWhereFramesAreShownAtAnotherSpeed() async throws {
        try await record { bytes in
            // Flags, the count of edits, then the duration, the media's time and the rate of the first one.
            let place = try content(of: "elst", in: bytes) + 16
            try #require(Array(bytes[place..<place + 4]) == [0, 1, 0, 0])
            bytes[place + 1] = 2
        }
        let run = try await redact()
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(
            run.messages.contains("in another order or speed; looking for faces too"),
            "\(run.messages)")
    }
}
