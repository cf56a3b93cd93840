// SPDX-License-Identifier: Apache-2.0
import Facecap
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import FacecapCommands

/// `facecap photo` as a process.
@Suite struct PhotoProgramTests {
    private static let video = "synthetic:faces=1,size=320x240,fps=10,pace=fast,seed=3"
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    private func photo(
        _ name: String, _ words: String..., source: String = video + ",frames=20"
    ) async throws -> CommandResult {
        try await photo(name, words: words, source: source)
    }

    private func photo(
        _ name: String, words: [String], source: String
    ) async throws -> CommandResult {
        try await CommandRunner.run(
            ["photo", path(name), "--source", source, "--json"] + CheapDetection.ofOneFace + words)
    }

    private func records(_ result: CommandResult) throws -> [[String: Any]] {
        try JSONLines.parse(result.output)
    }

    @Test(
        .enabled(if: PhotoTags.isAvailable && SharedMedia.isAvailable, "needs exiftool and models"),
        arguments: ["photo.jpg", "photo.png"])
    func exifToolReadsTheFacesThatTheRecordTells(name: String) async throws {
        let result = try await CommandRunner.run(
            [
                "photo", path(name), "--source",
                "synthetic:faces=3,size=640x360,frames=10,pace=fast", "--json", "--mirror",
            ], environment: ["FACECAP_MODELS": SharedMedia.path("models")])
        #expect(result.exitCode == 0, "\(result.messages)")
        let record = try #require(records(result).first)
        let faces = try #require(record["faces"] as? [[String: Any]])
        #expect(faces.count == 3)
        let regions = try await PhotoTags.regions(path(name))
        #expect(regions.count == faces.count)
        for (region, face) in zip(regions, faces) {
            let face = try PhotoRegion(face: face)
            #expect(abs(region.x - face.x) * 640 < 0.5 && abs(region.y - face.y) * 360 < 0.5)
            #expect(abs(region.width - face.width) * 640 < 0.5)
            #expect(abs(region.height - face.height) * 360 < 0.5)
            for (whole, exact) in [(region.roll, face.roll), (region.yaw, face.yaw)] {
                let error = try #require(whole) - #require(exact)
                #expect(abs(error.remainder(dividingBy: 360)) <= 0.5)
            }
        }
        #expect(try await PhotoTags.run("-validate", "-warning", "-a", "-s3", path(name)) == "OK\n")
    }

    @Test(.enabled(if: SharedMedia.isAvailable, "needs FACECAP_SHARED"))
    func recordHasThePointsOfTheMeshWhereTheyAreAskedFor() async throws {
        for (words, count) in [([], nil), (["--mesh-points"], 468)] {
            let result = try await CommandRunner.run(
                [
                    "photo", path("p.jpg"), "--force", "--json", "--source",
                    "synthetic:faces=1,frames=3,pace=fast",
                ] + words, environment: ["FACECAP_MODELS": SharedMedia.path("models")])
            let face = try #require((records(result).first?["faces"] as? [[String: Any]])?.first)
            #expect((face["mesh"] as? [[Double]])?.count == count)
        }
    }

    /// A camera beside it never ends.
    @Test(arguments: [
        (["--count", "3", "--interval", "0"], 1, 5), (["--best", "--window", "0.5s"], 0, 2),
    ])
    func photosEndWithAVideoThatIsTooShort(
        words: [String], exitCode: Int32, count: Int
    ) async throws {
        let result = try await photo(
            "p.jpg", words: ["--source", "synthetic:faces=1,size=160x120"] + words,
            source: Self.video + ",frames=2")
        #expect(result.exitCode == exitCode, "\(result.messages)")
        #expect(folder.contents.count == count)
        #expect(result.messages.contains("0: The session ended after 2 of 3") == (exitCode == 1))
    }

    /// Its image was not mirrored, and neither were its faces.
    @Test func aMirroredPhotoIsTheOtherOneWithLeftAndRightExchanged() async throws {
        for (name, words) in [("plain.png", []), ("mirrored.png", ["--mirror"])] {
            let run = try await CommandRunner.run(
                ["photo", path(name), "--source", Self.video + ",frames=2"]
                    + CheapDetection.ofOneFace + words)
            #expect(run.exitCode == 0, "\(run.messages)")
        }
        let check = try await Python.run(
            "import cv2, sys\na, b = map(cv2.imread, sys.argv[1:])\nprint((a[:, ::-1] == b).all())",
            arguments: [path("plain.png"), path("mirrored.png")])
        #expect(check.output == "True\n", "\(check.messages)")
        var bounds: [[[String: Double]]] = []
        for name in ["plain.png", "mirrored.png"] {
            let inspected = try await CommandRunner.run(["inspect", "--json", path(name)])
            let record = try #require(JSONLines.parse(inspected.output).first)
            let regions = try #require(record["regions"] as? [[String: Any]])
            bounds.append(try regions.map { try #require($0["bounds"] as? [String: Double]) })
        }
        #expect(!bounds[0].isEmpty && bounds[0].count == bounds[1].count)
        for (plain, mirrored) in zip(bounds[0], bounds[1]) {
            let (x, width) = (plain["x"] ?? 9, plain["width"] ?? 9)
            #expect(abs(1 - x - width - (mirrored["x"] ?? 9)) < 1e-6)
        }
    }

    @Test func aCamerasPhotosAreAsLargeAsItsLargestImages() throws {
        func settings(_ words: String...) throws -> PhotoRunSettings {
            let request = try CommandParser.parse(
                ["photo", "me.jpg"] + words, root: FacecapProgram.root)
            guard case .run(_, let invocation) = request else { throw CancellationError() }
            return try OptionReader.read(PhotoOptions.self, from: invocation).settings()
        }
        #expect(try settings().run.source.takesLargestImages)
        #expect(try !settings("--size", "640x480").run.source.takesLargestImages)
        #expect(try settings("--session-preset", "vga").run.source.preset == .vga640x480)
        // Words that are no file's name are a camera's.
        for (source, preset) in [
            ("auto", .photo), ("/dev/video7", .photo), ("usb", .photo), ("HD Webcam", .photo),
            ("./HD Webcam", nil), ("-", nil), ("rtsp://camera/", nil), (folder.path, nil),
        ] as [(String, CaptureSession.Preset?)] {
            #expect(
                try settings("--source", source).run.source.presetOfPhotos == preset, "\(source)")
        }
    }

    @Test func aBurstIsNumberedAndHasConsecutiveFrames() async throws {
        let result = try await photo("burst.jpg", "--count", "4")
        #expect(result.exitCode == 0, "\(result.messages)")
        #expect(folder.contents == (1...4).map { "burst-00\($0).jpg" })
        #expect(try records(result).map { $0["frame"] as? Int } == [0, 1, 2, 3])
        let paths = (1...4).map { path("burst-00\($0).jpg") }
        #expect(try records(result).map { $0["path"] as? String } == paths)
    }

    @Test func aTimeLapseGoesOnToTheSourcesEnd() async throws {
        let result = try await photo("lapse.jpg", "--interval", "500ms")
        #expect(result.exitCode == 0, "\(result.messages)")
        #expect(try records(result).map { $0["frame"] as? Int } == [0, 5, 10, 15])
        let burst = try await photo("zero.jpg", "--interval", "0", "--count", "2")
        #expect(try records(burst).map { $0["frame"] as? Int } == [0, 1])
    }

    @Test func theBestFrameOfTheWindowIsTaken() async throws {
        let source = Self.video + ",frames=10,motion=mixed"
        let live = try await CommandRunner.run(
            ["live", "--json", "--no-clock", "--source", source] + CheapDetection.ofOneFace)
        let frames = try JSONLines.parse(live.output).filter { $0["type"] as? String == "faces" }
        let scores = frames.prefix(5).map { frame in
            (frame["faces"] as? [[String: Any]] ?? [])
                .compactMap { $0["capture_quality"] as? Double }.reduce(0, +)
        }
        let best = try #require(scores.max())
        #expect(best > 0 && best > scores[0])
        let result = try await photo("best.jpg", "--best", "--window", "500ms", source: source)
        let frame = try #require(records(result).first?["frame"] as? Int)
        #expect(scores[frame] == best, "\(frame): \(scores)")
    }

    @Test func whoNeverComesIsWaitedForToTheEnd() async throws {
        let source = "synthetic:faces=0,size=160x120,frames=5,pace=fast"
        let result = try await photo("none.jpg", "--on-face", source: source)
        #expect(result.exitCode == 1)
        #expect(result.messages.contains("No face appeared before the session ended."))
        #expect(result.output == "" && folder.contents == [])
    }

    @Test func aReaderThatTakesNothingIsNotWaitedForOnceTheRunIsStopped() async throws {
        let pipe = try folder.makeFullPipe("pipe")
        defer { close(pipe) }
        let command = try await CommandRunner.start(
            [
                "-c", "exec \"$@\" > \"$0\"", "pipe", CommandRunner.facecap, "photo", "p.jpg",
                "--json", "--interval", "0", "--source", Self.video,
            ] + CheapDetection.ofOneFace, of: "/bin/sh", workingDirectory: folder.path)
        #expect(await command.waitForMessage("saved p-001.jpg"), "\(command.messages)")
        command.send(SIGTERM)
        let run = await command.result()
        #expect(run.exitCode == 74, "\(run.messages)")
        #expect(run.messages.contains("Nobody has read from standard output"), "\(run.messages)")
    }

    @Test func aFileThatExistsIsReplacedWithForceOnly() async throws {
        try folder.write([9], to: "photo.jpg")
        let refused = try await photo("photo.jpg")
        #expect(refused.exitCode == 74)
        #expect(refused.messages.contains("--force"))
        #expect(try Data(contentsOf: URL(filePath: path("photo.jpg"))) == Data([9]))
        #expect(try await photo("photo.jpg", "--force").exitCode == 0)
        #expect(try Data(contentsOf: URL(filePath: path("photo.jpg"))).count > 1000)
    }

    @Test func theQualityDecidesTheSize() async throws {
        #expect(try await photo("low.jpg", "--quality", "10").exitCode == 0)
        #expect(try await photo("high.jpg", "--quality", "98").exitCode == 0)
        let sizes = try ["low.jpg", "high.jpg"].map {
            try Data(contentsOf: URL(filePath: path($0))).count
        }
        #expect(sizes[0] < sizes[1])
    }

    @Test(arguments: [
        (["photo"], "Name the photo to write"),
        (["photo", "a.gif"], "photos are JPEG, PNG or HEIC"),
        (["photo", "a.jpg", "b.jpg"], "not also to b.jpg"),
        (["photo", "a.jpg", "-o", "b.jpg"], "where --annotate writes a copy"),
        (["photo", "--annotate"], "Name the photos"),
        (["photo", "--annotate", "a.jpg", "--mirror"], "leave --mirror out"),
        (["photo", "--annotate", "a.jpg", "--rotate", "90"], "leave --rotate out"),
        (["photo", "--annotate", "a.jpg", "--source", "synthetic"], "leave --source out"),
        (["photo", "a.jpg", "--window", "1s"], "give --best too"),
        (["photo", "a.jpg", "--live-photo", "--count", "2"], "--live-photo makes one photo"),
        (["photo", "a.jpg", "--redact", "blur", "--region", "0,0,0.5,1"], "leave out --redact"),
        (["photo", "--annotate", "a.jpg", "--redact", "box"], "leave --redact out"),
        (["photo", "--annotate", "a.jpg", "--count", "2"], "leave --count out"),
        (["photo", "a.jpg", "--quality", "101"], "a number from 0 to 100"),
    ])
    func whatMakesNoSenseIsSaid(words: [String], message: String) async throws {
        let result = try await CommandRunner.run(words)
        #expect(result.exitCode == 64)
        #expect(result.messages.contains(message), "\(result.messages)")
    }

    @Test(.enabled(if: PhotoTags.isAvailable, "needs exiftool"))
    func aLivePhotoAndItsMovieHaveOneIdentifier() async throws {
        let source = "synthetic:faces=1,size=160x120,fps=10,pace=fast,frames=40"
        let result = try await photo(
            "live.jpg", "--live-photo", "--best", "--window", "2s", source: source)
        #expect(result.exitCode == 0, "\(result.messages)")
        #expect(folder.contents == ["live.jpg", "live.mov"])
        let record = try #require(records(result).first)
        let identifier = try #require(record["content_identifier"] as? String)
        let still = try await PhotoTags.read(path("live.jpg"))
        let movie = try await PhotoTags.read(path("live.mov"))
        #expect(
            (still["MediaGroupUUID"] ?? still["ContentIdentifier"]) as? String == identifier)
        #expect(movie["ContentIdentifier"] as? String == identifier)
        #expect(
            try await PhotoTags.run("-ee", "-s3", "-StillImageTime", path("live.mov")) == "-1\n")
        // It begins at a key frame, of which there are four a second, and ends with a whole frame.
        let time = try #require(record["pts"] as? Double)
        let duration = try #require(movie["Duration"] as? Double)
        let wanted = min(time, 1.5) + 1.5
        #expect(duration > wanted - 0.15 && duration < wanted + 0.25 + 0.25, "\(time), \(duration)")
    }

    @Test(arguments: [[], ["--redact", "box"]])
    func ofALivePhotoOfTheSourcesEndThereIsAMovieToo(words: [String]) async throws {
        let source = "synthetic:faces=1,size=160x120,fps=10,pace=fast,frames=30"
        let result = try await CommandRunner.run(
            [
                "photo", path("end.jpg"), "--live-photo", "--delay", "2.9s", "--source", source,
            ] + CheapDetection.ofOneFace + words)
        #expect(result.exitCode == 0, "\(result.messages)")
        #expect(folder.contents == ["end.jpg", "end.mov"])
        let movie = try await CommandRunner.run(["inspect", path("end.mov")])
        #expect(movie.exitCode == 0, "\(movie.messages)")
    }

    @Test(.enabled(if: PhotoTags.isAvailable, "needs exiftool"))
    func aStillOfARecordingHasItsFacesInside() async throws {
        let recording = try TestRecording()
        let source = "synthetic:faces=1,size=160x120,fps=30,motion=still"
        let command = try await recording.start(source)
        try command.send(line: "still \(path("still.jpg"))")
        #expect(await command.waitForMessage("saved \(path("still.jpg"))"))
        try command.send(line: "stop")
        #expect(await command.result().exitCode == 0)
        #expect(try await PhotoTags.regions(path("still.jpg")).count == 1)
    }

    @Test func theFirstPhotoComesAfterTheDelay() async throws {
        let result = try await photo("later.jpg", "--delay", "1s")
        #expect(try records(result).map { $0["frame"] as? Int } == [10])
    }

    // MARK: Redaction

    /// The brightest pixel of each region of a photo, 0...255.
    private func brightness(_ name: String) async throws -> [Int] {
        let regions = try await PhotoTags.regions(path(name))
            .map { "\($0.x),\($0.y),\($0.width),\($0.height)" }
        let run = try await Python.run(
            """
            import cv2, sys
            frame = cv2.imread(sys.argv[1])
            height, width = frame.shape[:2]
            for region in sys.argv[2:]:
                x, y, w, h = map(float, region.split(","))
                left, top = max(0, int((x - w / 2) * width)), max(0, int((y - h / 2) * height))
                print(frame[top:int((y + h / 2) * height), left:int((x + w / 2) * width)].max())
            """, arguments: [path(name)] + regions)
        return run.output.split(separator: "\n").compactMap { Int($0) }
    }

    @Test(
        .enabled(
            if: PhotoTags.isAvailable && Python.has("cv2"), "needs exiftool and python3-opencv"))
    func aRedactedPhotoTellsOfItsFaceAndDoesNotShowIt() async throws {
        #expect(try await photo("open.jpg", "--delay", "1s").exitCode == 0)
        let result = try await photo("hidden.jpg", "--delay", "1s", "--redact", "box")
        #expect(result.exitCode == 0, "\(result.messages)")
        #expect(try await brightness("open.jpg").allSatisfy { $0 > 100 })
        let hidden = try await brightness("hidden.jpg")
        #expect(hidden.count == 1 && hidden[0] < 24, "\(hidden)")
    }

    @Test(
        .enabled(
            if: PhotoTags.isAvailable && Python.has("cv2"), "needs exiftool and python3-opencv"))
    func aStillOfARedactedRecordingShowsNoFace() async throws {
        let recording = try TestRecording()
        let source = "synthetic:faces=1,size=320x240,fps=30,motion=still"
        let command = try await recording.start(source, ["--redact", "box"])
        #expect(await command.waitForLines(40))
        try command.send(line: "still \(path("still.jpg"))")
        #expect(await command.waitForMessage("saved \(path("still.jpg"))"))
        try command.send(line: "stop")
        #expect(await command.result().exitCode == 0)
        let hidden = try await brightness("still.jpg")
        #expect(hidden.count == 1 && hidden[0] < 24, "\(hidden)")
    }

    @Test func aRecordingOfFacesAloneSavesNoStill() async throws {
        let recording = try TestRecording()
        let command = try await recording.start(TestRecording.live, ["--metadata-only"])
        #expect(await command.waitForLines(5))
        try command.send(line: "still \(path("still.jpg"))")
        #expect(await command.waitForMessage("no still, as --metadata-only leaves out frames"))
        try command.send(line: "stop")
        #expect(await command.result().exitCode == 0)
        #expect(folder.contents == [])
    }
}
