// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceDetectors
import FaceValues
import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: Reference.isAvailable, "needs FACECAP_SHARED and python3-opencv"))
struct YuNetParityTests {
    @Test(arguments: [PixelBuffer.Format.bgr24, .i420])
    func findsWhatAnIndependentDecoderFinds(format: PixelBuffer.Format) throws {
        let detector = try NetworkDetector(.yunet, modelPath: Reference.modelPath)
        #expect(Reference.photos.count == 10)
        for photo in Reference.photos {
            let found = try detector.detectRawFaces(in: photo.image(format))
            let expected = photo.faces[format] ?? []
            #expect(found.count == expected.count, "\(photo.name)")
            for (face, truth) in zip(found, expected) {
                #expect(abs(face.confidence - truth.confidence) <= 0.002, "\(photo.name)")
                #expect(abs(face.bounds.x - truth.bounds.x) <= 1, "\(photo.name)")
                #expect(abs(face.bounds.y - truth.bounds.y) <= 1, "\(photo.name)")
                #expect(abs(face.bounds.maxX - truth.bounds.maxX) <= 1, "\(photo.name)")
                #expect(abs(face.bounds.maxY - truth.bounds.maxY) <= 1, "\(photo.name)")
            }
        }
    }

    /// Cells that are nearly as sure as the best one see boxes up to 2 % of the width beside its own, and noise says which one
    /// is the best.
    @Test(arguments: ["astronaut.png", "Grace_Hopper.jpg"])
    func boxOfAFaceAtRestHardlyMovesInNoise(name: String) throws {
        let photo = try #require(Reference.photo(name))
        let factor = (max(photo.width, photo.height) + 319) / 320
        let still = Images.framed(
            photo.image(.gray8), reducedBy: factor, width: 320, height: 320)
        let detector = try NetworkDetector(.yunet, modelPath: Reference.modelPath)
        var numbers = SeededNumbers.fresh()
        let boxes = try (0..<24).map { _ in
            let image = Images.noisy(still, by: 4, using: &numbers)
            return try #require(try detector.detectRawFaces(in: image).first).bounds
        }
        let steps = zip(boxes, boxes.dropFirst()).map { last, next in
            hypot(next.center.x - last.center.x, next.center.y - last.center.y) / next.width
        }
        #expect(steps.reduce(0, +) / Double(steps.count) < 0.009)
    }

    @Test func findsEveryFaceOfThePhotographs() throws {
        let detector = try NetworkDetector(
            .yunet, modelPath: Reference.modelPath, options: .init(inputSize: 640))
        let table = try String(
            contentsOfFile: SharedMedia.path("media/photos/faces.csv"), encoding: .utf8)
        let rows = table.split(whereSeparator: \.isNewline).dropFirst().map {
            $0.split(separator: ",")
        }
        #expect(rows.count == 12)
        for row in rows {
            let photo = try #require(Reference.photo(String(row[0])))
            let values = row[2...5].compactMap { Double($0) }
            let truth = Rect(x: values[0], y: values[1], width: values[2], height: values[3])
            let faces = try detector.detectFaces(
                in: photo.image(.bgr24), orientation: .upright, region: nil, hints: [])
            #expect(
                faces.contains { $0.bounds.intersectionOverUnion(truth) >= 0.5 }, "\(photo.name)")
        }
    }
}
