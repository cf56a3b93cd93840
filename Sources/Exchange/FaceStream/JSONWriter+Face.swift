// SPDX-License-Identifier: Apache-2.0
package import FaceValues

extension JSONWriter {
    /// A face as the stream contract has it; unknown angles are left out.
    package mutating func face(
        _ face: MetadataFaceObject, positionDecimals decimals: Int, includesLandmarks: Bool,
        includesMesh: Bool = false
    ) {
        object { json in
            json.member("id", face.faceID)
            json.bounds(face.bounds, decimals)
            json.angle("roll", face.rollAngle)
            json.angle("yaw", face.yawAngle)
            json.angle("pitch", face.pitchAngle)
            json.uncertainty(face)
            json.member("confidence", face.confidence, decimals: 4)
            if includesLandmarks, let landmarks = face.landmarks {
                json.landmarks(landmarks, decimals)
            }
            if includesMesh, let mesh = face.mesh { json.mesh(mesh, decimals) }
            json.member("distance", face.distance, decimals: 4)
            json.member("capture_quality", face.captureQuality, decimals: 4)
            json.member("state", face.state.rawValue)
            json.member("age_ms", Double(face.ageNanoseconds) / 1e6, decimals: 3)
        }
    }

    /// How a frame was looked at.
    mutating func scan(_ scan: FaceObservation.Scan) {
        member("scan", scan.isFull ? "full" : "followed")
        member("scan_age", scan.age)
    }

    /// How exact the angles are, and how far eyes and mouth are open.
    private mutating func uncertainty(_ face: MetadataFaceObject) {
        member("roll_sigma", face.rollSigma, decimals: 4)
        member("yaw_sigma", face.yawSigma, decimals: 4)
        member("pitch_sigma", face.pitchSigma, decimals: 4)
        angle("pitch_relative", face.relativePitchAngle)
        member("left_eye_openness", face.leftEyeOpenness, decimals: 4)
        member("right_eye_openness", face.rightEyeOpenness, decimals: 4)
        member("mouth_openness", face.mouthOpenness, decimals: 4)
    }

    /// Each point as x, y and depth.
    private mutating func mesh(_ points: [MetadataFaceObject.MeshPoint], _ decimals: Int) {
        array("mesh") { json in
            for point in points {
                json.array { json in
                    json.number(point.position.x, decimals: decimals)
                    json.number(point.position.y, decimals: decimals)
                    json.number(point.depth, decimals: 7)
                }
            }
        }
    }

    /// A drawn face as the stream contract has it.
    mutating func truth(
        _ truth: StreamTruth, transform: CoordinateTransform, positionDecimals decimals: Int
    ) {
        let face = transform.apply(truth.face)
        object { json in
            json.member("identity", truth.identity)
            json.bounds(face.bounds, decimals)
            json.angle("roll", face.rollAngle)
            json.angle("yaw", face.yawAngle)
            json.angle("pitch", face.pitchAngle)
            if let landmarks = face.landmarks { json.landmarks(landmarks, decimals) }
            json.member("in_frame", truth.inFrame, decimals: 3)
            json.member("occluded", truth.occluded, decimals: 3)
        }
    }

    /// A machine-readable code, as an object.
    mutating func code(_ code: MetadataMachineReadableCodeObject, positionDecimals: Int) {
        object { json in
            json.member("symbology", code.symbology.rawValue)
            switch code.content {
            case .text(let text):
                json.member("text", text)
            case .bytes(let bytes):
                json.member("base64", String(decoding: Base64.encode(bytes), as: UTF8.self))
            }
            json.array("corners") { json in
                for corner in code.corners {
                    json.numbers([corner.x, corner.y], decimals: positionDecimals)
                }
            }
        }
    }

    /// Counts by reason, in alphabetical order.
    package mutating func counts<Reason: CustomStringConvertible>(_ counts: [Reason: Int]) {
        object { json in
            let sorted = counts.map { ($0.key.description, $0.value) }.sorted { $0.0 < $1.0 }
            for (reason, count) in sorted {
                json.key(reason)
                json.integer(count)
            }
        }
    }

    private mutating func bounds(_ bounds: Rect, _ decimals: Int) {
        object("bounds") { json in
            json.member("x", bounds.x, decimals: decimals)
            json.member("y", bounds.y, decimals: decimals)
            json.member("width", bounds.width, decimals: decimals)
            json.member("height", bounds.height, decimals: decimals)
        }
    }

    private mutating func landmarks(_ landmarks: FaceLandmarks, _ decimals: Int) {
        object("landmarks") { json in
            json.point("left_eye", landmarks.leftEye, decimals)
            json.point("right_eye", landmarks.rightEye, decimals)
            json.point("nose", landmarks.nose, decimals)
            json.point("left_mouth", landmarks.leftMouth, decimals)
            json.point("right_mouth", landmarks.rightMouth, decimals)
        }
    }

    private mutating func point(_ key: StaticString, _ point: Point, _ decimals: Int) {
        self.key(key)
        object { json in
            json.member("x", point.x, decimals: decimals)
            json.member("y", point.y, decimals: decimals)
        }
    }

    private mutating func angle(_ key: StaticString, _ degrees: Double?) {
        member(key, degrees.map(Self.angleOfFourDecimals), decimals: 4)
    }

    /// An angle in degrees that four decimals leave in (-180, 180], also where rounding meets the end of the range.
    package static func angleOfFourDecimals(_ degrees: Double) -> Double {
        degrees <= -179.99995 ? 180 : degrees
    }
}
