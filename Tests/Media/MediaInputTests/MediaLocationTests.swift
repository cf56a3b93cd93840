// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import MediaInput
import TestSupport
import Testing

@Suite struct MediaLocationTests {
    @Test func argumentsAreTakenForWhatTheyLookLike() {
        #expect(MediaLocation("-") == .standardInput)
        #expect(MediaLocation("file.mp4") == .file(path: "file.mp4"))
        #expect(MediaLocation("12:30.mp4") == .file(path: "12:30.mp4"))
        #expect(MediaLocation("a b/c://d") == .file(path: "a b/c://d"))
        #expect(MediaLocation("https://example/a.mp4") == .url("https://example/a.mp4"))
        #expect(MediaLocation("rtsp://camera/1") == .url("rtsp://camera/1"))
        #expect(MediaLocation("file:///a/b.mp4") == .file(path: "/a/b.mp4"))
        #expect(MediaLocation("file://localhost/a/b.mp4") == .file(path: "/a/b.mp4"))
        #expect(MediaLocation("file:b.mp4") == .file(path: "b.mp4"))
        #expect(MediaLocation("") == .file(path: ""))
    }

    @Test func anAbsolutePathBeginsAtTheRoot() {
        let folder = FileManager.default.currentDirectoryPath
        #expect(MediaLocation("a/b.m3u8").absolute == .file(path: folder + "/a/b.m3u8"))
        for argument in ["/a/b.m3u8", "-", "https://a/b.m3u8"] {
            #expect(MediaLocation(argument).absolute == MediaLocation(argument))
        }
    }

    @Test func messagesKeepSecrets() {
        #expect(MediaLocation("rtsp://me:secret@camera/1").description == "rtsp://camera/1")
        #expect(MediaLocation("http://a/b@c").description == "http://a/b@c")
        #expect(MediaLocation("http://").description == "http://")
    }

    @Test func messagesStayInOneLine() {
        #expect(MediaLocation("a\nb\u{1B}[2J.mp4").description == "a?b?[2J.mp4")
        #expect(MediaLocation("").description == "\"\"")
    }

    @Test(
        .enabled(if: FFmpegProgram.isAvailable, "ffmpeg is not installed"),
        arguments: ["http:a.mkv", "a%03d.png", "*.mkv", "concat:a|b.mkv"])
    func namesHaveNoMeaning(name: String) throws {
        let folder = try MediaFolder()
        let made = try folder.make(
            name.hasSuffix("png") ? "made.png" : "made.mkv",
            "-f lavfi -i testsrc=s=32x32 -frames:v 1")
        let path = folder.path(name)
        try FileManager.default.moveItem(atPath: made, toPath: path)
        #expect(MediaLocation(path) == .file(path: path))
        #expect(try Recording(MediaFileSource(path)).images.count == 1)
    }
}
