// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// What ExifTool says of frames and movies.
enum PhotoTags {
    static let isAvailable = FileManager.default.isExecutableFile(atPath: "/usr/bin/exiftool")

    static func run(_ arguments: String...) async throws -> String {
        let result = try await CommandRunner.run(arguments, of: "/usr/bin/exiftool")
        #expect(result.exitCode == 0, "\(result.messages)")
        return result.output
    }

    /// All tags of a file, structures as such, numbers as they are.
    static func read(_ path: String) async throws -> [String: Any] {
        let text = try await run("-j", "-struct", "-n", path)
        let list = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]]
        return try #require(list?.first)
    }

    /// The regions of a file.
    static func regions(_ path: String) async throws -> [PhotoRegion] {
        let info = try await read(path)["RegionInfo"] as? [String: Any]
        let list = info?["RegionList"] as? [[String: Any]] ?? []
        return try list.map { try PhotoRegion(tags: $0) }
    }
}

/// A face as a photo or the program tells it: center and size in shares of the frame.
struct PhotoRegion {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
    var roll: Double?
    var yaw: Double?

    /// A region as ExifTool has it.
    init(tags: [String: Any]) throws {
        let area = try #require(tags["Area"] as? [String: Any])
        func number(_ key: String) throws -> Double {
            try #require((area[key] as? NSNumber)?.doubleValue)
        }
        (x, y, width, height) = (try number("X"), try number("Y"), try number("W"), try number("H"))
        let angles = tags["Extensions"] as? [String: Any]
        roll = (angles?["XMP-apple-fi:AngleInfoRoll"] as? NSNumber)?.doubleValue
        yaw = (angles?["XMP-apple-fi:AngleInfoYaw"] as? NSNumber)?.doubleValue
    }

    /// A face of the program's own JSON.
    init(face: [String: Any]) throws {
        let bounds = try #require(face["bounds"] as? [String: Double])
        func number(_ key: String) throws -> Double { try #require(bounds[key]) }
        (width, height) = (try number("width"), try number("height"))
        (x, y) = (try number("x") + width / 2, try number("y") + height / 2)
        roll = face["roll"] as? Double
        yaw = face["yaw"] as? Double
    }

    /// The region in the displayed frame, as Exif 2.32 has its orientations.
    func displayed(exif orientation: Int) -> PhotoRegion {
        var region = self
        (region.x, region.y) =
            switch orientation {
            case 2: (1 - x, y)
            case 3: (1 - x, 1 - y)
            case 4: (x, 1 - y)
            case 5: (y, x)
            case 6: (1 - y, x)
            case 7: (1 - y, 1 - x)
            case 8: (y, 1 - x)
            default: (x, y)
            }
        if orientation > 4 { (region.width, region.height) = (height, width) }
        return region
    }

    /// Intersection over union.
    func overlap(_ other: PhotoRegion) -> Double {
        func shared(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
            max(0, min(a + b / 2, c + d / 2) - max(a - b / 2, c - d / 2))
        }
        let common =
            shared(x, width, other.x, other.width) * shared(y, height, other.y, other.height)
        return common / (width * height + other.width * other.height - common)
    }
}
