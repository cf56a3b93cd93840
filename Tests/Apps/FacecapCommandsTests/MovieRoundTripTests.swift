// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// What a live run saw, what its movie gives back, and what other programs read in it.
@Suite(.serialized, .enabled(if: RecordedMovie.canBeProbed, "needs ffmpeg and exiftool"))
struct MovieRoundTripTests {
    private static let sources = [0, 1, 4].map {
        "synthetic:faces=\($0),size=480x360,frames=20,pace=fast,motion=mixed"
    }

    private func expectAgreement(_ movie: RecordedMovie) async throws {
        ExportedRecords.expectEqual(movie.live, try await movie.exported())
        #expect(!movie.live.frames.isEmpty)
        try await expectFramesInMovie(movie)
        try await expectExifToolAgrees(movie)
    }

    private func expectFramesInMovie(_ movie: RecordedMovie) async throws {
        let frames = movie.live.frames
        for stream in ["v", "d:0"] {
            // A gap before the first frame is a packet of its own.
            let packets = try await movie.times(stream).suffix(frames.count)
            #expect(packets.count == frames.count)
            #expect(
                zip(packets, movie.live.times).allSatisfy { abs($0 - $1) < 2e-6 }, "\(stream)")
        }
        let counted = try await movie.run(
            "ffprobe",
            "-v error -count_frames -select_streams v -show_entries stream=nb_read_frames -of csv=p=0"
        )
        #expect(counted.prefix { $0.isNumber } == "\(frames.count)")
        #expect(
            try await movie.run("ffmpeg", "-v error -f null - -i").isEmpty)
    }

    private func expectExifToolAgrees(_ movie: RecordedMovie) async throws {
        let validation = try await movie.run("exiftool", "-validate -warning -error -a -s3")
        #expect(validation == "OK\n")
        let read = try ExifToolFaces(json: await movie.run("exiftool", "-n -ee -j -G3:4 -a"))
        let frames = movie.live.frames
        #expect(read.samples.map(\.number) == frames.compactMap { $0["frame"] as? Int })
        for (sample, frame) in zip(read.samples, frames) {
            #expect(abs(sample.time - (frame["pts"] as? Double ?? -1)) < 2e-6)
            let faces = try #require(frame["faces"] as? [[String: Any]])
            #expect(sample.faces.count == faces.count)
            for face in faces {
                let bounds = try #require(face["bounds"] as? [String: Double])
                let x = try #require(bounds["x"])
                let y = try #require(bounds["y"])
                let expected = [
                    x, y, x + (bounds["width"] ?? 0), y + (bounds["height"] ?? 0),
                ]
                let id = try #require(face["id"] as? Int)
                let values = try #require(sample.faces[id])
                #expect(zip(values, expected).allSatisfy { abs($0 - $1) < 1e-6 })
                for (value, key) in zip(values[4...], ["roll", "yaw"]) {
                    let angle = try #require(face[key] as? Double)
                    #expect((0..<360).contains(value))
                    #expect(abs((value - angle).remainder(dividingBy: 360)) < 1.01e-4)
                }
            }
        }
    }

    @Test(.enabled(if: SharedMedia.isAvailable, "needs FACECAP_SHARED"), arguments: sources)
    func whatWasSeenLiveIsInTheMovie(_ source: String) async throws {
        try await expectAgreement(try await RecordedMovie(source))
    }

    @Test(.enabled(if: SharedMedia.isAvailable, "needs FACECAP_SHARED"))
    func aVideoWithAudioKeepsItsFacesAndItsAudio() async throws {
        let movie = try await RecordedMovie(
            SharedMedia.path("media/videos/cap13_with_speech.mp4"),
            ["--audio", "source", "--duration", "4s"], name: "out.mov")
        try await expectAgreement(movie)
        let starts = try await movie.run(
            "ffprobe", "-v error -show_entries stream=start_time -of csv=p=0")
        let times = starts.split(separator: "\n").compactMap { Double($0) }
        #expect(times.count == 3)
        #expect(abs(times[0] - times[1]) <= 1024.0 / 16000)
        let reordered = try await movie.run(
            "ffprobe", "-v error -select_streams v -show_entries stream=has_b_frames -of csv=p=0")
        #expect(reordered != "0\n")
    }

    @Test(
        .enabled(if: SharedMedia.isAvailable, "needs FACECAP_SHARED"))
    func aVaryingFrameRateAndATurnedImageSurvive() async throws {
        let folder = try TemporaryFolder()
        let video = folder.path + "/file.mkv"
        let turned = folder.path + "/file.mp4"
        for (arguments, path) in [
            (
                [
                    "-i", SharedMedia.path("media/videos/cap13_with_speech.mp4"), "-t", "2", "-an",
                    "-vf", "select='not(mod(n,3))+not(mod(n,5))',setpts=PTS+0.013/TB*mod(N\\,2)",
                    "-vsync", "vfr",
                    "-bf",
                    "3", "-c:v", "libx264",
                ], video
            ), (["-i", video, "-c", "copy", "-metadata:s:v", "rotate=90"], turned),
        ] {
            let made = try await CommandRunner.run(
                ["-v", "error"] + arguments + [path], of: "/usr/bin/ffmpeg")
            try #require(made.exitCode == 0, "\(made.messages)")
        }
        for path in [video, turned] {
            let movie = try await RecordedMovie(path)
            let exported = try await movie.exported()
            // The container of the video may have another idea of its rate than its frames have.
            ExportedRecords.expectEqual(Array(movie.live.dropFirst()), Array(exported.dropFirst()))
            #expect(
                Set(
                    zip(movie.live.times, movie.live.times.dropFirst())
                        .map { Int(($1 - $0) * 1000) }
                ).count > 1)
            try await expectFramesInMovie(movie)
        }
    }

    @Test func whatWasNotAnalysedAndWhoCameAndWentIsInTheMovie() async throws {
        let movie = try await RecordedMovie(
            "synthetic:faces=1,size=160x120,frames=80,pace=fast,motion=enter-leave,fps=8",
            CheapDetection.ofOneFace + ["--detect-every", "3", "--marker", "zwölf"])
        let exported = try await movie.exported()
        let markers = exported.filter { $0["event"] as? String == "marker" }
        #expect(markers.map { $0["text"] as? String } == ["zwölf"])
        ExportedRecords.expectEqual(movie.live, exported)
        let events = movie.live.compactMap { $0["event"] as? String }
        #expect(events.contains("face_found") && events.contains("face_lost"))
        #expect(movie.live.contains { $0["reason"] as? String == "interval" })
    }

    @Test func eachFileOfASplitRecordingHasTheFacesOfItsImages() async throws {
        let movie = try await RecordedMovie(
            "synthetic:faces=1,size=160x120,frames=36,pace=fast,fps=12",
            CheapDetection.ofOneFace
                + ["--split", "1s", "--key-frame-interval", "1s", "--preset", "medium"],
            name: "part.mp4")
        var numbers: [Int] = []
        for file in movie.folder.contents where file.hasSuffix(".mp4") {
            let export = try await CommandRunner.run([
                "export", movie.folder.path + "/" + file, "--format", "jsonl",
            ])
            let frames = try JSONLines.parse(export.output).frames
            #expect(frames.first?["pts"] as? Double == 0)
            let inspection = try await CommandRunner.run([
                "inspect", "--json", movie.folder.path + "/" + file,
            ])
            let page = try #require(try JSONLines.parse(inspection.output).first)
            let video = try #require((page["tracks"] as? [[String: Any]])?.first)
            #expect(video["samples"] as? Int == frames.count)
            numbers += frames.compactMap { $0["frame"] as? Int }
        }
        #expect(numbers == Array(0..<36))
    }
}
