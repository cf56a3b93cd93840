// SPDX-License-Identifier: Apache-2.0
import Facecap
import Foundation
import TestSupport
import Testing

@testable import FacecapCommands

/// Movies in fragments, whose copies are plain.
@Suite(.enabled(if: ProbedMovie.isAvailable, "needs ffmpeg and ffprobe"))
struct AnalyzeFragmentTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    /// A video of forty frames with B-frames, in fragments of ten.
    private func makeFragments(_ flags: String) async throws {
        let made = try await CommandRunner.run(
            [
                "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc=r=25:d=1.6:s=160x120", "-c:v",
                "libx264", "-bf", "2", "-g", "10", "-movflags", flags, path("in.mp4"),
            ], of: try #require(InstalledProgram.ffmpeg))
        try #require(made.exitCode == 0, "\(made.messages)")
    }

    /// Leaves out the first fragment, as in segments of a stream that are put together from its middle on.
    private func removeFirstFragment() throws {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path("in.mp4"))))
        var (kept, offset, mediaCount) = ([UInt8](), 0, 0)
        while offset + 8 <= bytes.count {
            let size = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            let type = String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self)
            if mediaCount > 0 || ["ftyp", "moov"].contains(type) {
                kept += bytes[offset..<offset + size]
            }
            mediaCount += type == "mdat" ? 1 : 0
            offset += max(8, size)
        }
        try #require(mediaCount > 2)
        try folder.write(kept, to: "in.mp4")
    }

    @Test(arguments: [
        ("cmaf", false, ["--jobs", "1"]), ("cmaf", false, ["--jobs", "2"]),
        ("frag_keyframe+negative_cts_offsets", false, []), ("frag_keyframe+empty_moov", false, []),
        ("frag_keyframe+delay_moov+dash", false, []), ("frag_keyframe+delay_moov+dash", true, []),
    ])
    func facesAreBesideTheFramesOfTheCopy(
        flags: String, beginsLate: Bool, words: [String]
    ) async throws {
        try await makeFragments(flags)
        if beginsLate { try removeFirstFragment() }
        let run = try await CommandRunner.run(
            ["analyze", path("in.mp4"), "-o", path("out.mp4"), "--sidecar", "jsonl"]
                + CheapDetection.ofOneFace + words)
        try #require(run.exitCode == 0, "\(run.messages)")
        #expect(!run.messages.contains("damaged"), "\(run.messages)")
        let copy = try #require(try await ProbedMovie(path: path("out.mp4")))
        let (frames, faces) = (copy.video?.times ?? [], copy.faces?.times ?? [])
        #expect(frames.count == (beginsLate ? 30 : 40))
        // A gap stands before faces that begin late.
        let begun = faces.drop { $0 < (frames.first ?? 0) - 0.001 }
        #expect(begun.count == frames.count && faces.count - begun.count <= 1, "\(faces)")
        #expect(zip(begun, frames).allSatisfy { abs($0 - $1) < 0.001 }, "\(faces), \(frames)")
        let records = try String(contentsOf: URL(filePath: path("out.jsonl")), encoding: .utf8)
        let times = try JSONLines.parse(records).compactMap { record in
            record["type"] as? String == "faces" ? record["pts"] as? Double : nil
        }
        #expect(times.count == frames.count)
        #expect(zip(times, frames).allSatisfy { abs($0 - $1) < 0.001 }, "\(times), \(frames)")
    }

    private func observation(_ number: Int, _ ticks: Int64) -> FaceObservation {
        FaceObservation(
            frame: FrameID(number), presentationTime: MediaTime(value: ticks, timescale: 100),
            captureNanoseconds: 0, outcome: .analysed, faces: [])
    }

    /// A file can end in the middle of a fragment, whose frames the copy does not have.
    @Test func framesThatMayBeOthersThanThoseOfTheCopyAreRefused() throws {
        let times = (0..<3).map { MediaTime(value: $0 * 4, timescale: 100) }
        for (shift, count, isRefused) in [
            (0, 3, false), (0, 4, false), (4, 3, false), (4, 4, true),
        ] {
            var copied = CopiedFrameTimes(movie: "in.mp4", times: times)
            for number in 0..<count {
                var frame = observation(number, Int64(number * 4 + shift))
                copied.move(&frame)
                let isKnown = times.indices.contains(number)
                #expect(!isKnown || frame.presentationTime == times[number])
            }
            var message: String?
            do throws(FacecapError) { try copied.check() } catch { message = error.message }
            #expect((message != nil) == isRefused)
            #expect(message?.contains("facecap remux in.mp4 ") ?? true)
        }
    }
}
