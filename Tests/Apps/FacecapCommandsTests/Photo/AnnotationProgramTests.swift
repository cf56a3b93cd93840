// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// `facecap photo --annotate` as a process, on real photos.
@Suite(
    .enabled(
        if: PhotoTags.isAvailable && SharedMedia.isAvailable && InstalledProgram.ffmpeg != nil,
        "needs FACECAP_SHARED, exiftool and ffmpeg"))
struct AnnotationProgramTests {
    private static let photos = ["obama_official.jpg", "pexels_3184416.jpg", "astronaut.png"]
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func copy(_ name: String) throws -> String {
        let bytes = try Data(contentsOf: URL(filePath: SharedMedia.path("media/photos/" + name)))
        return try folder.write(Array(bytes), to: name)
    }

    private func annotate(_ words: String...) async throws -> CommandResult {
        try await CommandRunner.run(
            ["photo", "--json", "--annotate"] + words,
            environment: ["FACECAP_MODELS": SharedMedia.path("models")])
    }

    private func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: path)))
    }

    /// A tag's value in one way of writing it.
    private func text(_ value: Any?) throws -> String {
        let object = ["value": value ?? NSNull()]
        return String(
            decoding: try JSONSerialization.data(
                withJSONObject: object, options: [.sortedKeys, .fragmentsAllowed]), as: UTF8.self)
    }

    @Test func recordHasTheErrorsOfAnglesAndThePointsOfTheMeshWhereTheyAreAskedFor() async throws {
        for (words, count) in [([], nil), (["--mesh-points"], 468)] {
            let path = try copy("obama_official.jpg")
            let result = try await CommandRunner.run(
                ["photo", "--json", "--annotate", path] + words,
                environment: ["FACECAP_MODELS": SharedMedia.path("models")])
            let face = try #require(
                (JSONLines.parse(result.output).first?["faces"] as? [[String: Any]])?.first)
            #expect((face["mesh"] as? [[Double]])?.count == count)
            #expect(["roll", "yaw", "pitch"].allSatisfy { face[$0 + "_sigma"] is Double })
        }
    }

    @Test(arguments: photos)
    func theFacesAreAddedAndNothingElseChanges(name: String) async throws {
        let path = try copy(name)
        let old = try bytes(path)
        let oldTags = try await PhotoTags.read(path)
        let complaints = try await PhotoTags.run("-validate", "-warning", "-a", "-s3", path)
        let result = try await annotate(path)
        #expect(result.exitCode == 0, "\(result.messages)")
        let faces = try #require(JSONLines.parse(result.output).first?["faces"] as? [[String: Any]])
        let regions = try await PhotoTags.regions(path)
        #expect(!faces.isEmpty && regions.count == faces.count)
        for (region, face) in zip(regions, faces) {
            #expect(region.overlap(try PhotoRegion(face: face)) > 0.999)
        }
        // The encoded frame: all that follows the header.
        let new = try bytes(path)
        let oldImage = try #require(old.encodedImage)
        #expect(oldImage.count > old.count / 2)
        #expect(new.encodedImage?.elementsEqual(oldImage) == true)
        var newTags = try await PhotoTags.read(path)
        newTags["RegionInfo"] = nil
        for (key, value) in oldTags where !key.hasPrefix("File") && key != "XMPToolkit" {
            #expect(try text(newTags[key]) == text(value), "\(key)")
        }
        #expect(
            try await PhotoTags.run("-validate", "-warning", "-a", "-s3", path) == complaints)
    }

    /// The names that ExifTool reads of the regions.
    private func names(_ path: String) async throws -> [String?] {
        let info = try await PhotoTags.read(path)["RegionInfo"] as? [String: Any]
        return (info?["RegionList"] as? [[String: Any]] ?? []).map { $0["Name"] as? String }
    }

    @Test func facesHaveTheNamesThatTheyAreGivenAndKeepThem() async throws {
        let path = try copy("pexels_3184416.jpg")
        let found = try #require(
            JSONLines.parse(try await annotate(path).output).first?["faces"] as? [[String: Any]])
        try #require(found.count >= 2)
        #expect(try await names(path).allSatisfy { $0 == nil })
        let named = try await annotate(
            path, "--force", "--name", "1=Ada Łovelace", "--name", "2=type=Seq <&>")
        #expect(named.exitCode == 0, "\(named.messages)")
        let both: [String?] = ["Ada Łovelace", "type=Seq <&>"]
        #expect(try await names(path).prefix(2) == both[...])
        let inspection = try await CommandRunner.run(["inspect", "--json", path])
        let regions = try JSONLines.parse(inspection.output).first?["regions"] as? [[String: Any]]
        #expect(regions?.first?["name"] as? String == "Ada Łovelace")

        // Looked at again, who is there keeps the name, or has another one.
        _ = try await annotate(path, "--force", "--name", "2=Grace")
        #expect(try await names(path).prefix(2) == ["Ada Łovelace", "Grace"])

        let old = try bytes(path)
        for (arguments, message) in [
            ([path, "--force", "--name", "99=Nobody"], "has no face 99"),
            ([path, "b.jpg", "--name", "1=Ada"], "name one FILE alone"),
            ([path, "--name", "0=Ada"], "the id of a face and a name"),
            ([path, "--name", "1=a\u{1B}[2J"], "the id of a face and a name"),
            ([path, "--name", "1="], "the id of a face and a name"),
        ] {
            let refused = try await CommandRunner.run(
                ["photo", "--annotate"] + arguments,
                environment: ["FACECAP_MODELS": SharedMedia.path("models")])
            #expect(refused.exitCode == 64 && refused.messages.contains(message))
        }
        #expect(try bytes(path) == old)
        let taken = try await CommandRunner.run(["photo", "c.jpg", "--name", "1=Ada"])
        #expect(taken.exitCode == 64, "\(taken.messages)")
    }

    /// Photographs whose orientation nobody wrote down, turned clockwise.
    @Test(arguments: [(90, "transpose=1"), (180, "hflip,vflip"), (270, "transpose=2")])
    func facesOfATurnedPhotographAreFound(turn: Int, filter: String) async throws {
        for (name, count) in [
            ("biden_official.jpg", 1), ("kodim18.png", 1), ("pexels_3184416.jpg", 4),
        ] {
            let original = SharedMedia.path("media/photos/" + name)
            let path = folder.path + "/turned.png"
            let made = try await CommandRunner.run(
                ["-v", "error", "-y", "-i", original, "-vf", filter, path],
                of: try #require(InstalledProgram.ffmpeg))
            #expect(made.exitCode == 0, "\(made.messages)")
            let result = try await annotate(path, "--force")
            #expect(result.exitCode == 0, "\(result.messages)")
            let record = try #require(JSONLines.parse(result.output).first)
            let faces = try #require(record["faces"] as? [[String: Any]])
            #expect(faces.count == count, "\(name)")
            let rolls = faces.compactMap { $0["roll"] as? Double }
            #expect(!rolls.isEmpty)
            // The line of the eyes of these people is within 24 degrees of the photograph's.
            for roll in rolls {
                let off = (roll - Double(turn) + 540).truncatingRemainder(dividingBy: 360) - 180
                #expect(abs(off) <= 24 + 20, "\(name): \(roll)")
            }
        }
    }

    @Test func everyOrientationShowsTheSameRegions() async throws {
        let original = try copy("pexels_3184416.jpg")
        let filters = [
            "null", "hflip", "hflip,vflip", "vflip", "transpose=0", "transpose=2", "transpose=3",
            "transpose=1",
        ]
        var upright: [PhotoRegion] = []
        for (orientation, filter) in zip(1..., filters) {
            let path = folder.path + "/\(orientation).jpg"
            let made = try await CommandRunner.run(
                ["-v", "error", "-i", original, "-vf", filter, "-q:v", "1", path],
                of: try #require(InstalledProgram.ffmpeg))
            #expect(made.exitCode == 0, "\(made.messages)")
            _ = try await PhotoTags.run(
                "-q", "-overwrite_original", "-Orientation#=\(orientation)", path)
            let result = try await annotate(path)
            #expect(result.exitCode == 0, "\(result.messages)")
            let regions = try await PhotoTags.regions(path).map {
                $0.displayed(exif: orientation)
            }
            let record = try #require(JSONLines.parse(result.output).first)
            #expect(record["width"] as? Int == 1280 && record["height"] as? Int == 853)
            let faces = try #require(record["faces"] as? [[String: Any]])
            #expect(faces.count == regions.count)
            for (region, face) in zip(regions, faces) {
                #expect(region.overlap(try PhotoRegion(face: face)) > 0.999)
            }
            if orientation == 1 { upright = regions }
            #expect(upright.count == 4 && regions.count == 4, "\(orientation)")
            for face in upright {
                let best = regions.map { $0.overlap(face) }.max() ?? 0
                #expect(best > 0.95, "\(orientation): \(best)")
            }
        }
    }

    @Test func regionsThatAreThereAreReplacedWithForceOnly() async throws {
        let path = try copy("astronaut.png")
        #expect(try await annotate(path).exitCode == 0)
        let once = try bytes(path)
        let refused = try await annotate(path)
        #expect(refused.exitCode == 74 && refused.messages.contains("--force"))
        #expect(try bytes(path) == once)
        #expect(try await annotate(path, "--force").exitCode == 0)
        #expect(try bytes(path) == once)
    }

    @Test func regionsThatAreNoFacesStayAsTheyAre() async throws {
        let path = try copy("astronaut.png")
        let others = "{Area={X=0.5,Y=0.5,W=0.1,H=0.1,Unit=normalized},Type=Focus},"
        let pet = "{Area={X=0.9,Y=0.9,W=0.05,H=0.05,Unit=normalized},Name=Rex,Type=Pet}"
        let face = "{Area={X=0.1,Y=0.1,W=0.1,H=0.1,Unit=normalized},Name=Ada,Type=Face},"
        let size = "AppliedToDimensions={W=512,H=512,Unit=pixel}"
        for list in [others + pet, face + others + pet] {
            _ = try await PhotoTags.run(
                "-q", "-overwrite_original", "-RegionInfo={\(size),RegionList=[\(list)]}", path)
            let hasFace = list != others + pet
            let result = try await annotate(path)
            #expect(result.exitCode == (hasFace ? 74 : 0), "\(result.messages)")
            if hasFace { #expect(try await annotate(path, "--force").exitCode == 0) }
            let info = try #require(try await PhotoTags.read(path)["RegionInfo"] as? [String: Any])
            let regions = try #require(info["RegionList"] as? [[String: Any]])
            #expect(regions.map { $0["Type"] as? String } == ["Focus", "Pet", "Face"])
            #expect(regions.map { $0["Name"] as? String } == [nil, "Rex", nil])
            let area = try #require(regions[1]["Area"] as? [String: Any])
            #expect(area["X"] as? Double == 0.9 && area["W"] as? Double == 0.05)
        }
    }

    @Test func circlesAndPointsAreListedAndTheirNamesStay() async throws {
        let path = try copy("astronaut.png")
        #expect(try await annotate(path).exitCode == 0)
        let face = try #require(try await PhotoTags.regions(path).first)
        let size = "AppliedToDimensions={W=512,H=512,Unit=pixel}"
        for (diameter, told) in [
            (",D=\((face.width + face.height) / 2)", "size 0."), ("", "a point"),
        ] {
            let area = "{X=\(face.x),Y=\(face.y)\(diameter),Unit=normalized}"
            let list = "{Area=\(area),Name=Ada,Type=Face}"
            _ = try await PhotoTags.run(
                "-q", "-overwrite_original", "-RegionInfo={\(size),RegionList=[\(list)]}", path)
            let page = try await CommandRunner.run(["inspect", path])
            #expect(page.output.contains("1 region\n"), "\(page.output)")
            #expect(page.output.contains("  Face, Ada, at 0."), "\(page.output)")
            #expect(page.output.contains(told), "\(page.output)")
            #expect(try await annotate(path).exitCode == 74)
            #expect(try await annotate(path, "--force").exitCode == 0)
            #expect(try await names(path) == ["Ada"])
        }
    }

    @Test(arguments: [3000, 20000])
    func aPhotoThatIsCutShortIsDamagedAndStaysAsItIs(byteCount: Int) async throws {
        let whole = try bytes(SharedMedia.path("media/photos/obama_official.jpg"))
        let path = try folder.write(Array(whole.prefix(byteCount)), to: "cut.jpg")
        let result = try await annotate(path)
        #expect(result.exitCode == 65, "\(result.messages)")
        #expect(result.messages.contains("cut.jpg") && result.output.isEmpty)
        #expect(try bytes(path) == Array(whole.prefix(byteCount)))
    }

    @Test func aCopyLeavesTheOriginalAlone() async throws {
        let path = try copy("astronaut.png")
        let old = try bytes(path)
        let output = folder.path + "/copy.png"
        #expect(try await annotate(path, "-o", output).exitCode == 0)
        #expect(try bytes(path) == old)
        #expect(try await PhotoTags.regions(output).count == 1)
        #expect(try await annotate(path, "-o", output).exitCode == 74)
    }

    /// The second name was taken for the place of a copy, and what was there was lost.
    @Test func everyPhotoThatIsNamedKeepsItsImage() async throws {
        let paths = try ["astronaut.png", "obama_official.jpg"].map(copy)
        let images = try paths.map { try bytes($0).encodedImage.map(Array.init) }
        let result = try await annotate("--force", paths[0], folder.path + "/no.jpg", paths[1])
        #expect(result.exitCode == 66)
        #expect(result.messages.contains("no.jpg"))
        #expect(try paths.map { try bytes($0).encodedImage.map(Array.init) } == images)
        for path in paths { #expect(try await PhotoTags.regions(path).count == 1) }
        let refused = try await annotate(paths[0], paths[1], "-o", folder.path + "/copy.png")
        #expect(refused.exitCode == 64 && refused.messages.contains("one FILE alone"))
    }

    @Test func inspectReadsTheFacesOfEveryOrientationAsTheyAreDisplayed() async throws {
        let path = folder.path + "/turned.jpg"
        let made = try await CommandRunner.run(
            [
                "-v", "error", "-i", try copy("pexels_3184416.jpg"), "-vf", "transpose=2", "-q:v",
                "1", path,
            ], of: try #require(InstalledProgram.ffmpeg))
        #expect(made.exitCode == 0, "\(made.messages)")
        _ = try await PhotoTags.run("-q", "-overwrite_original", "-Orientation#=6", path)
        let annotated = try #require(JSONLines.parse(try await annotate(path).output).first)
        let result = try await CommandRunner.run(["inspect", "--json", path])
        #expect(result.exitCode == 0, "\(result.messages)")
        let record = try #require(JSONLines.parse(result.output).first)
        for key in ["width", "height"] {
            #expect(record[key] as? Int == annotated[key] as? Int)
        }
        let faces = try #require(annotated["faces"] as? [[String: Any]])
        let regions = try #require(record["regions"] as? [[String: Any]])
        #expect(!faces.isEmpty && faces.count == regions.count)
        for (face, region) in zip(faces, regions) {
            #expect(region["type"] as? String == "Face")
            #expect(region["id"] as? Int == face["id"] as? Int)
            let bounds = try #require(region["bounds"] as? [String: Double])
            let expected = try #require(face["bounds"] as? [String: Double])
            for (key, value) in expected { #expect(abs((bounds[key] ?? 2) - value) < 2e-7) }
            for key in ["roll", "yaw"] {
                let (told, found) = (region[key] as? Double, face[key] as? Double)
                #expect((told == nil) == (found == nil))
                let difference = (told ?? 0) - (found ?? 0)
                #expect(abs(difference.remainder(dividingBy: 360)) <= 0.5, "\(key)")
            }
        }
    }

    @Test(.enabled(if: !Sanitizer.writesFiles, "the sanitizer needs larger files"))
    func whenTheDiskIsFullTheOriginalStays() async throws {
        let path = try copy("obama_official.jpg")
        let old = try bytes(path)
        // A limit on the size of files stands for the end of the disk.
        let result = try await CommandRunner.run(
            [
                "-c", "trap '' XFSZ; ulimit -f 100; exec \"$@\"", "sh", CommandRunner.facecap,
                "photo", "--annotate", path,
            ], of: "/bin/sh", environment: ["FACECAP_MODELS": SharedMedia.path("models")])
        #expect(result.exitCode == 79, "\(result.messages)")
        #expect(try bytes(path) == old)
        #expect(folder.contents == ["obama_official.jpg"])
    }

    @Test(arguments: ["Tests", "/dev/null", "/no/such.jpg"])
    func whatIsNoImageIsRefused(path: String) async throws {
        let result = try await annotate(path)
        #expect([65, 66].contains(result.exitCode) && result.messages.contains(path))
    }

    @Test func aCopyHasTheEndingOfItsPhoto() async throws {
        let photo = try copy("obama_official.jpg")
        for name in ["copy.png", "copy.heic"] {
            let run = try await annotate("-o", folder.path + "/" + name, photo)
            #expect(run.exitCode == 64 && run.messages.contains("end the name in .jpg"))
        }
        #expect(folder.contents == ["obama_official.jpg"])
        let run = try await annotate("-o", folder.path + "/copy.JPEG", photo)
        #expect(run.exitCode == 0, "\(run.messages)")
    }
}

extension [UInt8] {
    /// What follows the header of a JPEG or PNG file: from the first scan, or the first `IDAT`, on.
    fileprivate var encodedImage: ArraySlice<UInt8>? {
        if starts(with: [0xFF, 0xD8]) {
            var position = 2
            while position + 4 <= count, self[position + 1] != 0xDA {
                position += 2 + (Int(self[position + 2]) << 8 | Int(self[position + 3]))
            }
            return dropFirst(position)
        }
        return indices.first { self[$0...].starts(with: Array("IDAT".utf8)) }.map { self[$0...] }
    }
}
