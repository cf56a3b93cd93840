// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// The frames of a movie's face track as ExifTool reads them.
struct ExifToolFaces {
    /// One sample.
    struct Sample {
        var number: Int
        var time: Double
        /// By id: left, top, right, bottom, roll and yaw.
        var faces: [Int: [Double]]
    }

    let samples: [Sample]

    /// - Parameter json: of `exiftool -n -ee -j -G3:4 -a`.
    init(json: String) throws {
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]]
        // `Doc3:Copy1:DetectedFaceID`: the second face of the third sample.
        var documents: [Int: [String: [Int: Any]]] = [:]
        for (key, value) in try #require(object?.first) {
            let parts = key.split(separator: ":")
            guard parts.count >= 2, parts[0].hasPrefix("Doc"),
                let number = Int(parts[0].dropFirst(3)),
                let name = parts.last
            else { continue }
            let copy = parts.count > 2 ? Int(parts[1].dropFirst(4)) ?? 0 : 0
            documents[number, default: [:]][String(name), default: [:]][copy] = value
        }
        samples = try documents.sorted { $0.key < $1.key }.compactMap { _, tags in
            guard let number = tags["MdtaorgFacecapFrameNumber"]?.values.first as? Int else {
                return nil
            }
            let time = try #require(tags["SampleTime"]?.values.first as? Double)
            return Sample(number: number, time: time, faces: try Self.faces(tags))
        }
    }

    private static func faces(_ tags: [String: [Int: Any]]) throws -> [Int: [Double]] {
        var faces: [Int: [Double]] = [:]
        for (copy, id) in Self.values("DetectedFaceID", tags) {
            let text = try #require(Self.values("DetectedFaceBounds", tags)[copy] as? String)
            let corners = text.split(separator: " ").compactMap { Double($0) }
            try #require(corners.count == 8)
            let roll = try #require(Self.values("DetectedFaceRollAngle", tags)[copy] as? Double)
            let yaw = try #require(Self.values("DetectedFaceYawAngle", tags)[copy] as? Double)
            faces[try #require(id as? Int)] =
                [corners[0], corners[1], corners[4], corners[5], roll, yaw]
        }
        return faces
    }

    /// The values of a tag by the rank of their copy, as tags count their copies apart.
    private static func values(_ name: String, _ tags: [String: [Int: Any]]) -> [Int: Any] {
        let copies = (tags[name] ?? [:]).sorted { $0.key < $1.key }
        return Dictionary(uniqueKeysWithValues: copies.enumerated().map { ($0, $1.value) })
    }
}
