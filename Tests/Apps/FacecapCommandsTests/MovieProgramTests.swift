// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import TestSupport
import Testing

/// `facecap inspect` and `facecap export` as their users see them.
@Suite struct MovieProgramTests {
    private static let source =
        "synthetic:faces=2,size=320x240,fps=30,seed=7,motion=still,pace=fast,frames=8"

    private func record(_ options: [String] = []) async throws -> RecordedMovie {
        try await RecordedMovie(Self.source, CheapDetection.ofTwoFaces + options)
    }

    @Test func aPageForPeopleAndAnObjectForProgramsSayTheSame() async throws {
        let movie = try await record(["--marker", "begin\u{1B}[2J"])
        let page = try await CommandRunner.run(["inspect", movie.path])
        #expect(page.exitCode == 0)
        #expect(page.messages == "")
        #expect(page.output.contains("8 frames, 8 analyzed"))
        #expect(page.output.contains("Markers, of track 1, 1 sample, "))
        #expect(page.output.contains("320x240"))
        #expect(!page.output.contains("\u{1B}"))
        let run = try await CommandRunner.run(["inspect", movie.path, "--json"])
        let object = try #require(try JSONLines.parse(run.output).first)
        #expect(object["schema"] as? String == "facecap-inspect/1")
        #expect(object["file_type"] as? String == "mp4")
        #expect(object["fragmented"] as? Bool == false)
        let tracks = try #require(object["tracks"] as? [[String: Any]])
        #expect(tracks.compactMap { $0["kind"] as? String } == ["video", "metadata", "metadata"])
        #expect(tracks[0]["average_rate"] as? Double == 30)
        #expect(tracks[1]["describes"] as? [Int] == [1])
        let faces = try #require((object["faces"] as? [[String: Any]])?.first)
        #expect(faces["frames"] as? Int == 8)
        let ids = try #require(faces["ids"] as? [[String: Any]])
        #expect(ids.compactMap { $0["id"] as? Int } == [1, 2])
        #expect(ids.allSatisfy { $0["frames"] as? Int == 8 })
        let markers = try #require(object["markers"] as? [[String: Any]])
        #expect(markers.first?["text"] as? String == "begin\u{1B}[2J")
        let metadata = try #require(object["metadata"] as? [[String: Any]])
        #expect(metadata.contains { $0["text"] as? String == "haar" })
    }

    @Test func theSidecarsOfARecordingAreWhatItsMovieIsExportedTo() async throws {
        let formats = "csv,vtt,mot,mot-gt,cvat,coco,openface"
        let movie = try await record(["--sidecar", formats])
        let stem = movie.folder.path + "/again"
        let run = try await CommandRunner.run([
            "export", movie.path, "--format", formats, "--output", stem,
        ])
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(run.output == "")
        for name in ["csv", "mot.txt", "openface.csv"] {
            let first = try String(
                contentsOfFile: movie.folder.path + "/out." + name, encoding: .utf8)
            let again = try String(contentsOfFile: stem + "." + name, encoding: .utf8)
            #expect(first.split(separator: "\n").count == again.split(separator: "\n").count)
        }
        #expect(movie.folder.contents.filter { $0.hasPrefix("again.") }.count == 7)
        // The archives have no time, and the same rows.
        let archives = [movie.folder.path + "/out.mot-gt.zip", stem + ".mot-gt.zip"]
        let rows = try await Python.run(
            """
            import sys, zipfile
            first, again = (zipfile.ZipFile(path).read("gt/gt.txt").splitlines()
                            for path in sys.argv[1:])
            print(len(first) == len(again), len(first))
            """, arguments: archives)
        #expect(rows.output == "True 16\n", "\(rows.messages)")
    }

    @Test func oneFormatGoesToStandardOutputOrIntoAFile() async throws {
        let movie = try await record()
        let printed = try await CommandRunner.run(["export", movie.path, "--format", "csv"])
        let path = movie.folder.path + "/faces"
        let written = try await CommandRunner.run([
            "export", movie.path, "--format", "csv", "-o", path,
        ])
        #expect(written.output == "" && printed.messages == "")
        #expect(written.messages == "facecap: wrote \(path)\n")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == printed.output)
        let refused = try await CommandRunner.run([
            "export", movie.path, "--format", "csv", "-o", path,
        ])
        #expect(refused.exitCode == 74)
        #expect(refused.messages.contains("--force"))
        let forced = try await CommandRunner.run([
            "export", movie.path, "--format", "csv", "-o", path, "--force",
        ])
        #expect(forced.exitCode == 0)
    }

    @Test func aTableOfADamagedMovieReplacesNoFile() async throws {
        let movie = try await record()
        let whole = try await CommandRunner.run(["export", movie.path, "--format", "csv"])
        let rows = whole.output.split(whereSeparator: \.isNewline)
        // The names of the columns, and two faces in each frame.
        try #require(rows.count == 17, "\(whole.output)")
        try FaceTrackMovie.cutFaces(3, of: movie.path)
        let old = try movie.folder.write([1, 2, 3], to: "old.csv")
        let new = movie.folder.path + "/new.csv"
        for (path, outcome) in [
            (old, "\(old) is left as it was."),
            (new, "What was written holds what comes before that."),
        ] {
            let run = try await CommandRunner.run([
                "export", movie.path, "--format", "csv", "-o", path, "--force",
            ])
            #expect(run.exitCode == 65, "\(run.messages)")
            #expect(run.messages.contains(outcome), "\(run.messages)")
            #expect(run.messages.contains("What was written") == (path == new))
        }
        #expect(FileManager.default.contents(atPath: old) == Data([1, 2, 3]))
        let written = try String(contentsOfFile: new, encoding: .utf8)
        #expect(written.split(whereSeparator: \.isNewline) == Array(rows.prefix(11)))
    }

    @Test(.enabled(if: InstalledProgram.script != nil, "needs script"))
    func anArchiveIsNotPutOnATerminal() async throws {
        let movie = try await record()
        let run = try await CommandRunner.run(
            [
                "-qec", "'\(CommandRunner.facecap)' export '\(movie.path)' --format mot-gt",
                "/dev/null",
            ], of: InstalledProgram.script ?? "")
        #expect(run.exitCode == 64)
        #expect(run.output.contains("--output") && !run.output.contains("PK"))
        let printed = try await CommandRunner.run(["export", movie.path, "--format", "mot-gt"])
        #expect(printed.exitCode == 0 && printed.output.hasPrefix("PK"))
    }

    @Test func severalFormatsGoBesideTheMovie() async throws {
        let movie = try await record()
        let run = try await CommandRunner.run([
            "export", movie.path, "--format", "csv", "--format", "mot,vtt",
        ])
        #expect(run.exitCode == 0, "\(run.messages)")
        let files = ["out.csv", "out.vtt", "out.mot.txt"].map { "\(movie.folder.path)/\($0)" }
        #expect(run.messages == "facecap: wrote \(files.joined(separator: ", "))\n")
        #expect(movie.folder.contents == ["out.csv", "out.mot.txt", "out.mp4", "out.vtt"])
        let quiet = try await CommandRunner.run([
            "export", movie.path, "--format", "csv,vtt", "--force", "--quiet",
        ])
        #expect(quiet.exitCode == 0 && quiet.messages == "")
    }

    @Test func markersAreInTheFormatsThatHaveAPlaceForThem() async throws {
        let movie = try await record(["--marker", "stimulus 7"])
        let withMarkers = ["jsonl", "vtt", "eaf", "TextGrid", "boris"]
        let others = ["csv", "mot.txt", "cvat.xml", "coco.json", "openface.csv"]
        let run = try await CommandRunner.run([
            "export", movie.path, "--format",
            "jsonl,vtt,eaf,textgrid,boris,csv,mot,cvat,coco,openface",
        ])
        #expect(run.exitCode == 0, "\(run.messages)")
        for ending in withMarkers + others {
            let text = try String(
                contentsOfFile: "\(movie.folder.path)/out.\(ending)", encoding: .utf8)
            #expect(text.contains("stimulus 7") == withMarkers.contains(ending), "\(ending)")
        }
        let marker = try await movie.exported().first { $0["event"] as? String == "marker" }
        #expect(marker?["pts"] as? Double == 0)
    }

    @Test func damagedMarkersAreMissedWhereThereIsAPlaceForThem() async throws {
        let movie = try await record(["--marker", "one"])
        try FaceTrackMovie.change(movie.path) { bytes, _ in
            // The place of the samples of the last track.
            let table = try #require(bytes.ranges(of: Array("stco".utf8)).last)
            for place in 12..<16 { bytes[table.lowerBound + place] = 0x7F }
        }
        let records = try await CommandRunner.run(["export", movie.path, "--format", "jsonl"])
        #expect(records.exitCode == 65)
        #expect(records.messages.contains("lacks the rest of that track"), "\(records.messages)")
        #expect(try JSONLines.parse(records.output).frames.count == 8)
        let table = try await CommandRunner.run(["export", movie.path, "--format", "csv"])
        #expect(table.exitCode == 0, "\(table.messages)")
    }

    @Test func facesThatCannotBeReadAreMissed() async throws {
        let movie = try await record()
        try FaceTrackMovie.change(movie.path) { bytes, _ in
            // The bounds of a face of the first frame: x is no number.
            let item: [UInt8] = [0, 0, 0, 40, 0, 0, 0, 3]
            let value = try #require(bytes.firstRange(of: item)).upperBound
            bytes.replaceSubrange(value..<value + 2, with: [0x7F, 0xC0])
        }
        for words in [["export", "--format", "csv"], ["report", "-o", "-"], ["render"]] {
            let output = words == ["render"] ? [movie.folder.path + "/copy.mp4"] : []
            let run = try await CommandRunner.run(words + [movie.path] + output)
            #expect(run.exitCode == 0)
            #expect(run.messages.contains("has 1 damaged face; find"), "\(run.messages)")
        }
        let records = try await movie.exported()
        let warning = try #require(records.first { $0["event"] as? String == "warning" })
        #expect(warning["code"] as? String == "media_damaged")
    }

    @Test func landmarksThatTheMovieDoesNotHaveAreMissed() async throws {
        let movie = try await record()
        for words in [["export", "--format", "csv"], ["report", "-o", "-"]] {
            let plain = try await CommandRunner.run(words + [movie.path])
            #expect(plain.exitCode == 0 && plain.messages == "")
            let run = try await CommandRunner.run(words + [movie.path, "--landmarks"])
            #expect(run.exitCode == 0)
            #expect(run.messages.contains("has no landmarks; find them with facecap analyze"))
        }
    }

    @Test func aMovieThatDoesNotTellItsSizeIsNamed() async throws {
        let movie = try await record()
        try FaceTrackMovie.change(movie.path) { bytes, _ in
            // Of the sample entries, and of the headers of tracks.
            for (type, place, count) in [("avc1", 24, 4), ("tkhd", 76, 8)] {
                for box in bytes.ranges(of: Array(type.utf8)) {
                    for index in 0..<count { bytes[box.upperBound + place + index] = 0 }
                }
            }
        }
        for words in [["export", "--format", "csv"], ["report"]] {
            let run = try await CommandRunner.run(words + [movie.path])
            #expect(run.exitCode == 65)
            #expect(run.messages.contains("\(movie.path) is damaged: it tells no usable size"))
        }
    }

    /// Their names would consist of an ending, and the files be hidden.
    @Test func severalFormatsAreNotWrittenUnderTheNameOfAFolder() async throws {
        let movie = try await record()
        let run = try await CommandRunner.run([
            "export", movie.path, "--format", "csv,vtt", "-o", movie.folder.path + "/",
        ])
        #expect(run.exitCode == 74)
        #expect(run.messages.contains("give the name of a file"), "\(run.messages)")
        #expect(movie.folder.contents == ["out.mp4"])
    }

    @Test func aMirroredExportHasItsFacesOnTheOtherSide() async throws {
        let movie = try await record()
        let plain = try await movie.exported()
        let mirrored = try await movie.exported(["--mirror"])
        #expect(mirrored.first?["mirrored"] as? Bool == true)
        func bounds(_ records: [[String: Any]]) throws -> [String: Double] {
            let faces = try #require(records.frames.last?["faces"] as? [[String: Any]])
            return try #require(faces.first?["bounds"] as? [String: Double])
        }
        let here = try bounds(plain)
        let there = try bounds(mirrored)
        let x = try #require(here["x"])
        let width = try #require(here["width"])
        #expect(abs(1 - x - width - (there["x"] ?? 0)) < 1e-6)
        #expect(abs(width - (there["width"] ?? 0)) < 1e-6)
    }

    @Test(arguments: [
        (["export", "/no/such.mp4", "--format", "csv"], 66, "/no/such.mp4"),
        (["inspect", "/no/such.mp4"], 66, "/no/such.mp4"),
        (["inspect", "/etc/passwd"], 65, "/etc/passwd"),
        (["export", "x.mp4"], 64, "--format"), (["export", "x.mp4", "--format", "xml"], 64, "xml"),
        (["inspect"], 64, "FILE is missing"),
        (["inspect", "/etc"], 65, "/etc is a directory"),
        (["inspect", "/dev/null"], 65, "is not a regular file"),
        (["redact", "/no/such.mp4", "x.mp4"], 66, "There is no /no/such.mp4"),
        (["redact", "/etc", "x.mp4"], 65, "/etc is a directory"),
        (["redact", "/dev/null", "x.mp4"], 66, "reads a video twice"),
        (["evaluate", "/etc/passwd"], 66, "/etc/passwd is not a folder"),
        (["evaluate", "/etc", "--html", "-"], 64, "one named - is ./-"),
        (["analyze", "/etc", "--output-dir", "x", "--report", "-"], 64, "one named - is ./-"),
        (["live", "--json", "--source", "0"], 66, "name a camera as /dev/video0"),
        (["photo", "--annotate", "/etc", "--detector", "haar"], 65, "name its photos: /etc/*.jpg"),
    ])
    func badInputIsOneLineWithTheRightExitCode(
        _ arguments: [String], _ status: Int32, _ named: String
    ) async throws {
        let run = try await CommandRunner.run(arguments)
        #expect(run.exitCode == status)
        #expect(run.output == "")
        #expect(run.messages.contains(named))
        #expect(run.messages.filter { $0 == "\n" }.count == 1)
    }

    @Test func aMovieWithoutThatFaceTrackIsNamed() async throws {
        let movie = try await record()
        let run = try await CommandRunner.run([
            "export", movie.path, "--format", "csv", "--track", "2",
        ])
        #expect(run.exitCode == 65)
        #expect(run.messages.contains("face track 2"))
    }
}
