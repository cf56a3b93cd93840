// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Foundation
import ScreenInput
import TestSupport
import Testing

@testable import FacePreview

/// A frame of an X server's screen, three bytes a pixel: red, green, blue.
struct Screenshot {
    /// Levels by which the mean of all channels may differ from the golden one: scaling rounds.
    static let meanTolerance = 1.0
    /// The share of pixels of which a channel may differ by more than 32.
    static let outlierTolerance = 0.002

    let width: Int
    let height: Int
    let bytes: [UInt8]

    /// Takes one of a whole screen.
    init(of display: String) throws {
        let source = try ScreenSource(ScreenRequest(display: display, framesPerSecond: 60))
        while true {
            guard case .video(let sample) = try source.nextEvent() else { continue }
            let image = sample.pixelBuffer
            (width, height) = (image.width, image.height)
            let plane = image.planes[0]
            bytes = (0..<image.height).flatMap { y in
                (0..<image.width).flatMap { x in
                    [2, 1, 0].map { channel in
                        plane.baseAddress.load(
                            fromByteOffset: y * plane.bytesPerRow + x * 3 + channel,
                            as: UInt8.self)
                    }
                }
            }
            return
        }
    }

    func color(_ x: Int, _ y: Int) -> [UInt8] {
        Array(bytes[((y * width + x) * 3)..<((y * width + x) * 3 + 3)])
    }

    /// Whether a pixel's color is this one, give or take what converting colors rounds.
    func shows(_ color: [UInt8], at point: Point) -> Bool {
        let (x, y) = (Int(point.x), Int(point.y))
        guard (0..<width).contains(x), (0..<height).contains(y) else { return false }
        return zip(self.color(x, y), color).allSatisfy { abs(Int($0) - Int($1)) <= 12 }
    }

    /// Expects the golden frame of a name, a portable pixmap; it is written again with
    /// `FACECAP_UPDATE_GOLDEN=1`.
    func expectGolden(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let url = URL(
            filePath: Repository.path("Tests/Session/FacePreviewTests/Golden/\(name).ppm"))
        let header = Array("P6\n\(width) \(height)\n255\n".utf8)
        if ProcessInfo.processInfo.environment["FACECAP_UPDATE_GOLDEN"] != nil {
            try Data(header + bytes).write(to: url)
        }
        let golden = Array(try Data(contentsOf: url))
        try #require(
            golden.prefix(header.count) == header[...]
                && golden.count == header.count + bytes.count,
            sourceLocation: sourceLocation)
        let differences = zip(golden.dropFirst(header.count), bytes).map {
            abs(Int($0) - Int($1))
        }
        let mean = Double(differences.reduce(0, +)) / Double(differences.count)
        let outliers = Double(differences.count { $0 > 32 }) / Double(differences.count)
        #expect(
            mean <= Self.meanTolerance && outliers <= Self.outlierTolerance,
            "\(name): mean \(mean), outliers \(outliers)", sourceLocation: sourceLocation)
    }
}
