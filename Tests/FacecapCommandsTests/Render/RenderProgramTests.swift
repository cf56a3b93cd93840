import FoundationEssentials
import TestSupport
import Testing

/// `facecap render` as its users see it; films are drawn, sound is a tone.
@Suite(.enabled(if: ProbedMovie.isAvailable)) struct RenderProgramTests {
    /// A film to draw on.
    enum Film: String, CaseIterable, Sendable {
        case constantRate, variableRate, reordered, cutInside, lateStart, lateSound, turned

        /// What `ffmpeg` makes it of, from a film with sound.
        fileprivate var arguments: [String] {
            switch self {
            case .constantRate: ["-c:v", "libx264", "-bf", "0"]
            case .variableRate:
                ["-vf", "select=not(eq(mod(n\\,5)\\,3))", "-vsync", "vfr", "-c:v", "libx264"]
            case .reordered: ["-c:v", "libx264", "-bf", "3"]
            case .cutInside, .lateSound: ["-c", "copy"]
            case .lateStart: ["-an", "-c", "copy"]
            case .turned: ["-vf", "transpose=2", "-c:v", "libx264"]
            }
        }

        fileprivate var inputArguments: [String] {
            switch self {
            case .cutInside: ["-ss", "0.37"]
            case .lateStart: ["-itsoffset", "0.7"]
            default: []
            }
        }
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    @discardableResult
    private func succeed(
        _ arguments: [String], of program: String = CommandRunner.facecap
    ) async throws -> CommandResult {
        let run = try await CommandRunner.run(arguments, of: program, within: 120)
        try #require(run.exitCode == 0, "\(run.messages)")
        return run
    }

    private func convert(_ arguments: [String]) async throws {
        try await succeed(["-v", "error", "-y"] + arguments, of: "/usr/bin/ffmpeg")
    }

    /// A film of a drawn face, with its face track; returns its path.
    private func makeFilm(_ film: Film) async throws -> String {
        try await succeed([
            "record", path("drawn.mp4"), "--quiet", "--detector", "haar", "--detect-every", "1000",
            "--source", "synthetic:faces=1,size=320x240,frames=45,pace=fast,motion=still",
        ])
        try await convert([
            "-i", path("drawn.mp4"), "-f", "lavfi", "-i", "sine=r=16000:d=1.5", "-map", "0:v",
            "-map", "1:a", "-c:v", "libx264", "-bf", "2", "-g", "20", "-c:a", "aac",
            path("sound.mp4"),
        ])
        let sound = film == .lateSound ? ["-itsoffset", "0.3", "-i", path("sound.mp4")] : []
        let map = film == .lateSound ? ["-map", "0:v", "-map", "1:a"] : []
        try await convert(
            film.inputArguments + ["-i", path("sound.mp4")] + sound + map + film.arguments
                + [path("plain.mp4")])
        if film == .turned {
            try await convert([
                "-i", path("plain.mp4"), "-c", "copy", "-metadata:s:v", "rotate=270",
                path("turned.mp4"),
            ])
        }
        try await succeed([
            "analyze", path(film == .turned ? "turned.mp4" : "plain.mp4"), "-o", path("film.mp4"),
            "--quiet", "--detector", "haar", "--detect-every", "4",
        ])
        return path("film.mp4")
    }

    /// Time stamps and checksums of the packets of a stream, as `ffprobe` prints them.
    private func packets(_ path: String, _ stream: String, _ entries: String) async throws
        -> [String]
    {
        try await succeed(
            [
                "-v", "error", "-select_streams", stream, "-show_packets", "-show_data_hash", "md5",
                "-show_entries", "packet=\(entries)", "-of", "csv=p=0", path,
            ], of: "/usr/bin/ffprobe"
        ).output.split(separator: "\n").map(String.init).sorted()
    }

    /// The time stamps of the pictures, but for those that an edit list hides.
    private func shownTimes(_ path: String) async throws -> [Substring?] {
        try await packets(path, "v", "pts_time,flags").filter { !$0.contains("D") }
            .map { $0.split(separator: ",").first }
    }

    private func faces(_ path: String) async throws -> [String] {
        try await succeed(["export", path, "--format", "jsonl"]).output
            .split(separator: "\n").map(String.init)
    }

    @Test(arguments: Film.allCases)
    func picturesKeepTheirTimesAndSoundItsBytes(film: Film) async throws {
        let film = try await makeFilm(film)
        let run = try await succeed([
            "render", film, path("out.mp4"), "--trails", "1s", "--preset", "ultrafast",
        ])
        #expect(run.output.isEmpty)
        let times = try await shownTimes(film)
        #expect(!times.isEmpty)
        #expect(try await shownTimes(path("out.mp4")) == times)
        let sound = try await packets(film, "a", "pts_time,data_hash")
        #expect(try await packets(path("out.mp4"), "a", "pts_time,data_hash") == sound)
        let faces = try await faces(film)
        #expect(faces.contains { $0.contains("\"bounds\"") })
        #expect(try await self.faces(path("out.mp4")).dropFirst() == faces.dropFirst())
        #expect(run.messages.contains("drew \(times.count) pictures"))
        let decoded = try await CommandRunner.run(
            ["-v", "error", "-i", path("out.mp4"), "-f", "null", "-"], of: "/usr/bin/ffmpeg")
        #expect(decoded.exitCode == 0 && decoded.messages.isEmpty)
    }

    /// The picture shown at half a second: its width, and blue, green and red of each pixel.
    private func picture(_ path: String) async throws -> (width: Int, bytes: [UInt8]) {
        let file = self.path("picture.bin")
        try await convert([
            "-ss", "0.5", "-i", path, "-frames:v", "1", "-pix_fmt", "bgr24", "-f", "rawvideo", file,
        ])
        let bytes = Array(try Data(contentsOf: URL(filePath: file)))
        // 320x240 however it is stored.
        return (320, bytes)
    }

    @Test(arguments: [Film.constantRate, .turned])
    func boxesStandAroundTheFacesAsTheyAreShown(film: Film) async throws {
        let film = try await makeFilm(film)
        try await succeed([
            "render", film, path("out.mp4"), "--draw", "boxes", "--quality", "5",
        ])
        let frame = try #require(
            JSONLines.parse(try await succeed(["export", film, "--format", "jsonl"]).output)
                .frames.last { ($0["pts"] as? Double).map { $0 < 0.5001 } == true })
        let face = try #require((frame["faces"] as? [[String: Any]])?.first)
        let bounds = try #require(face["bounds"] as? [String: Double])
        let middle = (bounds["y"] ?? 0) + (bounds["height"] ?? 0) / 2
        let column = Int((bounds["x"] ?? 0) * 320)
        let picture = try await picture(path("out.mp4"))
        try #require(picture.bytes.count == 320 * 240 * 3)
        // The first colour is an orange: far more red than blue.
        let edge = (column - 3...column + 3).map { x -> Int in
            let at = (Int(middle * 240) * 320 + x) * 3
            return Int(picture.bytes[at + 2]) - Int(picture.bytes[at])
        }
        #expect(edge.max().map { $0 > 120 } == true, "\(edge)")
        let before = try await self.picture(film)
        let differences = zip(picture.bytes, before.bytes).map { abs(Int($0) - Int($1)) }
        #expect(differences.count { $0 > 60 } < differences.count / 20)
    }

    @Test func soundCanBeLeftOutOrEncoded() async throws {
        let film = try await makeFilm(.constantRate)
        try await succeed(["render", film, path("a.mp4"), "--sound", "drop", "-q"])
        #expect(try await ProbedMovie(path: path("a.mp4"))?.sound == nil)
        try await succeed(["render", film, path("b.mov"), "--sound", "encode", "-q"])
        let encoded = try #require(try await ProbedMovie(path: path("b.mov")))
        #expect(encoded.sound.map { $0.packets.count > 20 } == true)
        #expect(encoded.video?.times == (try await ProbedMovie(path: film))?.video?.times)
    }

    @Test func soundThatCannotBeCopiedIsSaidBeforehand() async throws {
        let film = try await makeFilm(.constantRate)
        try await convert([
            "-i", film, "-map", "0:v", "-map", "0:a", "-c:v", "copy", "-c:a", "pcm_s16le",
            path("pcm.mov"),
        ])
        try await succeed([
            "analyze", path("pcm.mov"), "-o", path("faces.mov"), "-q", "--detector", "haar",
        ])
        let run = try await CommandRunner.run(["render", path("faces.mov"), path("out.mov")])
        #expect(run.exitCode != 0)
        #expect(run.messages.contains("--sound encode"))
        #expect(!folder.contents.contains("out.mov"))
    }

    @Test func nothingIsReplacedUnaskedAndTheMovieItselfNever() async throws {
        let film = try await makeFilm(.constantRate)
        try folder.write([1], to: "there.mp4")
        let refused = try await CommandRunner.run(["render", film, path("there.mp4")])
        #expect(refused.exitCode == 74 && refused.messages.contains("--force"))
        try await succeed(["render", film, path("there.mp4"), "--force", "-q"])
        let same = try await CommandRunner.run(["render", film, film, "--force"])
        #expect(same.exitCode == 64 && same.messages.contains("the movie itself"))
    }

    @Test func aMovieWithoutFacesIsRefused() async throws {
        let film = try await TestFilm.make(in: folder, seconds: 0.2)
        try await convert(["-i", film, "-c", "copy", path("plain.mp4")])
        let run = try await CommandRunner.run(["render", path("plain.mp4"), path("out.mp4")])
        #expect(run.exitCode == 65 && run.messages.contains("has no face track"))
        let gone = try await CommandRunner.run(["render", path("none.mp4"), path("out.mp4")])
        #expect(gone.exitCode == 66)
        #expect(!folder.contents.contains("out.mp4"))
    }
}
