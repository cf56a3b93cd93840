// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import TestSupport
import Testing

/// The same failure of a file in every command that writes one: the exit code of `docs/exit-codes.md`, one
/// line that names the file, and what was there before.
@Suite struct UnwritableFileTests {
    /// A command that writes a file.
    struct Writer: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let fileName: String
        /// What it writes beside that, with another ending.
        let sibling: String?
        /// Which of what it reads is there before, under the file's name; `nil` for anything.
        let old: String?
        /// Whether it replaces a file.
        let replaces: Bool
        /// Its words, of the folder with what it reads and the path that it writes.
        let words: @Sendable (_ input: String, _ path: String) -> [String]

        init(
            _ name: String, _ fileName: String, besides sibling: String? = nil,
            changing old: String? = nil, replaces: Bool = true,
            _ words: @escaping @Sendable (_ input: String, _ path: String) -> [String]
        ) {
            testDescription = name
            self.fileName = fileName
            self.sibling = sibling
            self.old = old
            self.replaces = replaces
            self.words = words
        }
    }

    /// A path with another ending.
    private static func path(_ path: String, ending: String) -> String {
        path[..<(path.lastIndex(of: ".") ?? path.endIndex)] + ending
    }

    static let source = "synthetic:faces=1,size=160x120,fps=30,pace=fast,frames=10,motion=still"
    static let detection = CheapDetection.ofNobody

    static let writers = anywhere + (InstalledProgram.ffmpeg == nil ? [] : [ofMatroska])

    private static let ofMatroska = Writer("analyze of another format", "o.mp4") {
        ["analyze", $0 + "/in.mkv", "-o", $1, "-f"] + detection
    }

    private static let anywhere = [
        Writer("record", "o.mp4") { ["record", $1, "-f", "--source", source] + detection },
        Writer("record of audio", "o.m4a") {
            ["record", $1, "-f", "--audio", "source", "--source", $0 + "/tone.wav"]
        },
        Writer("record of waves", "o.wav") {
            ["record", $1, "-f", "--audio", "source", "--source", $0 + "/tone.wav"]
        },
        Writer("photo", "o.png") { ["photo", $1, "-f", "--source", source] + detection },
        Writer("analyze", "o.mp4") {
            ["analyze", $0 + "/in.mp4", "-o", $1, "-f"] + detection
        },
        Writer("export", "o.csv") {
            ["export", $0 + "/in.mp4", "--format", "csv", "-o", $1, "-f"]
        },
        Writer("report", "o.html") { ["report", $0 + "/in.mp4", "-o", $1, "-f"] },
        Writer("render", "o.mp4") { ["render", $0 + "/in.mp4", $1, "-f"] },
        Writer("redact", "o.mp4") {
            ["redact", $0 + "/in.mp4", $1, "-f"] + CheapDetection.ofOneFace
        },
        Writer("remux", "o.mp4") { ["remux", $0 + "/in.mp4", $1, "-f"] },
        Writer("join", "o.mp4") { ["join", $0 + "/in.mp4", "-o", $1, "-f"] },
        Writer("strip", "o.mp4") { ["strip", $0 + "/in.mp4", $1, "-f"] },
        Writer("record of a table", "o.csv", besides: ".mp4") {
            ["record", path($1, ending: ".mp4"), "-f", "--sidecar", "csv", "--source", source]
                + detection
        },
        Writer("analyze to a table", "o.csv", besides: ".mp4") {
            [
                "analyze", $0 + "/in.mp4", "-o", path($1, ending: ".mp4"), "-f", "--sidecar",
                "csv",
            ] + detection
        },
        Writer("photo --live-photo", "o.mov", besides: ".jpg") {
            [
                "photo", path($1, ending: ".jpg"), "-f", "--live-photo", "--source", source,
            ] + detection
        },
        Writer("photo --annotate -o", "o.jpg") {
            ["photo", "--annotate", $0 + "/in.jpg", "-o", $1, "-f"] + CheapDetection.ofOneFace
        },
        Writer("photo --annotate", "o.jpg", changing: "in.jpg") {
            ["photo", "--annotate", $1, "-f"] + CheapDetection.ofOneFace
        },
        Writer("live --annotate", "o.y4m", replaces: false) {
            ["live", "--annotate", $1, "--source", source] + detection
        },
        Writer("recover", "o.mp4") { ["recover", $0 + "/in.mp4", "--output", $1, "-f"] },
    ]

    /// What the commands read: a movie with faces, and audio.
    private static let input = Task {
        let folder = try TemporaryFolder()
        let movie = try await CommandRunner.run(
            ["record", folder.path + "/in.mp4", "--source", source] + detection)
        try #require(movie.exitCode == 0, "\(movie.messages)")
        let photo = try await CommandRunner.run(
            ["photo", folder.path + "/in.jpg", "--source", source] + CheapDetection.ofOneFace)
        try #require(photo.exitCode == 0, "\(photo.messages)")
        if let ffmpeg = InstalledProgram.ffmpeg {
            let copy = try await CommandRunner.run(
                [
                    "-v", "error", "-i", folder.path + "/in.mp4", "-c:v", "copy",
                    folder.path + "/in.mkv",
                ],
                of: ffmpeg)
            try #require(copy.exitCode == 0, "\(copy.messages)")
        }
        let samples = (0..<16_000).flatMap { index -> [UInt8] in
            [0, UInt8(truncatingIfNeeded: index % 50 * 2)]
        }
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        let head: [[UInt8]] = [
            Array("RIFF".utf8), number(36 + samples.count, 4), Array("WAVEfmt ".utf8),
            number(16, 4), number(1, 2), number(1, 2), number(8000, 4), number(16_000, 4),
            number(2, 2), number(16, 2), Array("data".utf8), number(samples.count, 4),
        ]
        try folder.write(head.flatMap(\.self) + samples, to: "tone.wav")
        return folder
    }

    /// Puts a file there that is to be replaced or changed, where one may be; its bytes.
    private func makeOld(_ writer: Writer, at path: String) async throws -> Data? {
        guard writer.replaces else { return nil }
        let input = try await Self.input.value
        let bytes = try writer.old.map {
            try Data(contentsOf: URL(filePath: input.path + "/" + $0))
        }
        let old = bytes ?? Data([1, 2, 3])
        try old.write(to: URL(filePath: path))
        return old
    }

    private func expect(
        _ writer: Writer, at path: String, _ exitCode: Int32, _ reason: String,
        by program: [String] = []
    ) async throws {
        let input = try await Self.input.value
        let words = program + [CommandRunner.facecap] + writer.words(input.path, path)
        let run = try await CommandRunner.run(Array(words.dropFirst()), of: words[0])
        #expect(run.exitCode == exitCode, "\(writer): \(run.messages)")
        // The file beside it may be the first that cannot be written.
        let name = writer.sibling == nil ? path : Self.path(path, ending: "")
        #expect(run.messages.contains(name), "\(writer): \(run.messages)")
        #expect(run.messages.contains(reason), "\(writer): \(run.messages)")
    }

    /// What is changed in place is read first, and fails as what is read.
    @Test(arguments: writers.filter { $0.old == nil })
    func whatIsNoFolderAFolderOrTooLongIsSaid(writer: Writer) async throws {
        let folder = try TemporaryFolder()
        try folder.write([1], to: "file")
        let name = String(repeating: "n", count: 256 - writer.fileName.count) + writer.fileName
        for (path, reason) in [
            ("/file/" + writer.fileName, "Not a directory"),
            ("/none/" + writer.fileName, "create its folder first"),
            ("/" + name, "File name too long"),
        ] {
            try await expect(writer, at: folder.path + path, 74, reason)
        }
        let taken = folder.path + "/" + writer.fileName
        #expect(mkdir(taken, 0o700) == 0)
        try await expect(writer, at: taken, 74, writer.replaces ? "Is a directory" : "exists")
        #expect(
            Set(folder.contents).subtracting([siblingName(of: writer)]) == [
                writer.fileName, "file",
            ])
    }

    private func siblingName(of writer: Writer) -> String {
        writer.sibling.map { Self.path(writer.fileName, ending: $0) } ?? ""
    }

    @Test(arguments: writers)
    func aNameAsLongAsTheFileSystemTakesIsWritten(writer: Writer) async throws {
        let folder = try TemporaryFolder()
        let name = String(repeating: "n", count: 255 - writer.fileName.count) + writer.fileName
        let path = folder.path + "/" + name
        _ = try await makeOld(writer, at: path)
        let input = try await Self.input.value
        let run = try await CommandRunner.run(writer.words(input.path, path))
        #expect(run.exitCode == 0, "\(writer): \(run.messages)")
        let sibling = writer.sibling.map { Self.path(name, ending: $0) }
        #expect(Set(folder.contents) == Set([name, sibling].compactMap(\.self)))
        let size = FileManager.default.contents(atPath: path)?.count
        #expect(size ?? 0 > 100, "\(writer)")
    }

    @Test(
        .enabled(if: SmallFileSystem.isAvailable, "needs the right to mount a tmpfs"),
        arguments: writers)
    func aFullFileSystemKeepsTheOldFile(writer: Writer) async throws {
        let disk = try SmallFileSystem(kilobytes: 48)
        let path = disk.path(writer.fileName)
        let old = try await makeOld(writer, at: path)
        // Nothing more fits.
        let filler = open(disk.path("filler"), O_WRONLY | O_CREAT, 0o600)
        let bytes = [UInt8](repeating: 0, count: 4096)
        while write(filler, bytes, bytes.count) > 0 {}
        close(filler)
        try await expect(writer, at: path, 79, "No space left on device")
        #expect(FileManager.default.contents(atPath: path) == old, "\(writer)")
        #expect(disk.contents == (old == nil ? ["filler"] : ["filler", writer.fileName].sorted()))
    }

    @Test(
        .enabled(if: SmallFileSystem.isAvailable, "needs the right to mount a tmpfs"),
        arguments: writers)
    func aReadOnlyFileSystemIsSaid(writer: Writer) async throws {
        let disk = try SmallFileSystem(kilobytes: 48)
        let path = disk.path(writer.fileName)
        let old = try await makeOld(writer, at: path)
        try disk.makeReadOnly()
        try await expect(writer, at: path, 77, "Read-only file system")
        #expect(FileManager.default.contents(atPath: path) == old)
    }

    /// Runs a program without the rights of root: it may then not write where root alone may.
    private static let asNobody = [
        "/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups",
    ]

    /// Whether that can be done, and the program be run then.
    private static let canBeNobody =
        geteuid() == 0
        && CommandRunner.output(of: asNobody + ["/usr/bin/test", "-x", CommandRunner.facecap])
            != nil

    @Test(.enabled(if: canBeNobody, "needs root and setpriv"), arguments: writers)
    func aFolderThatMayNotBeWrittenToIsSaid(writer: Writer) async throws {
        let folder = try TemporaryFolder()
        #expect(chmod(folder.path, 0o755) == 0)
        let path = folder.path + "/" + writer.fileName
        let old = try await makeOld(writer, at: path)
        if old != nil { #expect(chmod(path, 0o644) == 0) }
        // What the program reads.
        #expect(chmod(try await Self.input.value.path, 0o755) == 0)
        try await expect(writer, at: path, 77, "Permission denied", by: Self.asNobody)
        #expect(FileManager.default.contents(atPath: path) == old)
    }
}
