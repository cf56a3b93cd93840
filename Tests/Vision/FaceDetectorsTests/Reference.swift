// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceDetectors
import FaceValues
import Foundation
import TestSupport

/// The shared photographs, their pixels, and what an independent decoder finds in them.
struct Reference {
    struct Photo {
        let name: String
        let width: Int
        let height: Int
        let bgr: [UInt8]
        let i420: [UInt8]
        /// Faces by format, best first.
        var faces: [PixelBuffer.Format: [DetectedFace]] = [:]

        func image(_ format: PixelBuffer.Format) -> PixelBuffer {
            switch format {
            case .bgr24: Images.make(.bgr24, width: width, height: height, bytes: bgr)
            case .bgra: Images.make(.bgra, width: width, height: height, bytes: bgra)
            default: Images.repack(i420, width: width, height: height, as: format)
            }
        }

        private var bgra: [UInt8] {
            [UInt8](unsafeUninitializedCapacity: width * height * 4) { bytes, count in
                count = width * height * 4
                for pixel in 0..<width * height {
                    for channel in 0..<3 { bytes[4 * pixel + channel] = bgr[3 * pixel + channel] }
                    // Nobody looks at it.
                    bytes[4 * pixel + 3] = UInt8(pixel % 256)
                }
            }
        }
    }

    static let python = "/usr/bin/python3"
    static let modelPath = SharedMedia.path("models/yunet_n_320_320.onnx")

    /// Whether the media and Python with OpenCV are there.
    static let isAvailable: Bool = {
        guard SharedMedia.isAvailable else { return false }
        return (try? run(["-c", "import cv2, numpy"])) != nil
    }()

    /// All photographs, decoded once.
    static let photos: [Photo] = (try? load()) ?? []

    static func photo(_ name: String) -> Photo? { photos.first { $0.name == name } }

    private static func load() throws -> [Photo] {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("yunet-reference-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let script = Repository.path("Tests/Reference/yunet_reference.py")
        let media = SharedMedia.path("media/photos")
        let images = try FileManager.default.contentsOfDirectory(atPath: media)
            .filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".png") }.sorted()
        let output = try run(
            [script, modelPath, "320", "0.65", folder.path] + images.map { "\(media)/\($0)" })
        var photos: [Photo] = []
        for line in output.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            if words[0] == "picture", let width = Int(words[2]), let height = Int(words[3]) {
                let path = folder.appendingPathComponent(words[1])
                photos.append(
                    Photo(
                        name: words[1], width: width, height: height,
                        bgr: [UInt8](try Data(contentsOf: path.appendingPathExtension("bgr24"))),
                        i420: [UInt8](try Data(contentsOf: path.appendingPathExtension("i420")))))
            } else if words[0] == "face", let format = PixelBuffer.Format(rawValue: words[2]) {
                let values = words[3...].compactMap(Double.init)
                photos[photos.count - 1].faces[format, default: []].append(
                    DetectedFace(
                        bounds: Rect(
                            x: values[0], y: values[1], width: values[2], height: values[3]),
                        confidence: values[4]))
            }
        }
        return photos
    }

    private struct Failure: Error {}

    private static func run(_ arguments: [String]) throws -> String {
        guard let data = CommandRunner.output(of: [python] + arguments) else { throw Failure() }
        return String(decoding: data, as: UTF8.self)
    }
}
