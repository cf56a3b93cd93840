// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Foundation
import MediaInput
import TestSupport
import Testing

@testable import FacePhotos

/// Images of HEIF as a source of frames, compared with what `heif-convert` makes of them.
@Suite(.enabled(if: HEIFTests.hasPrograms, "needs libheif-examples, exiftool and exiv2"))
struct HEIFSourceTests {
    private let folder: MediaFolder

    init() throws { folder = try MediaFolder() }

    /// A HEIF file of a drawn image, written by `heif-enc`.
    private func encoded(
        _ words: String..., size: String = "322x242", format: String = "rgb24",
        to name: String = "made.heic"
    ) async throws -> [UInt8] {
        let image = try folder.make(
            "drawn.png", "-y -f lavfi -i testsrc2=s=\(size) -frames:v 1 -pix_fmt \(format)")
        let path = folder.path(name)
        let result = try await CommandRunner.run(
            [image, "-o", path, "-q", "80"] + words, of: "/usr/bin/heif-enc")
        try #require(result.exitCode == 0, "\(result.messages)")
        return Array(try Data(contentsOf: URL(filePath: path)))
    }

    /// The image of a file as `heif-convert` shows it, in `bgr24`.
    private func shown(_ path: String) async throws -> (width: Int, height: Int, bytes: [UInt8]) {
        let png = folder.path("shown.png")
        let result = try await CommandRunner.run([path, png], of: "/usr/bin/heif-convert")
        try #require(result.exitCode == 0, "\(result.messages) \(result.output)")
        let bytes = try #require(
            FFmpegProgram.run(
                "ffmpeg", ["-v", "error", "-i", png, "-f", "rawvideo", "-pix_fmt", "bgr24", "-"]))
        let size = try #require(
            FFmpegProgram.run(
                "ffprobe",
                ["-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0", png]))
        let sides = String(decoding: size, as: UTF8.self).split { !$0.isNumber }.compactMap {
            Int($0)
        }
        try #require(sides.count == 2)
        return (sides[0], sides[1], Array(bytes))
    }

    /// Asserts that a file is one frame, which looks as others show it.
    private func expectLikeOthers(
        _ file: [UInt8], tolerance: Int = 1, location: SourceLocation = #_sourceLocation
    ) async throws {
        let path = try folder.write("photo.heic", Data(file))
        let truth = try await shown(path)
        let source = try MediaFileSource(path)
        #expect(
            source.videoFormat
                == VideoFormat(width: truth.width, height: truth.height, frameRate: nil),
            sourceLocation: location)
        #expect(source.estimatedFrameCount == 1, sourceLocation: location)
        var frames: [VideoSampleBuffer] = []
        while let event = try source.nextEvent() {
            if case .video(let sample) = event { frames.append(sample) }
        }
        let frame = try #require(frames.first, sourceLocation: location)
        #expect(frames.count == 1 && frame.presentationTime == .zero, sourceLocation: location)
        #expect(frame.orientation == .upright, sourceLocation: location)
        let image = frame.pixelBuffer
        let plane = try #require(image.planes.first)
        var largest = 0
        for row in 0..<image.height {
            let bytes = UnsafeRawBufferPointer(
                start: plane.baseAddress + row * plane.bytesPerRow, count: image.width * 3)
            let other = truth.bytes[(row * truth.width * 3)...].prefix(image.width * 3)
            for (one, other) in zip(bytes, other) {
                largest = max(largest, abs(Int(one) - Int(other)))
            }
        }
        #expect(largest <= tolerance, sourceLocation: location)
    }

    @Test(arguments: [
        ("322x242", "rgb24", []), ("64x64", "gray", []), ("130x98", "rgba", []),
        ("322x242", "rgb24", ["-p", "chroma=444"]), ("322x242", "rgb24", ["-L"]),
    ])
    func anImageLooksAsOthersShowIt(size: String, format: String, words: [String]) async throws {
        let path = try folder.make(
            "drawn.png", "-y -f lavfi -i testsrc2=s=\(size) -frames:v 1 -pix_fmt \(format)")
        let result = try await CommandRunner.run(
            [path, "-o", folder.path("made.heic"), "-q", "80"] + words, of: "/usr/bin/heif-enc")
        try #require(result.exitCode == 0, "\(result.messages)")
        try await expectLikeOthers(
            Array(try Data(contentsOf: URL(filePath: folder.path("made.heic")))))
    }

    /// 16 bits of PNG become 10 of HEVC, and come as 8.
    @Test func tenBitsBecomeEight() async throws {
        try await expectLikeOthers(
            try await encoded("-b", "10", format: "rgb48be"), tolerance: 2)
    }

    @Test func anAVIFIsDecodedToo() async throws {
        try await expectLikeOthers(try await encoded("-A", to: "made.avif"))
    }

    @Test(arguments: [
        [("irot", [1])], [("irot", [2])], [("irot", [3])], [("imir", [0])], [("imir", [1])],
        [("irot", [1]), ("imir", [0])], [("irot", [3]), ("imir", [1])],
        [("clap", Self.aperture)], [("clap", Self.aperture), ("irot", [3])],
    ])
    func whatTurnsMirrorsAndCutsItIsApplied(properties: [(String, [UInt8])]) async throws {
        var editor = try HEIFEditor(try await encoded())
        for (type, content) in properties {
            try editor.add(property: type, content, to: editor.primaryItem)
        }
        try await expectLikeOthers(try editor.file())
    }

    /// 200 x 100 of 322 x 242 pixels, 21 to the right of the middle and 31 above it.
    private static let aperture: [UInt8] = [200, 1, 100, 1, 21, 1, -31, 1].flatMap {
        HEIFBox.number($0, 4)
    }

    @Test func exifDoesNotTurnItOnceMore() async throws {
        var editor = try HEIFEditor(try await encoded())
        try editor.add(property: "irot", [3], to: editor.primaryItem)
        // Orientation 6, little-endian TIFF.
        try editor.add(
            exif: [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0]
                + [0, 0, 0, 0])
        let file = try editor.file()
        #expect(try PhotoFile(bytes: file).orientation == .quarterTurn)
        #expect(try PhotoFile(bytes: file).displayedSize == Size(width: 242, height: 322))
        try await expectLikeOthers(file)
    }

    @Test func aGridIsOneImage() async throws {
        let tile = try folder.make("tile.png", "-f lavfi -i testsrc2=s=128x128 -frames:v 1")
        let other = try folder.make("other.png", "-f lavfi -i testsrc=s=128x128 -frames:v 1")
        let path = folder.path("tiles.heic")
        let result = try await CommandRunner.run(
            [tile, other, other, tile, tile, other, "-o", path], of: "/usr/bin/heif-enc")
        try #require(result.exitCode == 0, "\(result.messages)")
        var editor = try HEIFEditor(Array(try Data(contentsOf: URL(filePath: path))))
        try editor.makeGrid(rows: 2, columns: 3, width: 380, height: 250)
        try editor.add(property: "irot", [1], to: 200)
        try await expectLikeOthers(try editor.file())
    }

    @Test func whatIsTooLargeIsRefusedBeforeItIsDecoded() async throws {
        var file = try await encoded()
        let size = HEIFBox.number(322, 4) + HEIFBox.number(242, 4)
        let place = try #require(Data(file).firstRange(of: Data(size)))
        file.replaceSubrange(place, with: HEIFBox.number(20000, 4) + HEIFBox.number(16000, 4))
        let path = try folder.write("large.heic", Data(file))
        let error = #expect(throws: FacecapError.self) { try MediaFileSource(path) }
        #expect(error?.code == .mediaUnreadable, "\(String(describing: error))")
        #expect(error?.message.contains("20000x16000") == true, "\(String(describing: error))")
    }

    @Test func regionsAreAddedAndTheImageStaysAsItIs() async throws {
        var editor = try HEIFEditor(try await encoded())
        try editor.add(property: "clap", Self.aperture, to: editor.primaryItem)
        try editor.add(property: "irot", [3], to: editor.primaryItem)
        let before = try editor.file()
        let regions = TestPhoto.faces.map(CapturePhoto.FaceRegion.init)
        let once = try PhotoFile(bytes: before).annotated(
            with: regions, width: 322, height: 242, replacingRegions: false)
        let twice = try PhotoFile(bytes: once).annotated(
            with: [regions[0]], width: 322, height: 242, replacingRegions: true)
        #expect(throws: FacecapError.self) {
            try PhotoFile(bytes: once).annotated(
                with: regions, width: 322, height: 242, replacingRegions: false)
        }
        let truth = try await shown(try folder.write("before.heic", Data(before))).bytes
        for (file, count) in [(once, regions.count), (twice, 1)] {
            #expect(try PhotoFile(bytes: file).regions.count == count)
            let path = try folder.write("after.heic", Data(file))
            #expect(try await shown(path).bytes == truth)
            let values = try await PhotoReader.exifTool(path)
            #expect(PhotoReader.regions(values).count == count)
        }
        // The first packet is gone, not only forgotten.
        let name = Data("mwg-rs:RegionList".utf8)
        #expect(Data(twice).ranges(of: name).count == Data(once).ranges(of: name).count)
    }
}

extension Data {
    fileprivate func ranges(of part: Data) -> [Range<Index>] {
        var found: [Range<Index>] = []
        var start = startIndex
        while let next = self[start...].firstRange(of: part) {
            found.append(next)
            start = next.upperBound
        }
        return found
    }
}
