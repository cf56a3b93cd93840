// SPDX-License-Identifier: Apache-2.0
import FaceValues
import FoundationEssentials
import Glibc
import MediaInput
import TestSupport
import Testing

@Suite struct OpeningErrorTests {
    let folder: MediaFolder

    init() throws { folder = try MediaFolder() }

    private func expect(
        _ code: FacecapError.Code, _ words: String, for location: String,
        at place: SourceLocation = #_sourceLocation
    ) {
        let error = openingError(location)
        #expect(error?.code == code, sourceLocation: place)
        #expect(error?.message.contains(words) == true, sourceLocation: place)
        #expect(error?.message.contains("\n") == false, sourceLocation: place)
    }

    @Test func aMissingFile() {
        for path in [folder.path("none.mp4"), folder.path("a:b.mp4")] {
            expect(.sourceNotFound, "There is no \(path)", for: path)
        }
    }

    @Test func aDirectory() { expect(.mediaUnreadable, "is a directory", for: folder.url.path) }

    @Test(.enabled(if: geteuid() != 0, "the superuser may read everything"))
    func aFileThatMayNotBeRead() throws {
        let path = try folder.write("secret.mp4", Data([1]))
        chmod(path, 0)
        expect(.permissionDenied, "chmod", for: path)
    }

    @Test func anEmptyFile() throws {
        expect(.mediaUnreadable, "is empty", for: try folder.write("empty.mp4", Data()))
    }

    @Test func aText() throws {
        let text = Data("Not a video at all, only words.\n".utf8)
        expect(.mediaUnreadable, "not a video or image", for: try folder.write("a.mp4", text))
    }

    @Test func zeros() throws {
        let zeros = try folder.write("a.mp4", Data(count: 100_000))
        expect(.mediaUnreadable, "not a video or image", for: zeros)
    }

    /// A box that claims 2^60 bytes, for which libavformat says that there is no memory.
    @Test(arguments: ["moov", "mdat", "udta", "meta", "uuid", "free"])
    func aBoxOfAbsurdSizeIsDamage(kind: String) throws {
        let start: [UInt8] =
            [0, 0, 0, 20] + Array("ftypisom".utf8) + [0, 0, 0, 0] + Array("isom".utf8)
        let box: [UInt8] = [0, 0, 0, 1] + Array(kind.utf8) + [0x10, 0, 0, 0, 0, 0, 0, 0]
        let path = try folder.write(
            "box.mp4", Data(start + box + Array(repeating: 0, count: 100)))
        #expect(openingError(path)?.code == .mediaUnreadable)
    }

    @Test func anImageOfAbsurdSize() throws {
        // The header of a PNG of 60000 x 60000 pixels, and no more.
        let header: [UInt8] =
            [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13] + Array("IHDR".utf8)
            + [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60, 8, 2, 0, 0, 0, 0x2A, 0xB0, 0x81, 0xDE]
        let path = try folder.write("huge.png", Data(header + Array(repeating: 0, count: 5000)))
        #expect(openingError(path)?.code == .mediaUnreadable)
    }

    @Test func anAddressWhereNobodyListens() {
        expect(.networkFailed, "cannot be reached", for: "http://127.0.0.1:9/file.mp4")
    }

    @Test func anAddressWithAnUnknownScheme() {
        expect(.invalidArgument, "scheme", for: "nonsense://example/file.mp4")
    }

    @Test(arguments: ["rtsps", "rtmpts"])
    func anAddressWhoseServerIsNeverVerified(scheme: String) {
        let address = scheme + "://127.0.0.1:9/stream"
        expect(.invalidArgument, "accept an untrusted server", for: address)
        let error = openingError(address, options: .init(allowsUntrustedServers: true))
        #expect(error?.code == .networkFailed)
    }

    @Test(.enabled(if: FFmpegProgram.isAvailable, "ffmpeg is not installed"))
    func audioAlone() throws {
        let path = try folder.make("a.wav", "-f lavfi -i sine=d=0.1")
        expect(.mediaUnreadable, "has no video stream", for: path)
    }

    @Test(.enabled(if: FFmpegProgram.isAvailable, "ffmpeg is not installed"))
    func audioWithACover() throws {
        let cover = try folder.make("cover.png", "-f lavfi -i testsrc=s=32x32 -frames:v 1")
        let path = try folder.make(
            "a.mp3",
            "-f lavfi -i sine=d=0.1 -i \(cover) -map 0 -map 1 -c:v copy "
                + "-disposition:v attached_pic")
        expect(.mediaUnreadable, "has no video stream", for: path)
    }
}
