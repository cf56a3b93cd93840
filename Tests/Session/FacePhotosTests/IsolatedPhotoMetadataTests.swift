// SPDX-License-Identifier: Apache-2.0
import FaceValues
import ProcessIsolation
import TestSupport
import Testing

@testable import FacePhotos

/// What a process of its own says of the metadata of photos is what is said in this one.
@Suite struct IsolatedPhotoMetadataTests {
    private let isolated = IsolatedPhotoMetadata(
        host: IsolationHost(program: CommandRunner.facecap))

    /// Names that XML or Exiv2 could take for something else.
    private static let names = ["Ada & <b>]]>", nil, "lang=x-default Zoë 🙂\""]

    private static let regions = (1...3).map { number in
        var region = CapturePhoto.FaceRegion(
            MetadataFaceObject(
                faceID: number,
                bounds: Rect(x: 0.1 * Double(number), y: 0.2, width: 0.1, height: 0.15),
                rollAngle: number == 2 ? nil : 10, yawAngle: -20, confidence: 0.9))
        region.name = names[number - 1]
        return region
    }

    private func annotation(replacing: Bool) -> PhotoAnnotation {
        PhotoAnnotation(
            regions: Self.regions, width: 640, height: 480, replacesRegions: replacing)
    }

    @Test func regionsAreWrittenAndReadAlike() throws {
        let plain = PhotoMetadata()
        let xmp = try isolated.annotated(xmp: [], with: annotation(replacing: false))
        #expect(try xmp == plain.annotated(xmp: [], with: annotation(replacing: false)))
        let regions = try isolated.regions(xmp: xmp)
        #expect(regions.map(\.name) == Self.names)
        #expect(try regions == plain.regions(xmp: xmp))
    }

    @Test func orientationIsReadAlike() throws {
        let blocks = try MetadataBlocks()
        try blocks.setExif("Exif.Image.Orientation", "6")
        let exif = try blocks.encodedExif()
        #expect(try isolated.orientation(exif: exif) == 6)
        #expect(try isolated.orientation(exif: []) == 1)
    }

    /// In a function of its own, as there is one `MetadataBlocks` at a time.
    private static func exif(_ fields: [String: String]) throws -> [UInt8] {
        let blocks = try MetadataBlocks()
        for (key, value) in fields { try blocks.setExif("Exif.Photo." + key, value) }
        return try blocks.encodedExif()
    }

    @Test func exposuresAreReadAlike() throws {
        let exif = try Self.exif(["ExposureTime": "1/60", "Flash": "9"])
        let exposure = try isolated.exposure(exif: exif)
        #expect(exposure.duration == 1.0 / 60 && exposure.didFlash == true && exposure.iso == nil)
        #expect(try exposure == PhotoMetadata().exposure(exif: exif))
    }

    @Test func failuresAreToldAlike() throws {
        let xmp = try isolated.annotated(xmp: [], with: annotation(replacing: false))
        let repeated = try #require(
            error { try isolated.annotated(xmp: xmp, with: annotation(replacing: false)) })
        #expect(
            repeated
                == error {
                    try PhotoMetadata().annotated(xmp: xmp, with: annotation(replacing: false))
                })
        let damaged = Array("<x:xmpmeta".utf8)
        let unread = try #require(error { try isolated.regions(xmp: damaged) })
        #expect(unread == error { try PhotoMetadata().regions(xmp: damaged) })
    }

    /// Blocks of which bytes were changed are an error, or regions.
    @Test func changedBlocksAreNoMoreThanAnError() throws {
        let xmp = try isolated.annotated(xmp: [], with: annotation(replacing: false))
        var numbers = SeededNumbers.fresh()
        for _ in 0..<50 {
            var changed = xmp
            for _ in 0..<Int.random(in: 1...20, using: &numbers) {
                changed[Int.random(in: 0..<changed.count, using: &numbers)] =
                    UInt8.random(in: 0...255, using: &numbers)
            }
            let told = error { try isolated.regions(xmp: changed) }
            #expect(
                told == nil || [.mediaDamaged, .decoderCrashed].contains(told?.code),
                "\(told as Any)")
        }
    }

    private func error(_ body: () throws -> Any) -> FacecapError? {
        do {
            _ = try body()
            return nil
        } catch {
            return error as? FacecapError
        }
    }
}
