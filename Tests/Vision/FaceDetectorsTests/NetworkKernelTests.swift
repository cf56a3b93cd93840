// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
@testable import FaceDetectors
import FaceValues
import Foundation
import TestSupport
import Testing

@Suite struct NetworkKernelTests {
    private func detector(_ kernel: DetectorDescription.Kernel, model: String) throws
        -> NetworkDetector
    {
        try NetworkDetector(
            .yunet, modelPath: SharedMedia.path("models/\(model)"),
            options: .init(threads: 2, kernel: kernel))
    }

    @Test func openCVIsTheLastChoiceAndScalarAlwaysOne() {
        let names = DetectorDescription.Kernel.available.map(\.name)
        #expect(names.suffix(2) == ["scalar", "opencv"])
    }

    /// The second looks are at the same crops, those of OpenCV's faces: one whose place differs by a
    /// hundred-thousandth of a pixel is sampled elsewhere, and a small face then leans by degrees more or
    /// less, on OpenCV as on any kernel.
    @Test(
        .enabled(if: Reference.isAvailable, "needs FACECAP_SHARED and python3-opencv"),
        arguments: ["yunet_n_320_320.onnx", "yunet_s_320_320.onnx"])
    func everyKernelSeesWhatOpenCVSees(model: String) throws {
        let openCV = try detector(.openCV, model: model)
        #expect(openCV.description.kernel == .openCV)
        for kernel in DetectorDescription.Kernel.available
        where !["opencv", "scalar"].contains(kernel.name) {
            let own = try detector(kernel, model: model)
            #expect(own.description.kernel == kernel)
            for photo in Reference.photos {
                let image = photo.image(.i420)
                let faces = try openCV.detectRawFaces(in: image)
                let found = try own.detectRawFaces(in: image)
                try #require(found.count == faces.count, "\(kernel.name), \(photo.name)")
                for (face, other) in zip(found, faces) {
                    #expect(abs(face.confidence - other.confidence) < 1e-5)
                    #expect(maximumDifference(face, other) < 1e-3, "\(kernel.name), \(photo.name)")
                    let crops = FaceCrops(box: other.bounds, turn: 0, scale: 1.3).crops
                    let looks = zip(
                        try own.network.lookAgain(at: crops, of: image),
                        try openCV.network.lookAgain(at: crops, of: image))
                    for (look, expected) in looks {
                        #expect((look == nil) == (expected == nil))
                        guard let look, let expected else { continue }
                        #expect(
                            maximumDifference(look.landmarks, expected.landmarks) < 1e-3,
                            "\(kernel.name), \(photo.name)")
                    }
                }
            }
        }
    }

    private func maximumDifference(_ face: DetectedFace, _ other: DetectedFace) -> Double {
        guard let points = face.landmarks, let others = other.landmarks else { return .infinity }
        let corners = zip(
            [face.bounds.x, face.bounds.y, face.bounds.maxX, face.bounds.maxY],
            [other.bounds.x, other.bounds.y, other.bounds.maxX, other.bounds.maxY])
        return corners.reduce(maximumDifference(points, others)) { max($0, abs($1.0 - $1.1)) }
    }

    private func maximumDifference(_ points: FaceLandmarks, _ others: FaceLandmarks) -> Double {
        func values(_ points: FaceLandmarks) -> [Double] {
            [
                points.leftEye, points.rightEye, points.nose, points.leftMouth, points.rightMouth,
            ].flatMap { [$0.x, $0.y] }
        }
        return zip(values(points), values(others)).map { abs($0 - $1) }.max() ?? .infinity
    }

    @Test func kernelThatTheProcessorHasNotIsRefusedWithTheNamesOfAll() {
        let error = #expect(throws: FacecapError.self) {
            _ = try DetectorDescription.Kernel(named: "mmx")
        }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains("scalar, opencv") == true)
    }
}
