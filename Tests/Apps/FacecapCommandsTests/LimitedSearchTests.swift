// SPDX-License-Identifier: Apache-2.0
import Facecap
import Foundation
import TestSupport
import Testing

/// Face tracks of searches that left out faces, and what `facecap redact` makes of them.
@Suite(.enabled(if: ProbedMovie.isAvailable)) struct LimitedSearchTests {
    private static let region = ["--region", "0.5,0,0.5,1"]
    private static let limits = "region=0.5,0,0.5,1"

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    private func bytes(_ name: String) throws -> Data {
        try Data(contentsOf: URL(filePath: path(name)))
    }

    @discardableResult
    private func succeed(_ words: [String]) async throws -> CommandResult {
        let run = try await CommandRunner.run(words)
        try #require(run.exitCode == 0, "\(words): \(run.messages)")
        return run
    }

    /// Records a face in either half of the image.
    @discardableResult
    private func record(_ name: String, _ words: [String] = []) async throws -> CommandResult {
        try await succeed(
            ["record", path(name), "--source"]
                + ["synthetic:faces=2,size=160x120,fps=30,motion=still,frames=15,pace=fast"]
                + CheapDetection.ofSmallVideo + words)
    }

    private func observations(_ name: String) throws -> [FaceObservation] {
        var cursor = try FaceTrackReader(path: path(name)).frames()
        var observations: [FaceObservation] = []
        while let observation = try cursor.nextObservation() { observations.append(observation) }
        try #require(!observations.isEmpty)
        return observations
    }

    /// The luma of a place of all frames.
    private func luma(of name: String, x: Double, y: Double) throws -> [UInt8] {
        let raw = path("frames.bin")
        _ = try #require(
            FFmpegProgram.run(
                "ffmpeg",
                ["-v", "error", "-y", "-i", path(name), "-pix_fmt", "gray", "-f", "rawvideo", raw]))
        let pixels = try bytes("frames.bin")
        let place = Int(y * 120) * 160 + Int(x * 160)
        return stride(from: place, to: pixels.count, by: 160 * 120).map { pixels[$0] }
    }

    @Test(arguments: [FaceTrackFormat.Keys.facecap, .apple])
    func facesOutsideOfTheSearchedRegionAreHidden(keys: FaceTrackFormat.Keys) async throws {
        try await record("base.mp4")
        let left = try #require(try observations("base.mp4").first?.faces.first).bounds
        #expect(left.maxX < 0.5)
        try await succeed(
            ["analyze", path("base.mp4"), "-o", path("part.mp4"), "--face-keys", keys.rawValue]
                + CheapDetection.ofSmallVideo + Self.region)
        let run = try await succeed(
            ["redact", path("part.mp4"), path("out.mp4"), "--method", "box"]
                + CheapDetection.ofSmallVideo)
        #expect(
            run.messages.contains("a part of the faces (\(Self.limits)); looking for faces too"),
            "\(run.messages)")
        let (x, y) = (left.x + left.width / 2, left.y + left.height / 2)
        #expect(try luma(of: "base.mp4", x: x, y: y).allSatisfy { $0 > 60 })
        let hidden = try luma(of: "out.mp4", x: x, y: y)
        #expect(hidden.count == 15 && hidden.allSatisfy { $0 < 40 }, "\(hidden)")
        let observations = try observations("out.mp4")
        #expect(observations.allSatisfy { $0.searchLimits == nil && $0.faces.count == 2 })
    }

    /// A new face is found when all of a frame is searched; it is hidden for a second before. The first frame may count
    /// from a search before the file.
    @Test(arguments: [(60, 0, false), (25, 0, true), (300, 24, false), (25, 20, true)])
    func aTrackOfASearchThatSeldomLooksForNewFacesIsNotTrusted(
        interval: Int, firstAge: Int, isTrusted: Bool
    ) async throws {
        try await succeed(
            ["record", path("base.mp4"), "--source"]
                + ["synthetic:faces=1,size=160x120,fps=30,motion=still,frames=75,pace=fast"]
                + CheapDetection.ofOneFace)
        var encoder = FaceSampleEncoder(format: FaceTrackFormat())
        let told = try observations("base.mp4")
        let samples = told.enumerated().map { index, seen in
            let scanned = FaceObservation(
                frame: seen.frame, presentationTime: seen.presentationTime,
                captureNanoseconds: seen.captureNanoseconds, outcome: seen.outcome,
                scan: FaceObservation.Scan(age: (firstAge + index) % interval), faces: seen.faces)
            return (seen.presentationTime.value, encoder.encode(scanned))
        }
        var editor = try MovieEditor(path: path("base.mp4"))
        try editor.addFaceTrack(
            FaceTrackAddition(
                sampleEntry: FaceTrackFormat().sampleEntry,
                timescale: told[0].presentationTime.timescale, samples: samples))
        try editor.write(to: path("base.mp4"), overwriting: true)
        let redact = try await succeed(
            ["redact", path("base.mp4"), path("out.mp4")] + CheapDetection.ofOneFace)
        #expect(
            redact.messages.contains("follows only known faces") != isTrusted,
            "\(redact.messages)")
    }

    @Test func aTrackThatDoesNotTellWhichFramesWereAnalyzedNamesItsRhythm() async throws {
        try await record("part.mp4", ["--detect-every", "5", "--face-keys", "apple"])
        try await record("whole.mp4", ["--face-keys", "apple"])
        try await succeed(
            ["analyze", path("whole.mp4"), "-o", path("copy.mp4"), "--detect-every", "5"]
                + ["--face-keys", "apple"] + CheapDetection.ofSmallVideo)
        for name in ["part.mp4", "copy.mp4"] {
            #expect(try observations(name).allSatisfy { $0.searchLimits == "detect-every=5" })
        }
        #expect(try observations("whole.mp4").allSatisfy { $0.searchLimits == nil })
    }

    @Test func everyFrameOfALimitedRecordingTellsOfIt() async throws {
        try await record("part.mp4", Self.region + ["--detect-every", "3"])
        let observations = try observations("part.mp4")
        #expect(observations.count == 15)
        #expect(observations.allSatisfy { $0.searchLimits == Self.limits })
        #expect(observations.contains { $0.outcome != .analysed })
    }

    @Test func whatTracksTellOfLimitsStaysInCopiesOfThem() async throws {
        try await record("part.mp4", Self.region)
        try await record("whole.mp4")
        try await succeed(["remux", path("part.mp4"), path("remux.mov")])
        #expect(try observations("remux.mov").allSatisfy { $0.searchLimits == Self.limits })
        try await succeed(["join", path("whole.mp4"), path("part.mp4"), "-o", path("joined.mp4")])
        let joined = try observations("joined.mp4").map(\.searchLimits)
        #expect(
            joined == Array(repeating: nil, count: 15) + Array(repeating: Self.limits, count: 15))
        let run = try await succeed(
            ["redact", path("joined.mp4"), path("out.mp4")] + CheapDetection.ofSmallVideo)
        #expect(run.messages.contains("looking for faces too"), "\(run.messages)")
    }

    @Test func mergedPartsOfALimitedSearchHaveTheBytesOfOneRun() async throws {
        try await record("base.mp4")
        let words = CheapDetection.ofSmallVideo + Self.region
        try await succeed(["analyze", path("base.mp4"), "--output-dir", path("one")] + words)
        try await succeed(["plan", path("base.mp4"), "-o", path("plan.jsonl")] + words)
        try await succeed([
            "detect", "--plan", path("plan.jsonl"), "--index", "0", "-o", path("parts"),
        ])
        try await succeed([
            "merge", path("plan.jsonl"), path("parts"), "-o", path("out"), "--movies",
        ])
        #expect(try bytes("out/base.mp4") == bytes("one/base.mp4"))
        #expect(try observations("out/base.mp4").allSatisfy { $0.searchLimits == Self.limits })
    }

    @Test func tracksOfUnlimitedSearchesDoNotDeclareLimits() async throws {
        try await record("base.mp4")
        try await succeed(
            ["analyze", path("base.mp4"), "-o", path("copy.mp4")] + CheapDetection.ofSmallVideo)
        for name in ["base.mp4", "copy.mp4"] {
            let entry = try #require(
                try FaceTrackReader(path: path(name)).track.sampleEntries.first)
            #expect(entry == FaceTrackFormat().sampleEntry)
        }
    }
}
