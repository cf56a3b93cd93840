// SPDX-License-Identifier: Apache-2.0
import FaceAnalysis
import FaceValues
import TestSupport

extension FaceLook {
    /// A look with everything that a look may show, in numbers of no meaning.
    static func random(using numbers: inout SeededNumbers) -> FaceLook {
        let count = Int(numbers.next() % 4)
        return FaceLook(
            imageSize: Size(width: 640, height: 360), scan: .init(age: Int(numbers.next() % 9)),
            isCut: numbers.nextBool, cameraMotion: numbers.nextPoint,
            faces: (0..<count).map { _ in .random(using: &numbers) })
    }
}

extension DetectedFace {
    fileprivate static func random(using numbers: inout SeededNumbers) -> DetectedFace {
        var face = DetectedFace(
            bounds: Rect(
                x: numbers.nextNormal(), y: numbers.nextNormal(), width: numbers.nextUnit(),
                height: numbers.nextUnit()),
            confidence: numbers.nextUnit(), rollAngle: numbers.nextAngle,
            yawAngle: numbers.nextAngle, pitchAngle: numbers.nextAngle)
        face.rollSigma = numbers.nextAngle
        face.yawSigma = numbers.nextAngle
        face.pitchSigma = numbers.nextAngle
        if numbers.nextBool {
            face.landmarks = FaceLandmarks(
                leftEye: numbers.nextPoint, rightEye: numbers.nextPoint, nose: numbers.nextPoint,
                leftMouth: numbers.nextPoint, rightMouth: numbers.nextPoint)
        }
        if numbers.nextBool {
            face.openings = Openings(
                leftEye: numbers.nextUnit(), rightEye: numbers.nextUnit(),
                mouth: numbers.nextUnit())
        }
        if numbers.nextBool {
            face.mesh = (0..<468).map { _ in
                .init(position: numbers.nextPoint, depth: numbers.nextNormal())
            }
        }
        face.hasKnownShapes = numbers.nextBool
        face.replacesAnother = numbers.nextBool
        if numbers.nextBool {
            let hasTorso = numbers.nextBool
            let regions = (0..<2).map { _ in
                (0..<FaceAppearance.regionCount).map { _ in
                    numbers.nextUnit() < 0.1 ? Float(numbers.nextUnit()) : 0
                }
            }
            face.appearance = FaceAppearance(head: regions[0], torso: hasTorso ? regions[1] : nil)
        }
        if numbers.nextBool {
            face.sampling = FaceSampling(
                laplacianVariance: numbers.nextUnit() * 900, meanLuma: numbers.nextUnit(),
                clippedShare: numbers.nextUnit())
        }
        return face
    }
}

extension SeededNumbers {
    fileprivate var nextBool: Bool { mutating get { next() & 1 == 0 } }
    fileprivate var nextAngle: Double? {
        mutating get { nextBool ? nextNormal() * 30 : nil }
    }
    fileprivate var nextPoint: Point { mutating get { Point(x: nextNormal(), y: nextUnit()) } }
}
