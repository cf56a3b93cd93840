// SPDX-License-Identifier: Apache-2.0
import FaceValues
import MovieBoxes
import MovieReading
import TestSupport
import Testing

@Suite(.enabled(if: FFmpeg.isAvailable, "ffmpeg is not installed"))
struct FFmpegMetadataTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let image = "-f lavfi -i testsrc=s=96x64:r=5:d=1"

    @Test func keysInUserDataAreReadToo() async throws {
        let path = try await FFmpeg.make(
            "a.mp4", "\(Self.image) -movflags use_metadata_tags -metadata org.example.b=Grüße",
            in: folder)
        let item = try MovieReader(path: path).metadata.first { $0.key == "org.example.b" }
        #expect(item?.text == "Grüße")
    }

    @Test(arguments: [true, false])
    func keysOfTheMovieAreReadInBothForms(isFullBox: Bool) async throws {
        var movie = TestMovie()
        let tags = ["com.example.key": "value", "org.example.b": "Grüße"]
        movie.added["moov"] = { writer in
            writer.box("meta") { writer in
                // ISO's form has a version, QuickTime's has none.
                if isFullBox { writer.append(UInt32(0)) }
                Self.write(tags, to: &writer)
            }
        }
        let path = try folder.write(movie.classic, to: "a.mov")
        let metadata = try MovieReader(path: path).metadata
        #expect(metadata.map(\.key) == tags.keys.sorted())
        let probed = try #require(try await FFmpeg.probe(path).format.tags)
        for item in metadata {
            #expect(item.text == tags[item.key] && item.text == probed[item.key])
        }
    }

    private static func write(_ tags: [String: String], to writer: inout BoxWriter) {
        writer.box("hdlr", version: 0) { writer in
            writer.append(UInt32(0))
            writer.append("mdta" as FourCharacterCode)
            writer.appendZeros(13)
        }
        let sorted = tags.sorted { $0.key < $1.key }
        writer.box("keys", version: 0) { writer in
            writer.append(UInt32(sorted.count))
            for tag in sorted { writer.box("mdta") { $0.append(tag.key) } }
        }
        writer.box("ilst") { writer in
            for (index, tag) in sorted.enumerated() {
                writer.box(FourCharacterCode(UInt32(index + 1))) { writer in
                    writer.box("data") { writer in
                        writer.append(UInt64(1) << 32)
                        writer.append(tag.value)
                    }
                }
            }
        }
    }

    @Test func metadataOfOtherKindsIsPassedOver() async throws {
        let path = try await FFmpeg.make("a.mp4", "\(Self.image) -metadata title=T", in: folder)
        #expect(try MovieReader(path: path).metadata.isEmpty)
    }

    @Test(arguments: [90, 180, 270])
    func theOrientationIsThatOfTheMatrix(degrees: Int) async throws {
        let upright = try await FFmpeg.make("a.mp4", Self.image, in: folder)
        let path = try await FFmpeg.make(
            "b.mp4", "-i \(upright) -c copy -metadata:s:v:0 rotate=\(degrees)", in: folder)
        #expect(try MovieReader(path: upright).tracks.first?.orientation == .upright)
        let rotation = try #require(
            try await FFmpeg.probe(path).streams.first?.sideDataList?.first?.rotation)
        #expect(rotation.magnitude == (degrees == 270 ? 90 : degrees))
        // FFmpeg counts against the clock.
        #expect(
            try MovieReader(path: path).tracks.first?.orientation
                == VideoOrientation(nearestTo: Double(-rotation)))
    }

    @Test func languagesAreRead() async throws {
        let path = try await FFmpeg.make(
            "a.mp4",
            "\(Self.image) -f lavfi -i sine=d=1 -metadata:s:a:0 language=deu", in: folder)
        #expect(try MovieReader(path: path).tracks.map(\.language) == ["und", "deu"])
        let streams = try await FFmpeg.probe(path).streams
        #expect(streams.map { $0.tags?["language"] } == ["und", "deu"])
    }

    @Test func tracksReferToOthers() async throws {
        let path = try await FFmpeg.make(
            "a.mov", "\(Self.image) -f lavfi -i sine=d=1 -timecode 01:00:00:00", in: folder)
        let tracks = try MovieReader(path: path).tracks
        #expect(tracks.map(\.kind) == [.video, .audio, .other])
        #expect(tracks[0].references == ["tmcd": [3]])
        let streams = try await FFmpeg.probe(path).streams
        #expect(tracks.map(\.handlerName) == streams.map { $0.tags?["handler_name"] })
    }
}
