// SPDX-License-Identifier: Apache-2.0
import Facecap
import Foundation
import TestSupport
import Testing

/// What `facecap redact` says and leaves when it is interrupted, and when a video's track of faces is not whole.
@Suite struct RedactRunTests {
    private let folder: TemporaryFolder
    private var output: String { folder.path + "/out.mp4" }

    init() throws { folder = try TemporaryFolder() }

    // MARK: Interruptions

    /// A signal in either pass.
    @Test(
        .enabled(if: ProbedMovie.isAvailable),
        arguments: [(SIGINT, false), (SIGTERM, false), (SIGINT, true), (SIGHUP, true)])
    func aSignalLeavesWhatWasThereBefore(_ signal: Int32, _ isLate: Bool) async throws {
        let video = try await TestVideo.make(in: folder, seconds: 10, size: "320x240")
        let old = try folder.write([1, 2, 3], to: "out.mp4")
        let watch = try FolderWatch(folder.path)
        let command = try await CommandRunner.start(
            ["redact", "--detector", "haar", "--force", "--preset", "placebo", video, output]
                + (isLate ? ["--input-size", "64"] : []))
        if isLate {
            #expect(await watch.waitForWrite(to: Self.isUnfinished))
        } else {
            #expect(await watch.waitForRead(of: "file.mkv"))
        }
        command.send(signal)
        let run = await command.result()
        #expect(run.exitCode == 130, "\(run.messages)")
        #expect(
            run.messages.hasSuffix("stopped before the video's end; \(output) was not written\n"))
        #expect(run.messages.count { $0 == "\n" } == 1, "\(run.messages)")
        #expect(folder.contents == ["file.mkv", "out.mp4"])
        #expect(FileManager.default.contents(atPath: old) == Data([1, 2, 3]))
    }

    @Test(.enabled(if: ProbedMovie.isAvailable))
    func aSecondSignalLeavesNothingEither() async throws {
        let video = try await TestVideo.make(in: folder, seconds: 10, size: "320x240")
        let watch = try FolderWatch(folder.path)
        let command = try await CommandRunner.start(
            [
                "redact", "--detector", "haar", "--preset", "placebo", "--input-size", "64", video,
                output,
            ])
        #expect(await watch.waitForWrite(to: Self.isUnfinished))
        command.send(SIGTERM)
        command.send(SIGINT)
        let run = await command.result()
        #expect(run.exitCode == 130)
        #expect(folder.contents == ["file.mkv"])
    }

    /// Whether a file is the one that the copy is before it is whole, without a name or with a hidden one.
    private static func isUnfinished(_ name: String) -> Bool {
        name.hasPrefix("#") || name.hasPrefix(".")
    }

    // MARK: Existing files

    @Test(.enabled(if: ProbedMovie.isAvailable))
    func aFileIsReplacedWhereItsLinkLeads() async throws {
        let video = try await TestVideo.make(in: folder, seconds: 0.5)
        let target = try folder.write([1], to: "target.mp4")
        chmod(target, 0o640)
        try FileManager.default.createSymbolicLink(
            atPath: output, withDestinationPath: "target.mp4")
        let run = try await CommandRunner.redact(video, to: output, ["--force"])
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(folder.contents == ["file.mkv", "out.mp4", "target.mp4"])
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: output) == "target.mp4")
        var status = stat()
        #expect(stat(target, &status) == 0 && status.st_mode & 0o777 == 0o640)
        #expect(try await ProbedMovie(path: target)?.video?.packets.count == 15)
    }

    // MARK: Progress

    @Test(.enabled(if: ProbedMovie.isAvailable))
    func bothPassesShowHowFarTheyAre() async throws {
        let video = try await TestVideo.make(in: folder, seconds: 1)
        let script = """
            import os, subprocess, sys
            master, slave = os.openpty()
            run = subprocess.Popen(sys.argv[1:], stdout=slave, stderr=slave)
            os.close(slave)
            shown = b""
            while True:
                try: read = os.read(master, 4096)
                except OSError: break
                if not read: break
                shown += read
            sys.stdout.buffer.write(shown)
            sys.exit(run.wait())
            """
        let words =
            [CommandRunner.facecap, "redact", video, output] + CheapDetection.ofOneFace
        let run = try await Python.run(script, arguments: words)
        #expect(run.exitCode == 0)
        #expect(run.output.components(separatedBy: "100 %  30 frames").count == 3, "\(run.output)")
        let last = run.output.components(separatedBy: "\r\u{1B}[K").last ?? ""
        #expect(last.hasPrefix("facecap: hid faces in"), "\(run.output)")
        let quiet = try await Python.run(script, arguments: words + ["--quiet", "--force"])
        #expect(quiet.exitCode == 0 && quiet.output == "")
    }

    // MARK: Tracks of faces

    /// A copy of a movie of 30 frames.
    private func record(faces: Int = 1) async throws -> String {
        try await FaceTrackMovie.write(to: folder, faces: faces)
    }

    @Test func aWholeTrackIsBelieved() async throws {
        let run = try await CommandRunner.redact(try await record(), to: output)
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(
            run.messages.contains(
                "hiding the faces of the video's own track without detecting any; --detect looks for"
            ))
        #expect(run.messages.contains("hid faces in 30 of 30 frames, the whole frame in 0"))
    }

    /// FFmpeg counts time from the first frame that is shown.
    @Test(arguments: [false, true])
    func theTrackOfAMovieThatWasTrimmedBetweenTwoFramesIsBelieved(inAGap: Bool) async throws {
        let video = try await record()
        if inAGap { try FaceTrackMovie.forgetFaces(ofFrame: 10, of: video) }
        try FaceTrackMovie.trim(video, by: 0.35)
        let run = try await CommandRunner.redact(video, to: output)
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(run.messages.contains("hiding the faces of the video's own track"))
        #expect(
            run.messages.contains("hid faces in 19 of 19 frames, the whole frame in 0"),
            "\(run.messages)")
    }

    @Test func facesAreLookedForWhereATrackIsPartial() async throws {
        let video = try await record()
        try FaceTrackMovie.change(video) { bytes, track in
            var samples = track.movie.samples(of: track.track)
            var number = 0
            while let sample = try samples.next() {
                defer { number += 1 }
                guard number >= 10 else { continue }
                let place = Int(sample.offset)..<Int(sample.offset) + sample.byteCount
                bytes.replaceSubrange(
                    place, with: [UInt8](repeating: 0xFF, count: sample.byteCount))
            }
        }
        let run = try await CommandRunner.redact(video, to: output)
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(run.messages.contains("of its frames; looking for faces too"))
        #expect(run.messages.contains("hid faces in 30 of 30 frames, the whole frame in 0"))
    }

    @Test func facesAreLookedForWhereATrackIsDamaged() async throws {
        let video = try await record()
        try FaceTrackMovie.change(video) { bytes, track in
            // The size of every sample, in the last `stsz` box of the video, which is the track's.
            let name = Array("stsz".utf8)
            let place = try #require(
                bytes.indices.dropLast(16).last { Array(bytes[$0..<$0 + 4]) == name })
            bytes.replaceSubrange(place + 8..<place + 12, with: [0x7F, 0xFF, 0xFF, 0xFF])
        }
        let run = try await CommandRunner.redact(video, to: output)
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(run.messages.contains("the video's own track of faces is damaged ("))
        #expect(run.messages.contains("looking for faces too"), "\(run.messages)")
        #expect(run.messages.contains("hid faces in 30 of 30 frames"), "\(run.messages)")
    }

    @Test func facesAreLookedForWhereATrackHasNone() async throws {
        let run = try await CommandRunner.redact(try await record(faces: 0), to: output)
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(run.messages.contains("has no face; looking for faces too"), "\(run.messages)")
    }

    /// A copy of such a movie with other faces.
    private func record(
        changing change: (inout MetadataFaceObject) -> Void
    ) async throws -> String {
        let video = try await record()
        var encoder = FaceSampleEncoder(format: FaceTrackFormat())
        var cursor = try FaceTrackReader(path: video).frames()
        var faces = FaceTrackAddition(
            sampleEntry: FaceTrackFormat().sampleEntry, timescale: 1, samples: [])
        while var observation = try cursor.nextObservation() {
            for index in observation.faces.indices { change(&observation.faces[index]) }
            faces.timescale = observation.presentationTime.timescale
            faces.samples.append(
                (observation.presentationTime.value, encoder.encode(observation)))
        }
        var editor = try MovieEditor(path: video)
        try editor.addFaceTrack(faces)
        try editor.write(to: video, overwriting: true)
        return video
    }

    @Test(arguments: [
        (1, 0.0, "has faces without a place in the frame"),
        (1, Double.nan, "has faces that are damaged"), (0, 0.25, "has faces that are damaged"),
    ])
    func facesAreLookedForWhereThoseOfATrackAreWrong(
        id: Int, side: Double, shortcoming: String
    ) async throws {
        let video = try await record {
            $0.faceID = id
            $0.bounds = Rect(x: 0.4, y: 0.4, width: side, height: side)
        }
        let run = try await CommandRunner.redact(video, to: output)
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(
            run.messages.contains("\(shortcoming); looking for faces too"), "\(run.messages)")
        #expect(run.messages.contains("hid faces in 30 of 30 frames"), "\(run.messages)")
    }

    @Test func aBoxThatIsTooLargeHidesTheWholeFrame() async throws {
        let video = try await record {
            $0.bounds = Rect(x: -500, y: -500, width: 2000, height: 2000)
        }
        let run = try await CommandRunner.redact(video, to: output, ["--method", "box"])
        #expect(run.exitCode == 0, "\(run.messages)")
        let file = folder.path + "/frames.bin"
        _ = try #require(
            FFmpegProgram.run(
                "ffmpeg",
                ["-v", "error", "-i", output, "-pix_fmt", "gray", "-f", "rawvideo", file]))
        let pixels = try Data(contentsOf: URL(filePath: file))
        #expect(pixels.count == 30 * 160 * 120)
        #expect(pixels.allSatisfy { $0 < 40 })
    }

    @Test(arguments: [MetadataFaceObject.State.predicted, .held])
    func facesAreLookedForWhereATrackHasGuessesAlone(
        state: MetadataFaceObject.State
    ) async throws {
        let run = try await CommandRunner.redact(try await record { $0.state = state }, to: output)
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(run.messages.contains("has no face; looking for faces too"), "\(run.messages)")
        #expect(run.messages.contains("hid faces in 30 of 30 frames"), "\(run.messages)")
    }

    @Test(.enabled(if: ProbedMovie.isAvailable))
    func facesAreLookedForWhereATrackDescribesOtherFrames() async throws {
        let movie = try await record()
        let video = folder.path + "/two.mp4"
        _ = try #require(
            FFmpegProgram.run(
                "ffmpeg",
                ["-v", "error", "-i", movie, "-map", "0:v", "-map", "0:v", "-c", "copy"]
                    + ["-disposition:v:0", "0", "-disposition:v:1", "default", video]))
        var editor = try MovieEditor(path: video)
        try editor.takeTracks(of: MovieReader(path: movie), where: \.hasFaces)
        try editor.write(to: video, overwriting: true)
        let run = try await CommandRunner.redact(video, to: output)
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(
            run.messages.contains("describes other frames than those that are shown; looking"),
            "\(run.messages)")
        #expect(run.messages.contains("hid faces in 30 of 30 frames"), "\(run.messages)")
        #expect(run.messages.contains("two.mp4 has 1 more video track that"), "\(run.messages)")
    }

    @Test func whatEitherTellsOfIsHiddenOnDemand() async throws {
        let run = try await CommandRunner.redact(try await record(), to: output, ["--detect"])
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(!run.messages.contains("own track"), "\(run.messages)")
        #expect(run.messages.contains("hid faces in 30 of 30 frames"), "\(run.messages)")
    }
}
