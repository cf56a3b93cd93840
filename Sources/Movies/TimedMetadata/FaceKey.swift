// SPDX-License-Identifier: Apache-2.0
/// The keys of a face track and the local ids that facecap gives them.
enum FaceKey: UInt32, CaseIterable {
    case face = 1
    case faceID
    case bounds
    case rollAngle
    case yawAngle
    case pitchAngle
    case confidence
    case state
    case age
    case landmarks
    case frameNumber
    case frameAnalysed
    case frameReason
    case distance
    case captureQuality
    case frameScan
    case frameCut
    case rollSigma
    case yawSigma
    case pitchSigma
    case relativePitchAngle
    case leftEyeOpenness
    case rightEyeOpenness
    case mouthOpenness
    case blink
    case mesh
    case frameHidden
    case frameRenamed
    case frameCodes
    case frameLimits
    case blinkAge

    var name: String {
        switch self {
        case .face: "com.apple.quicktime.detected-face"
        case .faceID: "com.apple.quicktime.detected-face.face-id"
        case .bounds: "com.apple.quicktime.detected-face.bounds"
        case .rollAngle: "com.apple.quicktime.detected-face.roll-angle"
        case .yawAngle: "com.apple.quicktime.detected-face.yaw-angle"
        case .pitchAngle: "org.facecap.face.pitch-angle"
        case .confidence: "org.facecap.face.confidence"
        case .state: "org.facecap.face.state"
        case .age: "org.facecap.face.age"
        case .landmarks: "org.facecap.face.landmarks"
        case .frameNumber: "org.facecap.frame.number"
        case .frameAnalysed: "org.facecap.frame.analysed"
        case .frameReason: "org.facecap.frame.reason"
        case .distance: "org.facecap.face.distance"
        case .captureQuality: "org.facecap.face.capture-quality"
        case .frameScan: "org.facecap.frame.scan"
        case .frameCut: "org.facecap.frame.cut"
        case .rollSigma: "org.facecap.face.roll-sigma"
        case .yawSigma: "org.facecap.face.yaw-sigma"
        case .pitchSigma: "org.facecap.face.pitch-sigma"
        case .relativePitchAngle: "org.facecap.face.pitch-relative"
        case .leftEyeOpenness: "org.facecap.face.left-eye-openness"
        case .rightEyeOpenness: "org.facecap.face.right-eye-openness"
        case .mouthOpenness: "org.facecap.face.mouth-openness"
        case .blink: "org.facecap.face.blink"
        case .mesh: "org.facecap.face.mesh"
        case .frameHidden: "org.facecap.frame.hidden"
        case .frameRenamed: "org.facecap.frame.renamed"
        case .frameCodes: "org.facecap.frame.codes"
        case .frameLimits: "org.facecap.frame.limits"
        case .blinkAge: "org.facecap.face.blink-age"
        }
    }

    /// The declaration in the sample entry.
    var declaration: MetadataKey {
        switch self {
        case .face: .sample(name, .record(name), id: rawValue)
        case .faceID: .field(name, .uint32, id: rawValue)
        case .bounds: .field(name, .polygonFloat32, id: rawValue, hasSpatialDomain: true)
        case .rollAngle, .yawAngle: .field(name, .float32, id: rawValue, hasSpatialDomain: true)
        case .pitchAngle, .confidence, .distance, .captureQuality, .rollSigma, .yawSigma,
            .pitchSigma, .relativePitchAngle, .leftEyeOpenness, .rightEyeOpenness,
            .mouthOpenness:
            .field(name, .float32, id: rawValue)
        case .state: .field(name, .uint8, id: rawValue)
        case .age, .blink, .blinkAge: .field(name, .uint64, id: rawValue)
        case .landmarks: .field(name, .polygonFloat32, id: rawValue)
        case .mesh: .field(name, .bytes, id: rawValue)
        case .frameNumber: .sample(name, .uint64, id: rawValue)
        case .frameAnalysed, .frameCut: .sample(name, .uint8, id: rawValue)
        case .frameScan: .sample(name, .uint32, id: rawValue)
        case .frameHidden, .frameRenamed, .frameCodes: .sample(name, .bytes, id: rawValue)
        case .frameReason, .frameLimits: .sample(name, .text, id: rawValue)
        }
    }
}
