// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Foundation
import TestSupport
import Testing

/// `--zoom` and `zoom` as their users see them, with drawn heads whose places are known.
@Suite(
    .enabled(
        if: SharedMedia.isAvailable && ProbedMovie.isAvailable,
        "needs FACECAP_SHARED, ffmpeg and ffprobe"))
struct ZoomProgramTests {
    private static let head =
        "synthetic:faces=1,size=640x480,frames=6,pace=fast,motion=turn,seed=3"
    private let folder: TemporaryFolder
    private let environment = ["FACECAP_MODELS": SharedMedia.path("models")]

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    private func facecap(_ arguments: [String]) async throws -> String {
        let result = try await CommandRunner.run(arguments, environment: environment)
        try #require(result.exitCode == 0, "\(arguments): \(result.messages)")
        return result.output
    }

    /// The first face of each frame or photo.
    private static func faces(_ output: String, _ key: String = "faces") throws -> [Rect] {
        try JSONLines.parse(output).filter { $0[key] != nil }.map { record in
            try #require((record[key] as? [[String: Any]])?.first.flatMap(rect), "\(record)")
        }
    }

    private static func rect(_ face: [String: Any]) -> Rect? {
        guard let bounds = face["bounds"] as? [String: Double], let x = bounds["x"],
            let y = bounds["y"], let width = bounds["width"], let height = bounds["height"]
        else { return nil }
        return Rect(x: x, y: y, width: width, height: height)
    }

    /// Expects that what was found is what was found before, where it lies in the frames that are zoomed, and is
    /// where the head was drawn.
    private static func expect(
        _ found: [Rect], _ expected: [Rect], _ truth: [Rect],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(found.count == expected.count, sourceLocation: sourceLocation)
        for (found, (expected, drawn)) in zip(found, zip(expected, truth)) {
            #expect(
                found.intersectionOverUnion(expected) > 0.9, "\(found) and \(expected)",
                sourceLocation: sourceLocation)
            // Detectors draw the line around a face a little elsewhere, zoomed or not.
            #expect(
                found.intersectionOverUnion(drawn) > 0.8, "\(found) and \(drawn)",
                sourceLocation: sourceLocation)
        }
    }

    @Test(arguments: [[], ["--rotate", "90"], ["--mirror"]], [1.5, 2])
    func everyCommandTellsOfTheFacesOfWhatIsShown(turn: [String], factor: Double) async throws {
        let source = ["--source", Self.head] + turn
        let zoom = ["--zoom", "\(factor)"]
        let live = ["live", "--json", "--truth", "--no-smoothing"]
        let whole = try await facecap(live + source)
        #expect(!whole.contains("\"zoom\""))
        let zoomed = try await facecap(live + source + zoom)
        let truth = try Self.faces(zoomed, "truth")
        // The middle is cut out, whichever way up it stands: by other means with the same faces.
        let map = VideoZoom(
            factor: factor,
            visible: Rect(
                x: 0.5 - 0.5 / factor, y: 0.5 - 0.5 / factor, width: 1 / factor,
                height: 1 / factor)
        ).zoomedFromWhole
        for (drawn, before) in zip(truth, try Self.faces(whole, "truth")) {
            #expect(drawn.intersectionOverUnion(map.apply(before)) > 0.985)
        }
        let cut = try await cutByFFmpeg(factor)
        let expected = try Self.faces(
            try await facecap(["live", "--json", "--no-smoothing", "--source", cut] + turn))
        Self.expect(try Self.faces(zoomed), expected, truth)
        let factors = try JSONLines.parse(zoomed).compactMap { $0["zoom"] as? Double }
        #expect(factors == Array(repeating: factor, count: 6))

        _ = try await facecap(
            ["record", path("a.mp4"), "--quiet", "--no-smoothing"] + source + zoom)
        let exported = try await facecap(["export", "--format", "jsonl", path("a.mp4")])
        Self.expect(try Self.faces(exported), expected, truth)
        let size = try await CommandRunner.run(
            [
                "-v", "error", "-select_streams", "v", "-show_entries", "stream=width,height",
                "-of", "csv=p=0", path("a.mp4"),
            ], of: try #require(InstalledProgram.ffprobe))
        #expect(size.output.hasPrefix("640,480"))
        // What is seen in the movie.
        let seen = try await facecap(
            ["live", "--json", "--no-smoothing", "--source", path("a.mp4")])
        Self.expect(try Self.faces(seen), expected, truth)

        let photo = try await facecap(
            ["photo", path("p.jpg"), "--json", "--no-smoothing"] + source + zoom)
        Self.expect(try Self.faces(photo), [expected[0]], truth)
        if PhotoTags.isAvailable {
            let tags = try await PhotoTags.read(path("p.jpg"))
            #expect(tags["DigitalZoomRatio"] as? Double == factor)
        }
        let image = try await facecap(
            ["live", "--json", "--no-smoothing", "--source", path("p.jpg")])
        Self.expect(try Self.faces(image), [expected[0]], truth)
    }

    /// The same head in a video of whose frames FFmpeg left the middle.
    private func cutByFFmpeg(_ factor: Double) async throws -> String {
        _ = try await facecap(["record", path("whole.mp4"), "--quiet", "--source", Self.head])
        let middle = VideoZoom(factor: factor, width: 640, height: 480).visible
            .scaled(x: 640, y: 480)
        let crop = [middle.width, middle.height, middle.x, middle.y].map { "\(Int($0))" }
        let result = try await CommandRunner.run(
            [
                "-v", "error", "-i", path("whole.mp4"), "-vf",
                "crop=\(crop.joined(separator: ":")),scale=640:480:flags=bilinear", "-c:v", "ffv1",
                path("cut.mkv"),
            ], of: try #require(InstalledProgram.ffmpeg))
        try #require(result.exitCode == 0, "\(result.messages)")
        return path("cut.mkv")
    }

    /// The factors of a run's frames, without those that repeat.
    private static func factors(_ output: String) throws -> [Double] {
        try JSONLines.parse(output).filter { $0["type"] as? String == "faces" }
            .map { $0["zoom"] as? Double ?? 1 }
    }

    @Test(arguments: ["record", "live"])
    func theZoomCanBeChangedAndRampedWhileItRuns(command: String) async throws {
        let source = "synthetic:faces=1,size=160x120,fps=30,motion=still,seed=3"
        let output = command == "record" ? [path("movie.mp4")] : ["--zoom", "1"]
        let run = try await CommandRunner.start(
            [command] + output + ["--json", "--source", source] + CheapDetection.ofOneFace,
            input: nil)
        #expect(await run.waitForLines(5), "\(run.messages)")
        try run.send(line: "zoom 2 0.5s")
        #expect(await run.waitForLines(run.lineCount + 40))
        try run.send(line: "zoom 1.25")
        #expect(await run.waitForLines(run.lineCount + 10))
        for words in ["", " 0.5", " 99", " much", " 2 soon", " 2 1s more"] {
            try run.send(line: "zoom" + words)
            #expect(
                await run.waitForMessage(
                    "cannot do 'zoom\(words)'; say zoom FACTOR [TIME], with a factor from 1 to 16"),
                "\(run.messages)")
        }
        try run.send(line: "q")
        let result = await run.result()
        #expect(result.exitCode == 0, "\(result.messages)")

        let factors = try Self.factors(result.output)
        #expect(factors.first == 1 && factors.last == 1.25)
        let jump = try #require(factors.firstIndex(of: 1.25))
        let ramp = factors[..<jump]
        #expect(ramp.last == 2)
        #expect(zip(ramp, ramp.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(Set(ramp).count > 4, "\(factors)")
        #expect(factors[jump...].allSatisfy { $0 == 1.25 })
        // Somebody who is seen all the time is the same all the time.
        let ids = try result.records("faces").flatMap { record in
            (record["faces"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? Int }
        }
        #expect(!ids.isEmpty && Set(ids) == [1])
        guard command == "record" else { return }
        let size = try await CommandRunner.run(
            [
                "-v", "error", "-select_streams", "v", "-show_entries", "stream=width,height",
                "-of", "csv=p=0", path("movie.mp4"),
            ], of: try #require(InstalledProgram.ffprobe))
        #expect(size.output == "160,120\n")
    }

    @Test func whatCannotBeZoomedIsSaid() async throws {
        for (words, reason) in [
            (["live", "--zoom", "0.5"], "from 1 to 16"),
            (["live", "--zoom", "17"], "from 1 to 16"),
            (
                ["record", path("a.mp4"), "--zoom", "2", "--passthrough", "--source", "v.mp4"],
                "--passthrough copies frames as they are; leave it out, or leave out --zoom."
            ),
        ] {
            let result = try await CommandRunner.run(words)
            #expect(result.exitCode == 64, "\(words)")
            #expect(result.messages.contains(reason), "\(result.messages)")
        }
        #expect(folder.contents == [])
    }

    @Test func facesStayCoveredWhileTheZoomChanges() async throws {
        let run = try await CommandRunner.start(
            [
                "record", path("a.mp4"), "--json", "--redact", "box", "--quality", "1", "--source",
                "synthetic:faces=1,size=320x240,fps=15,motion=still,seed=3",
            ] + CheapDetection.ofOneFace, input: nil)
        #expect(await run.waitForLines(25), "\(run.messages)")
        try run.send(line: "zoom 2 500ms")
        #expect(await run.waitForLines(60), "\(run.messages)")
        try run.send(line: "stop")
        let result = await run.result()
        #expect(result.exitCode == 0, "\(result.messages)")
        #expect(try Self.factors(result.output).last == 2)
        let faces = try Self.faces(result.output)
        let images = try FFmpegProgram.rawImages(of: path("a.mp4"), pixelFormat: "gray")
        #expect(images.count == faces.count * 320 * 240)
        for (number, face) in faces.enumerated() {
            let (x, y) = (Int(face.center.x * 320), Int(face.center.y * 240))
            #expect(images[number * 320 * 240 + y * 320 + x] < 24, "\(number): \(face)")
        }
    }

    @Test func codesHaveTheirCornersInWhatIsShown() async throws {
        let (width, height) = (320, 240)
        var image = DrawnCode.Image(width: width, height: height)
        let corners = try #require(
            DrawnCode("QRCode", "in the middle").draw(
                at: DrawnCode.Place(x: 150, y: 125), in: &image))
        try
            (Data("YUV4MPEG2 W\(width) H\(height) F25:1 Ip A1:1 Cmono\nFRAME\n".utf8)
            + Data(image.luma)).write(to: URL(filePath: path("codes.y4m")))
        let output = try await facecap(
            ["live", "--json", "--codes", "qr", "--zoom", "1.5", "--source", path("codes.y4m")]
                + CheapDetection.ofOneFace)
        let event = try #require(
            JSONLines.parse(output).first { $0["event"] as? String == "codes" })
        let code = try #require((event["codes"] as? [[String: Any]])?.first)
        let zoom = VideoZoom(factor: 1.5, width: width, height: height)
        for (read, drawn) in zip(try #require(code["corners"] as? [[Double]]), corners) {
            let place = zoom.zoomedFromWhole.apply(
                Point(x: drawn.x / Double(width), y: drawn.y / Double(height)))
            #expect(abs(read[0] - place.x) * Double(width) < 4)
            #expect(abs(read[1] - place.y) * Double(height) < 4)
        }
    }
}
