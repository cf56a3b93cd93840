// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Foundation
import MediaInput
import TestSupport
import Testing

/// Files that name other files, whatever they are called.
@Suite struct PlaylistTests {
    let folder: MediaFolder

    init() throws { folder = try MediaFolder() }

    private static let segments =
        "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:1.2,\nPLACE\n#EXT-X-ENDLIST\n"
    private static let manifest = """
        <?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" \
        mediaPresentationDuration="PT1S" minBufferTime="PT1S" \
        profiles="urn:mpeg:dash:profile:isoff-on-demand:2011"><Period><AdaptationSet \
        mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>PLACE</BaseURL>\
        </Representation></AdaptationSet></Period></MPD>
        """

    /// Texts in which `PLACE` stands for the path of a file, and what they are called in the error.
    static let lists = [
        (segments, "HLS"),
        (segments.replacingOccurrences(of: "PLACE", with: "file://PLACE"), "HLS"),
        ("#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:1.2,\nPLACE\n", "HLS"),
        ("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nself.mp4\n", "HLS"),
        (manifest, "DASH"),
        ("ffconcat version 1.0\nfile 'PLACE'\n", "ffconcat"),
        (
            "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\n"
                + "m=video 5004 RTP/AVP 96\na=rtpmap:96 H264/90000\n", "SDP"
        ),
    ]

    private func write(_ list: String, naming other: String) throws -> String {
        try folder.write(
            "self.mp4", Data(list.replacingOccurrences(of: "PLACE", with: other).utf8))
    }

    @Test(arguments: lists)
    func aListIsNotFollowed(list: String, kind: String) throws {
        let error = openingError(try write(list, naming: folder.path("other.ts")))
        #expect(error?.code == .mediaUnreadable)
        #expect(error?.message.contains("(\(kind))") == true, "\(error?.message ?? "none")")
    }

    @Test(arguments: ["%03d.png", "concat:a|b", "subfile,,start,0,end,1,,:a", "crypto:a", "pipe:0"])
    func aNameWithAMeaningForFFmpegIsAPath(name: String) {
        let error = openingError(folder.path(name))
        #expect(error?.code == .sourceNotFound)
        let relative = openingError(name)
        #expect(relative?.code == .sourceNotFound)
    }

    @Test(arguments: [
        "crypto+file:///etc/passwd", "concatf://a", "async://a", "unix://a", "fd://0",
    ])
    func aSchemeThatIsNotOneOfANetworkIsRefused(address: String) {
        #expect(openingError(address)?.code == .invalidArgument)
    }

    @Test(arguments: ["%03d.mp4", "*.mp4"], [false, true])
    func aNameLikeAPatternIsOneFile(name: String, isAllowed: Bool) throws {
        let path = try folder.write(name, Data("Not a video at all, only words.\n".utf8))
        let error = openingError(path, options: .init(allowsPlaylists: isAllowed))
        #expect(error?.code == .mediaUnreadable)
    }

    @Test(.enabled(if: FFmpegProgram.isAvailable, "ffmpeg is not installed"))
    func aListThatIsAllowedMayNameLocalFiles() throws {
        let options = MediaFileSource.Options(allowsPlaylists: true)
        let video = try folder.make(
            "file.mp4", "-f lavfi -i testsrc=d=0.4:s=64x48:r=10 -c:v libx264 -f mp4")
        let stream = try folder.make("stream.ts", "-i \(video) -c copy -f mpegts")
        for (list, name) in [(Self.segments, stream), (Self.manifest, "file.mp4")] {
            let path = try write(list, naming: name)
            #expect(try Recording(MediaFileSource(path, options: options)).images.count == 4)
            #expect(openingError(path)?.code == .mediaUnreadable)
        }
    }

    @Test func aListThatNamesItselfEndsSoonWhereItIsAllowed() throws {
        let path = try write("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nself.mp4\n", naming: "")
        let error = openingError(path, options: .init(allowsPlaylists: true))
        #expect(error?.code == .mediaUnreadable)
    }

    /// Serves a folder on a free port, which it prints.
    private static let server = """
        import http.server, functools, sys
        handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=sys.argv[1])
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        print(server.server_port, flush=True)
        server.serve_forever()
        """

    /// Serves the folder; the program, and its address.
    private func serve() async throws -> (server: RunningCommand, address: String) {
        let process = try CommandRunner.startBeside([
            "/usr/bin/python3", "-c", Self.server, folder.url.path,
        ])
        #expect(await process.waitForLines(1), "\(process.messages)")
        let port = process.output.trimmingCharacters(in: .whitespacesAndNewlines)
        return (process, "http://127.0.0.1:\(port)/")
    }

    @Test(
        .enabled(if: FFmpegProgram.isAvailable, "ffmpeg is not installed"),
        arguments: ["image.jpg", "IMAGE.JPEG", "image.png", "image"])
    func anImageOnAServerIsReadWhateverItsName(name: String) async throws {
        let image = try folder.make(
            "image.\(name.hasSuffix("png") ? "png" : "jpg")",
            "-f lavfi -i testsrc=s=64x48 -frames:v 1")
        try FileManager.default.moveItem(atPath: image, toPath: image + ".tmp")
        try FileManager.default.moveItem(
            atPath: image + ".tmp", toPath: folder.url.path + "/" + name)
        let (server, address) = try await serve()
        defer { server.send(SIGKILL) }
        #expect(try Recording(MediaFileSource(address + name)).images.count == 1)
    }

    @Test(.enabled(if: FFmpegProgram.isAvailable, "ffmpeg is not installed"))
    func aListOnAServerMayNameAddressesAndNoFile() async throws {
        let (server, start) = try await serve()
        defer { server.send(SIGKILL) }
        let stream = try folder.make(
            "stream.ts", "-f lavfi -i testsrc=d=0.4:s=64x48:r=10 -c:v libx264 -f mpegts")
        _ = try write(Self.segments, naming: "stream.ts")
        let address = start + "self.mp4"
        #expect(try Recording(MediaFileSource(address)).images.count == 4)
        for file in [stream, "file://" + stream, "file:" + stream, "crypto+file://" + stream] {
            _ = try write(Self.segments, naming: file)
            #expect(openingError(address) != nil, "\(file)")
        }
    }
}
