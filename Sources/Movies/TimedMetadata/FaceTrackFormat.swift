// SPDX-License-Identifier: Apache-2.0
/// What the samples of a face track hold; see `docs/face-track.md`.
public struct FaceTrackFormat: Sendable, Hashable {
    /// Which keys there are.
    public enum Keys: String, Sendable, Hashable, CaseIterable {
        /// Those that iPhones write: id, bounds, roll, yaw. They cannot tell a frame that was not
        /// analyzed from one without faces.
        case apple
        /// Apple's, and facecap's own beside them: pitch, confidence, state, age, distance, capture
        /// quality, how exact the angles are, how far eyes and mouth are open, the frame's number, whether
        /// it was analyzed and how, cuts, and who is out of sight or back.
        case facecap
    }

    /// Which keys there are.
    public let keys: Keys
    /// Whether faces hold their five points; never with Apple's keys alone.
    public let includesLandmarks: Bool
    /// Whether faces hold all points of their mesh; never with Apple's keys alone.
    public let includesMesh: Bool
    /// Whether samples hold machine-readable codes; never with Apple's keys alone.
    public let includesCodes: Bool
    /// Whether frames tell what their search left out, with Apple's keys too: who hides faces must not take what was
    /// found for all that there are.
    package var includesLimits = false

    /// What the samples hold.
    public init(
        keys: Keys = .facecap, includesLandmarks: Bool = false, includesMesh: Bool = false,
        includesCodes: Bool = false
    ) {
        self.keys = keys
        self.includesCodes = keys == .facecap && includesCodes
        self.includesMesh = keys == .facecap && includesMesh
        self.includesLandmarks = keys == .facecap && includesLandmarks
    }

    /// The whole `mebx` box of the track.
    public var sampleEntry: [UInt8] {
        let fields = fieldKeys
        var declared = [FaceKey.face] + fields
        if keys == .facecap {
            declared += [
                .frameNumber, .frameAnalysed, .frameReason, .frameScan, .frameCut, .frameHidden,
                .frameRenamed,
            ]
            if includesCodes { declared.append(.frameCodes) }
        }
        if includesLimits { declared.append(.frameLimits) }
        return BoxedMetadataEntry.bytes(
            keys: declared.map(\.declaration),
            records: (parent: FaceKey.face.rawValue, fields: fields.map(\.rawValue)))
    }

    private var fieldKeys: [FaceKey] {
        let apple: [FaceKey] = [.faceID, .bounds, .rollAngle, .yawAngle]
        guard keys == .facecap else { return apple }
        let own: [FaceKey] = [
            .pitchAngle, .confidence, .state, .age, .distance, .captureQuality, .rollSigma,
            .yawSigma,
            .pitchSigma, .relativePitchAngle, .leftEyeOpenness, .rightEyeOpenness, .mouthOpenness,
            .blink, .blinkAge,
        ]
        return apple + own + (includesLandmarks ? [.landmarks] : [])
            + (includesMesh ? [.mesh] : [])
    }
}
