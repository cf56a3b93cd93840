// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// Programs of others that read photos.
enum PhotoReader {
    static let hasExifTool = FileManager.default.isExecutableFile(atPath: "/usr/bin/exiftool")
    static let hasExiv2 = FileManager.default.isExecutableFile(atPath: "/usr/bin/exiv2")

    /// What ExifTool says of a file, with structures.
    static func exifTool(_ path: String) async throws -> [String: Any] {
        let result = try await CommandRunner.run(
            ["-j", "-struct", "-n", path], of: "/usr/bin/exiftool")
        let list = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        return try #require((list as? [[String: Any]])?.first, "\(result.messages)")
    }

    /// What ExifTool finds wrong with a file, one complaint a line.
    static func complaints(_ path: String) async throws -> String {
        try await CommandRunner.run(
            ["-validate", "-warning", "-a", "-s3", path], of: "/usr/bin/exiftool"
        ).output
    }

    /// What exiv2 says: key and value of each property.
    static func exiv2(_ path: String) async throws -> [String: String] {
        let result = try await CommandRunner.run(
            ["-PEXkv", path], of: "/usr/bin/exiv2")
        var values: [String: String] = [:]
        for line in result.output.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1)
            values[String(parts[0])] =
                parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
        }
        return values
    }

    /// The regions in what ExifTool says.
    static func regions(_ values: [String: Any]) -> [[String: Any]] {
        (values["RegionInfo"] as? [String: Any])?["RegionList"] as? [[String: Any]] ?? []
    }

    /// The bounds of a region as shares of the image: x, y, width, height.
    static func bounds(_ region: [String: Any]) throws -> [Double] {
        let area = try #require(region["Area"] as? [String: Any])
        func number(_ key: String) throws -> Double {
            try #require((area[key] as? NSNumber)?.doubleValue)
        }
        let (width, height) = (try number("W"), try number("H"))
        return [try number("X") - width / 2, try number("Y") - height / 2, width, height]
    }
}
