// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Foundation
import MediaCodecs
import TestSupport
import Testing

@testable import FacePhotos

@Suite struct PhotoFileTests {
    private static let codecs = [ImageCodec.jpeg(quality: 0.9), .png]
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var metadata: CapturePhoto.Metadata {
        CapturePhoto.Metadata(
            software: "facecap 1.2", cameraName: "Käfer Cam",
            captureUTCNanoseconds: 1_767_225_600_123_456_789,
            contentIdentifier: "01234567-89AB-4DEF-8123-456789ABCDEF",
            regions: TestPhoto.faces.map(CapturePhoto.FaceRegion.init))
    }

    private func write(_ codec: ImageCodec) throws -> String {
        let file = try PhotoFile(bytes: TestPhoto.bytes(codec))
        return try folder.write(
            file.adding(metadata, width: TestPhoto.width, height: TestPhoto.height),
            to: codec == .png ? "photo.png" : "photo.jpg")
    }

    @Test(.enabled(if: PhotoReader.hasExifTool, "needs exiftool"), arguments: codecs)
    func exifToolReadsEveryFaceAndFindsNothingWrong(codec: ImageCodec) async throws {
        let path = try write(codec)
        #expect(try await PhotoReader.complaints(path) == "OK\n")
        let values = try await PhotoReader.exifTool(path)
        let regions = PhotoReader.regions(values)
        #expect(regions.count == 2)
        for (region, face) in zip(regions, TestPhoto.faces) {
            let bounds = try PhotoReader.bounds(region)
            let wanted = face.bounds
            for (value, truth) in zip(bounds, [wanted.x, wanted.y, wanted.width, wanted.height]) {
                #expect(abs(value - truth) < 1e-6)
            }
            #expect(region["Type"] as? String == "Face")
        }
        let prefix = "XMP-apple-fi:"
        let first = try #require(regions.first?["Extensions"] as? [String: Int])
        #expect(
            first == [
                prefix + "AngleInfoRoll": 345, prefix + "AngleInfoYaw": 45,
                prefix + "ConfidenceLevel": 875, prefix + "FaceID": 3,
            ])
        let second = try #require(regions.last?["Extensions"] as? [String: Int])
        #expect(second == [prefix + "ConfidenceLevel": 500, prefix + "FaceID": 12])
        let size = (values["RegionInfo"] as? [String: Any])?["AppliedToDimensions"]
        #expect((size as? [String: Any])?["W"] as? Int == 64)
        #expect((size as? [String: Any])?["Unit"] as? String == "pixel")
        #expect(values["Orientation"] as? Int == 1)
        #expect(values["Software"] as? String == "facecap 1.2")
        #expect(values["Model"] as? String == "K?fer Cam")
        #expect(values["ExifImageWidth"] as? Int == 64)
        #expect(values["ExifImageHeight"] as? Int == 48)
        let identifier = values["MediaGroupUUID"] ?? values["ContentIdentifier"]
        #expect(identifier as? String == metadata.contentIdentifier)
    }

    @Test(.enabled(if: PhotoReader.hasExifTool, "needs exiftool"), arguments: codecs)
    func theTimeHasItsMillisecondsAndItsZone(codec: ImageCodec) async throws {
        let values = try await PhotoReader.exifTool(write(codec))
        let text = try #require(values["SubSecDateTimeOriginal"] as? String)
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.dateFormat = "yyyy:MM:dd HH:mm:ss.SSSxxx"
        let date = try #require(formatter.date(from: text), "\(text)")
        #expect(abs(date.timeIntervalSince1970 - 1_767_225_600.123) < 0.0005)
    }

    @Test(.enabled(if: PhotoReader.hasExiv2, "needs exiv2"), arguments: codecs)
    func exiv2ReadsEveryFace(codec: ImageCodec) async throws {
        let values = try await PhotoReader.exiv2(write(codec))
        let list = "Xmp.mwg-rs.Regions/mwg-rs:RegionList"
        for (index, face) in TestPhoto.faces.enumerated() {
            let area = "\(list)[\(index + 1)]/mwg-rs:Area/stArea:"
            let center = face.bounds.center
            for (name, truth) in [
                ("x", center.x), ("y", center.y), ("w", face.bounds.width),
                ("h", face.bounds.height),
            ] {
                let value = try #require(values[area + name].flatMap(Double.init))
                #expect(abs(value - truth) < 1e-6)
            }
            #expect(values[area + "unit"] == "normalized")
        }
        let extensions = "\(list)[1]/mwg-rs:Extensions/apple-fi:"
        #expect(values[extensions + "AngleInfoRoll"] == "345")
        #expect(values[list + "[2]/mwg-rs:Extensions/apple-fi:AngleInfoRoll"] == nil)
    }

    /// How the photo was exposed.
    private func exposure(
        _ flashMode: CapturePhotoSettings.FlashMode, didFlash: Bool?
    ) -> CapturePhoto.Exposure {
        var exposure = CapturePhoto.Exposure()
        (exposure.duration, exposure.iso, exposure.targetBias) = (1.0 / 3, 800, -0.75)
        (exposure.flashMode, exposure.didFlash) = (flashMode, didFlash)
        exposure.isBracketed = true
        return exposure
    }

    @Test(
        .enabled(if: PhotoReader.hasExifTool && PhotoReader.hasExiv2, "needs exiftool and exiv2"),
        arguments: codecs)
    func exifToolAndExiv2ReadHowAPhotoWasExposed(codec: ImageCodec) async throws {
        for (mode, didFlash, number) in [
            (CapturePhotoSettings.FlashMode.on, true, 9), (.auto, false, 24), (.off, false, 16),
        ] {
            var metadata = metadata
            metadata.exposure = exposure(mode, didFlash: didFlash)
            metadata.videoZoomFactor = didFlash ? 2.5 : 1
            let bytes = try PhotoFile(bytes: TestPhoto.bytes(codec))
                .adding(metadata, width: TestPhoto.width, height: TestPhoto.height)
            let path = try folder.write(bytes, to: codec == .png ? "photo.png" : "photo.jpg")
            #expect(try await PhotoReader.complaints(path) == "OK\n")
            let values = try await PhotoReader.exifTool(path)
            #expect(values["Flash"] as? Int == number)
            #expect(abs((values["ExposureTime"] as? Double ?? 0) - 1.0 / 3) < 1e-6)
            #expect(values["ISO"] as? Int == 800)
            #expect(values["ExposureCompensation"] as? Double == -0.75)
            #expect(values["ExposureMode"] as? Int == 2)
            #expect(values["DigitalZoomRatio"] as? Double == (didFlash ? 2.5 : nil))
            let others = try await PhotoReader.exiv2(path)
            #expect(others["Exif.Photo.ExposureBiasValue"] == "-3/4")
            #expect(others["Exif.Photo.Flash"] == "\(number)")
            let read = try PhotoFile(bytes: bytes).exposure
            #expect(read.didFlash == didFlash && read.targetBias == -0.75 && read.iso == 800)
            #expect(abs((read.duration ?? 0) - 1.0 / 3) < 1e-6)
        }
    }

    /// What makes no sense as a number of Exif is left out, and what other cameras write is not believed.
    @Test func exposuresOutOfAllBoundsAreLeftOut() throws {
        var metadata = metadata
        var exposure = CapturePhoto.Exposure()
        (exposure.duration, exposure.iso, exposure.targetBias) = (1e12, 1e9, .infinity)
        metadata.exposure = exposure
        let bytes = try PhotoFile(bytes: TestPhoto.bytes(.png))
            .adding(metadata, width: TestPhoto.width, height: TestPhoto.height)
        #expect(try PhotoFile(bytes: bytes).exposure == CapturePhoto.Exposure())
        for (key, value) in [
            ("ExposureTime", "1/0"), ("ExposureBiasValue", "0/0"), ("ISOSpeedRatings", "0"),
            ("Flash", "32"),
        ] {
            let blocks = try MetadataBlocks()
            try blocks.setExif("Exif.Photo." + key, value)
            #expect(blocks.exposure == CapturePhoto.Exposure(), "\(key)")
        }
    }

    @Test func whatIsNotKnownIsLeftOut() throws {
        let file = try PhotoFile(bytes: TestPhoto.bytes(.jpeg(quality: 0.5)))
        let bytes = try file.adding(CapturePhoto.Metadata(), width: 64, height: 48)
        let segments = try JPEGSegments(bytes)
        #expect(segments.xmpPackets.isEmpty)
        let exif = String(decoding: segments.exif, as: UTF8.self)
        #expect(!exif.contains("202") && !exif.contains("facecap"))
        #expect(try PhotoFile(bytes: bytes).orientation == .upright)
    }

    // MARK: Files that are there

    @Test(arguments: codecs)
    func annotationLeavesEveryOtherByteAlone(codec: ImageCodec) throws {
        let old = try TestPhoto.bytes(codec)
        let new = try PhotoFile(bytes: old).annotated(
            with: TestPhoto.faces.map(CapturePhoto.FaceRegion.init), width: 64, height: 48,
            replacingRegions: false)
        #expect(new.count > old.count)
        // One block was put in, in one place.
        let head = zip(old, new).prefix { $0 == $1 }.count
        #expect(old[head...].elementsEqual(new.suffix(old.count - head)))
    }

    @Test(arguments: codecs)
    func regionsThatAreThereAreReplacedOnlyWhereThatIsAllowed(codec: ImageCodec) throws {
        let once = try PhotoFile(bytes: TestPhoto.bytes(codec)).annotated(
            with: TestPhoto.faces.map(CapturePhoto.FaceRegion.init), width: 64, height: 48,
            replacingRegions: false)
        let file = try PhotoFile(bytes: once)
        #expect {
            try file.annotated(with: [], width: 64, height: 48, replacingRegions: false)
        } throws: { ($0 as? FacecapError)?.code == .invalidState }
        let again = try file.annotated(
            with: TestPhoto.faces.map(CapturePhoto.FaceRegion.init), width: 64, height: 48,
            replacingRegions: true)
        #expect(again == once)
        let none = try file.annotated(with: [], width: 64, height: 48, replacingRegions: true)
        #expect(none.count < once.count)
        _ = try PhotoFile(bytes: none).annotated(
            with: [], width: 64, height: 48, replacingRegions: false)
    }

    @Test(.enabled(if: PhotoReader.hasExifTool, "needs exiftool"), arguments: codecs)
    func otherXMPAndExifStay(codec: ImageCodec) async throws {
        let path = try folder.write(
            TestPhoto.bytes(codec), to: codec == .png ? "a.png" : "a.jpg")
        _ = try await CommandRunner.run(
            [
                "-q", "-overwrite_original", "-XMP-dc:Title=A title", "-XMP-dc:Subject=one",
                "-XMP-dc:Subject=two", "-XMP-xmpMM:History=[{Action=saved,SoftwareAgent=Bee}]",
                "-EXIF:Artist=Somebody", "-Orientation#=6", path,
            ], of: "/usr/bin/exiftool")
        let file = try PhotoFile(path: path)
        #expect(try file.orientation == .quarterTurn)
        #expect(try file.orientation == .quarterTurn)
        let old = try await PhotoReader.exifTool(path)
        let bytes = try file.annotated(
            with: TestPhoto.faces.map(CapturePhoto.FaceRegion.init), width: 64, height: 48,
            replacingRegions: false)
        try folder.write(bytes, to: codec == .png ? "a.png" : "a.jpg")
        let new = try await PhotoReader.exifTool(path)
        for key in ["Title", "Artist", "Orientation"] {
            #expect("\(old[key] ?? "none")" == "\(new[key] ?? "")")
        }
        #expect(new["Subject"] as? [String] == ["one", "two"])
        #expect((new["History"] as? [[String: String]])?.first?["SoftwareAgent"] == "Bee")
        let regions = PhotoReader.regions(new)
        #expect(regions.count == 2)
    }

    @Test func aHostileFileDoesNotChangeWhatOthersSay() throws {
        let codec = ImageCodec.png
        func annotated() throws -> [UInt8] {
            try PhotoFile(bytes: TestPhoto.bytes(codec)).annotated(
                with: TestPhoto.faces.map(CapturePhoto.FaceRegion.init), width: 64, height: 48,
                replacingRegions: false)
        }
        let before = try annotated()
        // The standard prefix of regions for a name space of its own.
        let hostile = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
            xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
            xmlns:mwg-rs="http://example.org/other/" mwg-rs:Regions="none"/></rdf:RDF></x:xmpmeta>
            """
        _ = try MetadataBlocks(xmp: Array(hostile.utf8)).encodedXMP()
        #expect(try annotated() == before)
    }

    @Test func metadataThatDoNotFitIntoAJPEGAreRefused() throws {
        let regions = (1...400).map {
            CapturePhoto.FaceRegion(
                MetadataFaceObject(faceID: $0, bounds: .unit, rollAngle: 1, confidence: 1))
        }
        let file = try PhotoFile(bytes: TestPhoto.bytes(.jpeg(quality: 0.5)))
        #expect {
            try file.annotated(with: regions, width: 64, height: 48, replacingRegions: false)
        } throws: { ($0 as? FacecapError)?.code == .outputFailed }
        let png = try PhotoFile(bytes: TestPhoto.bytes(.png))
        _ = try png.annotated(with: regions, width: 64, height: 48, replacingRegions: false)
    }

    @Test(arguments: codecs)
    func aFileThatIsCutOrChangedIsReadWithoutHarm(codec: ImageCodec) throws {
        let whole = try PhotoFile(bytes: TestPhoto.bytes(codec)).adding(
            metadata, width: 64, height: 48)
        var codes: Set<FacecapError.Code> = []
        func read(_ bytes: [UInt8]) {
            do throws(FacecapError) {
                let file = try PhotoFile(bytes: bytes)
                _ = try file.orientation
                // What could be changed is a photo still.
                let copy = try file.annotated(
                    with: [], width: 1, height: 1, replacingRegions: true)
                _ = try PhotoFile(bytes: copy)
            } catch {
                codes.insert(error.code)
            }
        }
        for count in stride(from: 0, to: whole.count, by: 7) { read(Array(whole.prefix(count))) }
        // No photo can be cut within its metadata without being damaged.
        #expect(!codes.isEmpty)
        for index in stride(from: 0, to: min(whole.count, 4000), by: 3) {
            for value: UInt8 in [0, 0x7F, 0xFF] {
                var changed = whole
                changed[index] = value
                read(changed)
            }
        }
        #expect(codes.isSubset(of: [.mediaUnreadable, .mediaDamaged, .outputFailed]), "\(codes)")
    }

    @Test(arguments: [[], [1, 2, 3], Array("GIF89a".utf8), [0xFF, 0xD8, 0xFF]] as [[UInt8]])
    func whatIsNoPhotoIsRefused(bytes: [UInt8]) {
        #expect {
            try PhotoFile(bytes: bytes)
        } throws: {
            [.mediaUnreadable, .mediaDamaged].contains(($0 as? FacecapError)?.code)
        }
    }

    @Test func filesThatCannotBeReadAreNamed() throws {
        for (path, code) in [
            (folder.path + "/none.jpg", FacecapError.Code.sourceNotFound),
            (folder.path, .mediaUnreadable), ("/dev/zero", .mediaUnreadable),
        ] {
            #expect {
                try PhotoFile(path: path)
            } throws: { error in
                let error = error as? FacecapError
                return error?.code == code && error?.message.contains(path) == true
            }
        }
    }

    @Test func metadataThatCannotBeReadAreSaidToBeThoseOfTheFile() throws {
        let path = folder.path + "/exif.jpg"
        let block = Array("Exif\0\0no TIFF structure".utf8)
        let segment = [0xFF, 0xE1, 0, UInt8(block.count + 2)] + block
        var bytes = try TestPhoto.bytes(.jpeg(quality: 0.9))
        bytes.insert(contentsOf: segment, at: 2)
        try Data(bytes).write(to: URL(filePath: path))
        let file = try PhotoFile(path: path)
        let reads: [() throws -> Void] = [
            { _ = try file.orientation }, { _ = try file.exposure },
            { _ = try file.displayedFromStored },
        ]
        for read in reads {
            #expect {
                try read()
            } throws: { error in
                let error = error as? FacecapError
                return error?.code == .mediaDamaged
                    && error?.message.hasPrefix("\(path): ") == true
                    && error?.message.contains("`exiv2 rm`") == true
            }
        }
    }
}
