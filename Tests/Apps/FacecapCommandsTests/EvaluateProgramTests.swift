// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// `facecap evaluate` as a process.
@Suite struct EvaluateProgramTests {
    @Test func aFolderWithoutMediaIsOneClearLine() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Array("frame,id,x,y,w,h\n".utf8), to: "lonely.csv")
        let run = try await CommandRunner.run(["evaluate", folder.path])
        #expect(run.exitCode == 66)
        #expect(run.output == "")
        #expect(run.messages.hasPrefix("facecap: \(folder.path) has no video or image"))
        #expect(run.messages.filter { $0 == "\n" }.count == 1)
    }

    @Test(.enabled(if: InstalledProgram.ffmpeg != nil, "needs ffmpeg"))
    func rowsOfFramesThatAVideoDoesNotHaveAreTold() async throws {
        let folder = try TemporaryFolder()
        _ = try await FaceVideo.constantRate.write(to: folder)
        try folder.write(
            Array("frame,id,x,y,w,h\n0,1,9,9,20,20\n900,1,9,9,20,20\n".utf8), to: "file.csv")
        let run = try await CommandRunner.run(["evaluate", folder.path, "--detector", "haar"])
        #expect(run.exitCode == 0)
        let message =
            /facecap: file: the video ends after (\d+) frames; .* from frame (\d+) on do not count\n/
        let match = try #require(run.messages.wholeMatch(of: message), "\(run.messages)")
        #expect(match.1 == match.2, "\(run.messages)")
        #expect(run.messages.filter { $0 == "\n" }.count == 1)
    }

    @Test(.enabled(if: SharedMedia.isAvailable, "needs FACECAP_SHARED"))
    func facesOfImagesInFoldersCountAndThoseOfMissingImagesAreTold() async throws {
        let folder = try TemporaryFolder()
        let image = try Data(
            contentsOf: URL(filePath: SharedMedia.path("media/photos/obama_official.jpg")))
        try folder.write(Array(image), to: "a/one.jpg")
        try folder.write(
            Array("file,x,y,w,h\na/one.jpg,1,1,9,9\ntwo.jpg,1,1,9,9\n".utf8), to: "truth.csv")
        let run = try await CommandRunner.run(["evaluate", folder.path, "--detector", "haar"])
        #expect(run.exitCode == 0)
        #expect(run.messages.contains("1 image of its truth cannot be found"), "\(run.messages)")
        let rows = run.output.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(rows[1].dropFirst().prefix(3) == ["1", "1", "0.0000"], "\(run.output)")
    }

    @Test func aFolderThatIsNotThereIsNamed() async throws {
        let run = try await CommandRunner.run(["evaluate", "/no/such/folder"])
        #expect(run.exitCode == 66)
        #expect(run.output == "")
        #expect(run.messages == "facecap: There is no /no/such/folder; check the path.\n")
    }

    @Test(.enabled(if: SharedMedia.isAvailable, "needs FACECAP_SHARED"))
    func everyFaceOfTheDrawnImagesIsFound() async throws {
        let run = try await CommandRunner.run(
            ["evaluate", SharedMedia.path("media/procedural/stills")],
            environment: ["FACECAP_MODELS": SharedMedia.path("models")])
        #expect(run.exitCode == 0)
        #expect(run.messages == "")
        let rows = run.output.split(separator: "\n").map { $0.split(separator: " ") }
        let column = try #require(rows.first?.firstIndex(of: "recall"))
        #expect(rows.dropFirst().first?[column] == "1.0000")
    }

    /// A sequence of images with ground truth: the second of its images has no face.
    @Test(.enabled(if: SharedMedia.isAvailable, "needs FACECAP_SHARED"))
    func aSequenceOfImagesIsAVideo() async throws {
        let folder = try makeSequence(frames: [1, 2, 3])
        let page = folder.path + "/worst.html"
        let run = try await CommandRunner.run(
            ["evaluate", folder.path, "--html", page],
            environment: ["FACECAP_MODELS": SharedMedia.path("models")])
        #expect(run.exitCode == 0, "\(run.messages)")
        let rows = run.output.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(rows[0].prefix(5) == ["source", "frames", "faces", "recall", "precision"])
        #expect(rows[1].prefix(5) == ["walk", "3", "3", "0.6667", "1.0000"])
        let switches = try #require(rows[0].firstIndex(of: "switches"))
        // The cut to another image and back ends the face: there is another id behind it.
        #expect(rows[1][switches - 2...switches] == ["1", "2", "1"])
        let html = try String(contentsOfFile: page, encoding: .utf8)
        #expect(html.contains("walk, frame 1: 1 missed"))
        #expect(html.contains("class=\"missed\"") && html.contains("data:image/jpeg;base64,/9j/"))
        let again = try await CommandRunner.run(["evaluate", folder.path, "--html", page])
        #expect(again.exitCode == 74 && again.output == "", "\(again.messages)")
    }

    @Test(arguments: ["MP4", "m4v", "Mov"]) func everyVideoWithItsTruthCounts(_ ending: String)
        async throws
    {
        let folder = try TemporaryFolder()
        let made = try await CommandRunner.run(
            ["record", folder.path + "/a.mov", "--source"]
                + ["synthetic:faces=0,size=160x120,frames=2,pace=fast"] + CheapDetection.ofNobody)
        try #require(made.exitCode == 0, "\(made.messages)")
        try FileManager.default.moveItem(
            atPath: folder.path + "/a.mov", toPath: folder.path + "/a.\(ending)")
        for name in ["a", "gone"] {
            try folder.write(Array("frame,id,x,y,w,h\n".utf8), to: name + ".csv")
        }
        let run = try await CommandRunner.run(["evaluate", folder.path, "--detector", "haar"])
        #expect(run.exitCode == 0 && run.output.contains("\na "), "\(run.output)")
        #expect(
            run.messages.contains("gone.csv has neither its images nor its video"),
            "\(run.messages)")
        for path in ["a.\(ending)", "a.csv", "gone.csv"] {
            let page = try await CommandRunner.run(
                ["evaluate", folder.path, "-f", "--html", folder.path + "/" + path])
            #expect(page.exitCode == 64, "\(page.messages)")
        }
    }

    @Test func anImageWithALineWithoutABoxShowsNobody() async throws {
        let folder = try TemporaryFolder()
        for (name, faces) in [("face", 1), ("nobody", 0), ("other", 1)] {
            let made = try await CommandRunner.run(
                ["photo", folder.path + "/\(name).jpg", "--source"]
                    + ["synthetic:faces=\(faces),size=320x240,motion=still"]
                    + CheapDetection.ofOneFace)
            try #require(made.exitCode == 0, "\(made.messages)")
        }
        try folder.write(
            Array("file,x,y,w,h\nface.jpg,115,70,93,93\nnobody.jpg,,,,\ngone.jpg,1,1,9,9\n".utf8),
            to: "faces.csv")
        let run = try await CommandRunner.run(
            ["evaluate", folder.path] + CheapDetection.ofOneFace)
        #expect(run.exitCode == 0, "\(run.messages)")
        let rows = run.output.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(rows[1].prefix(5) == ["faces", "2", "1", "1.0000", "1.0000"], "\(run.output)")
        #expect(
            run.messages.contains("1 image of its truth cannot be found beside it"),
            "\(run.messages)")
    }

    @Test(arguments: [("a.mp4", "frame,x,y,w,h\n"), ("a.jpg", "file,x,y,w,h\na.jpg,,,,\n")])
    func aPipeWithTruthIsNotWaitedFor(name: String, table: String) async throws {
        let folder = try TemporaryFolder()
        try #require(mkfifo(folder.path + "/" + name, 0o600) == 0)
        try folder.write(Array(table.utf8), to: "a.csv")
        let run = try await CommandRunner.run(["evaluate", folder.path])
        #expect(run.exitCode == 65, "\(run.messages)")
        #expect(
            run.messages.hasPrefix("facecap: \(folder.path)/\(name) is not a regular file"),
            "\(run.messages)")
    }

    /// Systems write letters with accents as one character or as two.
    @Test func anImageIsFoundByAnEqualNameOfOtherBytes() async throws {
        let folder = try TemporaryFolder()
        let made = try await CommandRunner.run(
            ["photo", folder.path + "/\u{E9}.jpg", "--source"]
                + ["synthetic:faces=0,size=160x120,motion=still"] + CheapDetection.ofNobody)
        try #require(made.exitCode == 0, "\(made.messages)")
        try folder.write(Array("file,x,y,w,h\ne\u{301}.jpg,,,,\n".utf8), to: "faces.csv")
        let run = try await CommandRunner.run(["evaluate", folder.path, "--detector", "haar"])
        #expect(run.exitCode == 0 && run.messages == "", "\(run.messages)")
    }

    @Test func aVideoThatIsDamagedIsNamed() async throws {
        let folder = try TemporaryFolder()
        let video = try await FaceTrackMovie.write(to: folder)
        try FaceTrackMovie.spoil(5..<15, of: video)
        try folder.write(Array("frame,id,x,y,w,h\n".utf8), to: "file.csv")
        let run = try await CommandRunner.run(
            ["evaluate", folder.path] + CheapDetection.ofOneFace)
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(
            run.messages.hasPrefix("facecap: file: \(video) is damaged: "), "\(run.messages)")
    }

    @Test(arguments: [[], ["--markdown"]])
    func aNameSteersNoTerminal(options: [String]) async throws {
        let folder = try TemporaryFolder()
        let video = folder.path + "/a\u{1B}[31m.mp4"
        let made = try await CommandRunner.run(
            ["record", video, "--source", "synthetic:faces=0,size=160x120,frames=2,pace=fast"]
                + CheapDetection.ofNobody)
        try #require(made.exitCode == 0, "\(made.messages)")
        try folder.write(Array("frame,id,x,y,w,h\n".utf8), to: "a\u{1B}[31m.csv")
        let run = try await CommandRunner.run(
            ["evaluate", folder.path, "--detector", "haar"] + options)
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(!run.output.contains("\u{1B}") && run.output.contains("[31m"), "\(run.output)")
    }

    @Test func aSequenceWithoutOneOfItsImagesIsNamed() async throws {
        let folder = try makeSequence(frames: [1, 3])
        let run = try await CommandRunner.run(["evaluate", folder.path])
        #expect(run.exitCode == 65 && run.output == "")
        #expect(run.messages.contains("no image of frame 2"))
    }

    /// `walk/img1/000001.jpg` and so on, of which the second has no face, and `walk/gt/gt.txt`, which says that
    /// each has.
    private func makeSequence(frames: [Int]) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(Array("[Sequence]\nframeRate=10\n".utf8), to: "walk/seqinfo.ini")
        try folder.write(
            Array((1...3).map { "\($0),4,424,181,285,391,1,1,1\n" }.joined().utf8),
            to: "walk/gt/gt.txt")
        for frame in frames {
            let name = frame == 2 ? "negatives/kodim09.png" : "photos/biden_official.jpg"
            let ending = frame == 2 ? "png" : "jpg"
            guard SharedMedia.isAvailable else {
                try folder.write([], to: "walk/img1/00000\(frame).jpg")
                continue
            }
            let data = try Data(
                contentsOf: URL(filePath: SharedMedia.path("media/" + name)))
            try folder.write(Array(data), to: "walk/img1/00000\(frame).\(ending)")
        }
        return folder
    }
}
