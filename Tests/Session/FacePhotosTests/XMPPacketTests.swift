// SPDX-License-Identifier: Apache-2.0
import FaceValues
import MediaCodecs
import TestSupport
import Testing

@testable import FacePhotos

/// Photos with more XMP packets than the one that is allowed, as some programs write them.
@Suite struct XMPPacketTests {
    private static let faces = TestPhoto.faces.map(CapturePhoto.FaceRegion.init)
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The packet of a photo with faces.
    private func packetOfFaces() throws -> [UInt8] {
        try PhotoMetadata().annotated(
            xmp: [],
            with: PhotoAnnotation(
                regions: Self.faces, width: 64, height: 48, replacesRegions: false))
    }

    private func jpeg(_ segments: [[UInt8]]) throws -> [UInt8] { try JPEGParts.photo(segments) }

    private func segmentOfFaces() throws -> [UInt8] {
        let packet = try packetOfFaces()
        return JPEGParts.segment(
            0xE1, Array("http://ns.adobe.com/xap/1.0/".utf8) + [0] + packet)
    }

    /// A PNG with packets behind its first chunk; nobody looks at their checksums.
    private func png(_ packets: [[UInt8]]) throws -> [UInt8] {
        var bytes = try TestPhoto.bytes(.png)
        let chunks = packets.map { packet -> [UInt8] in
            let content = Array("XML:com.adobe.xmp".utf8) + [0, 0, 0, 0, 0] + packet
            let head = JPEGParts.bigEndian(content.count, 4) + Array("iTXt".utf8)
            return head + content + [0, 0, 0, 0]
        }
        bytes.insert(contentsOf: Array(chunks.joined()), at: 33)
        return bytes
    }

    private func expectRefusal(_ path: String) throws {
        let file = try PhotoFile(path: path)
        for isAllowed in [false, true] {
            #expect {
                try file.annotated(
                    with: Self.faces, width: 64, height: 48, replacingRegions: isAllowed)
            } throws: { error in
                let error = error as? FacecapError
                let message = error?.message ?? ""
                return error?.code == .mediaDamaged
                    && message.hasPrefix("\(path): The file has 2 XMP packets")
                    && message.contains("merge them with `exiftool ")
            }
        }
    }

    @Test(arguments: [false, true])
    func aJPEGWithTwoPacketsIsRefusedAndItsRegionsAreRead(facesComeFirst: Bool) throws {
        let other = JPEGParts.xmpOfFormat
        let faces = try segmentOfFaces()
        let bytes = try jpeg(facesComeFirst ? [faces, other] : [other, faces])
        #expect(try PhotoFile(bytes: bytes).regions.map(\.faceID) == [3, 12])
        try expectRefusal(folder.write(bytes, to: "two.jpg"))
    }

    @Test func theRegionsOfAllPacketsAreReadInTheirOrder() throws {
        let faces = try segmentOfFaces()
        let bytes = try jpeg([faces, JPEGParts.xmpOfFormat, faces])
        #expect(try PhotoFile(bytes: bytes).regions.map(\.faceID) == [3, 12, 3, 12])
    }

    @Test func aPNGWithTwoPacketsIsRefusedAndItsRegionsAreRead() throws {
        let packet = try packetOfFaces()
        let bytes = try png([packet, packet])
        #expect(try PhotoFile(bytes: bytes).regions.map(\.faceID) == [3, 12, 3, 12])
        try expectRefusal(folder.write(bytes, to: "two.png"))
        #expect(try PhotoFile(bytes: png([packet])).regions.count == 2)
    }

    /// The shortest ones, of which a small file has many.
    @Test func moreSegmentsOrChunksThanAPhotoHasAreDamage() throws {
        let segment = JPEGParts.segment(0xE5, [])
        let jpeg = try jpeg(Array(repeating: segment, count: 65_537))
        let chunk: [UInt8] = [0, 0, 0, 0] + Array("tEXt".utf8) + [0, 0, 0, 0]
        var chunks: [UInt8] = []
        for _ in 0..<262_145 { chunks += chunk }
        var png = try TestPhoto.bytes(.png)
        png.insert(contentsOf: chunks, at: 33)
        for bytes in [jpeg, png] {
            let error = #expect(throws: FacecapError.self) { try PhotoFile(bytes: bytes) }
            #expect(error?.code == .mediaDamaged)
        }
    }

    @Test func moreThanAFewPacketsAreDamage() throws {
        let bytes = try jpeg(Array(repeating: JPEGParts.xmpOfFormat, count: 17))
        #expect {
            try PhotoFile(bytes: bytes).regions
        } throws: { ($0 as? FacecapError)?.code == .mediaDamaged }
    }

    @Test(.enabled(if: PhotoReader.hasExifTool, "needs exiftool"))
    func whatTheErrorAdvisesMergesThePackets() async throws {
        let path = try folder.write(
            jpeg([JPEGParts.xmpOfFormat, segmentOfFaces()]), to: "two.jpg")
        let run = try await CommandRunner.run(
            ["-q", "-overwrite_original", "-XMP:all=", "-tagsFromFile", "@", "-XMP:all", path],
            of: "/usr/bin/exiftool")
        #expect(run.exitCode == 0, "\(run.messages)")
        let file = try PhotoFile(path: path)
        #expect(try file.regions.map(\.faceID) == [3, 12])
        let bytes = try file.annotated(
            with: Self.faces, width: 64, height: 48, replacingRegions: true)
        try folder.write(bytes, to: "two.jpg")
        #expect(try await PhotoReader.exifTool(path)["Format"] as? String == "image/jpeg")
    }
}
