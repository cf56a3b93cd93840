// SPDX-License-Identifier: Apache-2.0
package import FaceValues
internal import MovieBoxes

/// Makes samples of a face track of observations: boxed metadata items as iPhones write them
/// (ISO/IEC 14496-12 12.9.4; QuickTime File Format, "Timed metadata").
package struct FaceSampleEncoder: Sendable {
    private let format: FaceTrackFormat
    private var writer = BoxWriter()

    /// The sample that says nothing: one item with the unused id. Of a track with Apple's keys alone
    /// it is also the one without faces.
    package static let gap: [UInt8] = [0, 0, 0, 8, 0, 0, 0, 0]

    /// An encoder for the tracks of a format.
    package init(format: FaceTrackFormat) { self.format = format }

    /// The sample of a frame.
    package mutating func encode(_ observation: FaceObservation) -> [UInt8] {
        writer.removeAll()
        if format.keys == .facecap { appendFrame(observation) }
        if format.includesLimits, let limits = observation.searchLimits {
            item(.frameLimits) { $0.append(limits) }
        }
        if !observation.faces.isEmpty {
            item(.face) { [format] writer in
                for face in observation.faces {
                    writer.box("crec") { writer in
                        writer.box("cits") { Self.append(face, format: format, to: &$0) }
                    }
                }
            }
        }
        return writer.bytes.isEmpty ? Self.gap : writer.bytes
    }

    private mutating func appendFrame(_ observation: FaceObservation) {
        item(.frameNumber) { $0.append(UInt64(clamping: observation.frame.number)) }
        let isAnalysed = observation.outcome == .analysed
        item(.frameAnalysed) { $0.append(UInt8(isAnalysed ? 1 : 0)) }
        switch observation.outcome {
        case .analysed:
            if let scan = observation.scan {
                item(.frameScan) { $0.append(UInt32(clamping: scan.age)) }
            }
            if observation.isCut { item(.frameCut) { $0.append(UInt8(1)) } }
        case .skipped(let reason): item(.frameReason) { $0.append(reason.description) }
        case .dropped(let reason): item(.frameReason) { $0.append(reason.description) }
        }
        let renamed = observation.renamedFaceIDs.flatMap { [$0.from, $0.to] }
        for (key, ids) in [
            (FaceKey.frameHidden, observation.hiddenFaceIDs), (.frameRenamed, renamed),
        ]
        where !ids.isEmpty {
            item(key) { for id in ids { $0.append(UInt32(clamping: id)) } }
        }
        if format.includesCodes, let codes = observation.codes {
            item(.frameCodes) { $0.append(codes) }
        }
    }

    private mutating func item(_ key: FaceKey, _ value: (inout BoxWriter) -> Void) {
        Self.item(key, to: &writer, value)
    }

    private static func append(
        _ face: MetadataFaceObject, format: FaceTrackFormat, to writer: inout BoxWriter
    ) {
        item(.faceID, to: &writer) { $0.append(UInt32(clamping: face.faceID)) }
        item(.bounds, to: &writer) { writer in
            let bounds = face.bounds
            writer.append([
                Point(x: bounds.x, y: bounds.y), Point(x: bounds.maxX, y: bounds.y),
                Point(x: bounds.maxX, y: bounds.maxY), Point(x: bounds.x, y: bounds.maxY),
            ])
        }
        if let roll = face.rollAngle {
            item(.rollAngle, to: &writer) { $0.append(Self.unsigned(roll)) }
        }
        if let yaw = face.yawAngle {
            item(.yawAngle, to: &writer) { $0.append(Self.unsigned(yaw)) }
        }
        guard format.keys == .facecap else { return }
        items([(.pitchAngle, face.pitchAngle), (.confidence, face.confidence)], to: &writer)
        if face.state != .observed {
            item(.state, to: &writer) { $0.append(face.state.code) }
            item(.age, to: &writer) { $0.append(UInt64(clamping: face.ageNanoseconds)) }
        }
        items(
            [
                (.distance, face.distance), (.captureQuality, face.captureQuality),
                (.rollSigma, face.rollSigma), (.yawSigma, face.yawSigma),
                (.pitchSigma, face.pitchSigma), (.relativePitchAngle, face.relativePitchAngle),
                (.leftEyeOpenness, face.leftEyeOpenness),
                (.rightEyeOpenness, face.rightEyeOpenness), (.mouthOpenness, face.mouthOpenness),
            ], to: &writer)
        appendBlink(of: face, to: &writer)
        if format.includesMesh, let mesh = face.mesh {
            item(.mesh, to: &writer) { writer in
                for point in mesh {
                    writer.append(Float(point.position.x))
                    writer.append(Float(point.position.y))
                    writer.append(Float(point.depth))
                }
            }
        }
        if format.includesLandmarks, let landmarks = face.landmarks {
            item(.landmarks, to: &writer) { $0.append(landmarks.points) }
        }
    }

    private static func appendBlink(of face: MetadataFaceObject, to writer: inout BoxWriter) {
        if let blink = face.blinkNanoseconds {
            item(.blink, to: &writer) { $0.append(UInt64(clamping: blink)) }
            if face.blinkAgeNanoseconds > 0 {
                item(.blinkAge, to: &writer) {
                    $0.append(UInt64(clamping: face.blinkAgeNanoseconds))
                }
            }
        }
    }

    private static func item(
        _ key: FaceKey, to writer: inout BoxWriter, _ value: (inout BoxWriter) -> Void
    ) {
        writer.sized { writer in
            writer.append(key.rawValue)
            value(&writer)
        }
    }

    /// Numbers of a face, as far as they are known.
    private static func items(_ values: [(FaceKey, Double?)], to writer: inout BoxWriter) {
        for case (let key, let value?) in values {
            item(key, to: &writer) { $0.append(Float(value)) }
        }
    }

    /// Signed degrees as Apple writes them: 0 <= angle < 360.
    private static func unsigned(_ degrees: Double) -> Float {
        let angle = Float(degrees < 0 ? degrees + 360 : degrees)
        return angle >= 360 ? 0 : angle
    }
}
