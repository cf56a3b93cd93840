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
