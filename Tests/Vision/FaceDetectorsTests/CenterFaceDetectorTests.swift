// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceDetectors
import FaceValues
import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: Reference.isAvailable, "needs FACECAP_SHARED and python3-opencv"))
struct CenterFaceDetectorTests {
    private func detector(inputSize: Int = 320, threads: Int = 1) throws -> NetworkDetector {
        try NetworkDetector(
            .centerface, modelPath: SharedMedia.path("models/centerface.onnx"),
            options: .init(inputSize: inputSize, threads: threads))
    }

    private func faces(
        _ name: String, by detector: NetworkDetector
    ) throws -> [DetectedFace] {
        let photo = try #require(Reference.photo(name))
        return try detector.detectFaces(
            in: photo.image(.bgr24), orientation: .upright, region: nil, hints: [])
    }

    @Test func findsEveryFaceOfThePhotographs() throws {
        let table = try String(
            contentsOfFile: SharedMedia.path("media/photos/faces.csv"), encoding: .utf8)
        let rows = table.split(whereSeparator: \.isNewline).dropFirst().map {
            $0.split(separator: ",")
        }
        #expect(rows.count == 12)
        let detector = try detector(inputSize: 640)
        for (name, ofPhoto) in Dictionary(grouping: rows, by: { String($0[0]) }) {
            let found = try faces(name, by: detector)
            for row in ofPhoto {
                let values = row[2...5].compactMap { Double($0) }
                let truth = Rect(x: values[0], y: values[1], width: values[2], height: values[3])
                #expect(
                    found.contains { $0.bounds.intersectionOverUnion(truth) >= 0.5 }, "\(name)")
            }
        }
    }

    /// The network keeps the sizes of the first input it saw.
    @Test func imagesOfOtherSizesInBetweenChangeNothing() throws {
        let detector = try detector()
        let names = ["obama_official.jpg", "astronaut.png", "pexels_3184416.jpg"]
        let fresh = try names.map { try faces($0, by: self.detector()) }
        #expect(fresh.allSatisfy { !$0.isEmpty })
        for _ in 0..<2 {
            #expect(try names.map { try faces($0, by: detector) } == fresh)
        }
    }

    @Test func tellsFivePointsAndAllThreeAngles() throws {
        let frontal = try #require(try faces("obama_official.jpg", by: detector()).first)
        #expect(abs(try #require(frontal.rollAngle)) < 8)
        #expect(abs(try #require(frontal.yawAngle)) < 12)
        #expect(abs(try #require(frontal.pitchAngle)) < 20)
        let points = try #require(frontal.landmarks)
        #expect(points.leftEye.x < points.nose.x && points.nose.x < points.rightEye.x)
        #expect(points.leftEye.y < points.nose.y && points.nose.y < points.leftMouth.y)

        let turned = try #require(try faces("kodim04.png", by: detector()).first)
        #expect(try #require(turned.yawAngle) < -10)
        #expect(try #require(turned.rollAngle) > 8)
    }

    /// One face and four.
    @Test(arguments: ["astronaut.png", "pexels_3184416.jpg"])
    func numberOfThreadsChangesNothing(name: String) throws {
        let one = try faces(name, by: detector())
        #expect(!one.isEmpty)
        for threads in [2, 4] {
            #expect(try faces(name, by: detector(threads: threads)) == one, "\(threads)")
        }
    }

    @Test func nothingIsFoundWhereNothingIs() throws {
        let detector = try detector()
        for (width, height) in [(1, 1), (3, 5), (1, 999), (640, 480)] {
            let image = Images.plain(.i420, width: width, height: height)
            let found = try detector.detectFaces(
                in: image, orientation: .upright, region: nil, hints: [])
            #expect(found.isEmpty, "\(width) x \(height)")
        }
    }
}
