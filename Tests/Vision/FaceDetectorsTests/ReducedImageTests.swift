// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceDetectors
import FaceValues
import Foundation
import MediaCodecs
import TestSupport
import Testing

/// JPEG images that are decoded at a part of their size, as those of a camera are when nobody needs more.
@Suite(.enabled(if: SharedMedia.isAvailable, "needs FACECAP_SHARED"))
struct ReducedImageTests {
    private func image(_ bytes: Data, reduction: Int) throws -> PixelBuffer {
        let decoder = try ImageDecoder(.jpeg, name: "photo")
        decoder.reduction = reduction
        let images = try bytes.withUnsafeBytes { bytes throws(FacecapError) in
            try decoder.decode(bytes, number: 0)
        }
        return try #require(images?.first?.pixelBuffer)
    }

    private func boxes(_ image: PixelBuffer, fullWidth: Int) throws -> [Rect] {
        let detector = try NetworkDetector(
            .yunet, modelPath: SharedMedia.path("models/yunet_n_320_320.onnx"))
        let scale = Double(fullWidth) / Double(image.width)
        return try detector.detectFaces(
            in: image, orientation: .upright, region: nil, hints: []
        ).map { $0.bounds.scaled(x: scale, y: scale) }
    }

    /// Faces at the edge of what the network sees at 320 pixels jump by a tenth of their size, whichever way
    /// the image was made small; large ones agree within 0.3 %.
    @Test(arguments: ["pexels_936119.jpg", "pexels_1024311.jpg", "pexels_3184416.jpg"])
    func facesAreThoseOfTheWholeImage(name: String) throws {
        let bytes = try Data(contentsOf: URL(filePath: SharedMedia.path("media/photos/\(name)")))
        let whole = try image(bytes, reduction: 0)
        let expected = try boxes(whole, fullWidth: whole.width)
        try #require(!expected.isEmpty)
        for reduction in 1...3 where max(whole.width, whole.height) >> reduction >= 320 {
            let found = try boxes(
                image(bytes, reduction: reduction), fullWidth: whole.width)
            #expect(found.count == expected.count, "1/\(1 << reduction)")
            for right in expected {
                #expect(found.contains { $0.intersectionOverUnion(right) > 0.8 })
            }
        }
    }
}
