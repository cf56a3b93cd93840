// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieBoxes

/// Reads the samples of a face track, facecap's own and those of iPhones; no byte is trusted.
package struct FaceSampleDecoder: Sendable {
    private let keys: [UInt32: FaceKey]
    private let hasFrames: Bool

    /// The most faces that are read of one sample.
    private static var maximumFaces: Int { 4096 }
    private static var mostMeshPoints: Int { 1024 }
    private static var mostLimitBytes: Int { 256 }

    /// A decoder for a track with this sample entry, a whole `mebx` box; `nil` when the track can
    /// hold no faces.
    package init?(sampleEntry: [UInt8]) {
        guard let entry = BoxedMetadataEntry(reading: sampleEntry) else { return nil }
        let known = Dictionary(uniqueKeysWithValues: FaceKey.allCases.map { ($0.name, $0) })
        keys = entry.names.compactMapValues { known[$0] }
        guard keys.values.contains(.face) else { return nil }
        hasFrames = keys.values.contains(.frameAnalysed)
    }

    /// Whether samples can hold the landmarks of faces.
    package var readsLandmarks: Bool { keys.values.contains(.landmarks) }

    /// Reads a sample; `nil` when its bytes make no sense.
    package func decode(_ sample: [UInt8]) -> FaceSample? {
        var reader = BoxReader(sample)
        var frame = FaceSample.Frame(number: nil, outcome: .analysed, faces: [])
        var isAnalysed: Bool?
        var reason = ""
        var renamed: [Int] = []
        while let item = reader.readBox() {
            guard !item.isCutShort else { return nil }
            var value = BoxReader(item.content)
            switch keys[item.type.rawValue] {
            case .face: readFaces(of: item.content, into: &frame)
            case .frameNumber: frame.number = value.read(UInt64.self).flatMap(Int.init(exactly:))
            case .frameAnalysed: isAnalysed = value.read(UInt8.self).map { $0 != 0 }
            case .frameReason: reason = String(decoding: item.content, as: UTF8.self)
            case .frameScan:
                frame.scan = value.read(UInt32.self).map { FaceObservation.Scan(age: Int($0)) }
            case .frameCut: frame.isCut = value.read(UInt8.self).map { $0 != 0 } ?? false
            case .frameHidden: frame.hiddenFaceIDs = Self.ids(in: &value)
            case .frameRenamed: renamed = Self.ids(in: &value)
            case .frameCodes: frame.codes = value.readCodes()
            // Whatever it says, the search was limited.
            case .frameLimits:
                frame.searchLimits = String(
                    decoding: item.content.prefix(Self.mostLimitBytes), as: UTF8.self)
            default: break
            }
        }
        guard reader.isAtEnd, !sample.isEmpty else { return nil }
        if hasFrames, isAnalysed == nil, frame.faces.isEmpty, frame.unreadableFaceCount == 0 {
            return .gap
        }
        if isAnalysed == false {
            frame.outcome = .skipped(FrameLedger.SkipReason(named: reason) ?? .unknown)
            (frame.scan, frame.isCut) = (nil, false)
        }
        frame.renamedFaceIDs = stride(from: 1, to: renamed.count, by: 2).map {
            FaceRename(from: renamed[$0 - 1], to: renamed[$0])
        }
        return .frame(frame)
    }

    /// The ids of an item, all greater than 0.
    private static func ids(in value: inout BoxReader) -> [Int] {
        var ids: [Int] = []
        while ids.count < 2 * maximumFaces, let id = value.read(UInt32.self) { ids.append(Int(id)) }
        return ids.contains(0) ? [] : ids
    }

    /// Takes the faces of an item, and counts what cannot be read as one; what is left behind the most faces, or
    /// behind what is no record, counts once.
    private func readFaces(of item: ArraySlice<UInt8>, into frame: inout FaceSample.Frame) {
        var reader = BoxReader(item)
        while frame.faces.count + frame.unreadableFaceCount < Self.maximumFaces,
            let record = reader.readBox()
        {
            var inner = BoxReader(record.content)
            let items = record.type == "crec" ? inner.readBox() : nil
            let face = items.flatMap { $0.type == "cits" ? self.face($0.content) : nil }
            if let face { frame.faces.append(face) }
            if face == nil || record.isCutShort || !inner.isAtEnd { frame.unreadableFaceCount += 1 }
        }
        if !reader.isAtEnd { frame.unreadableFaceCount += 1 }
    }

    private func face(_ record: ArraySlice<UInt8>) -> MetadataFaceObject? {
        var reader = BoxReader(record)
        var id: UInt32?
        var bounds: Rect?
        var face = MetadataFaceObject(faceID: 0, bounds: .unit, confidence: nil)
        while let item = reader.readBox() {
            var value = BoxReader(item.content)
            switch keys[item.type.rawValue] {
            case .faceID: id = value.read()
            case .bounds: bounds = value.readPoints(4).map(Self.rect)
            case .rollAngle: face.rollAngle = Self.signed(value.readFloat())
            case .yawAngle: face.yawAngle = Self.signed(value.readFloat())
            case .pitchAngle: face.pitchAngle = Self.signed(value.readFloat())
            case .confidence: face.confidence = Self.finite(value.readFloat())
            case .state: face.state = MetadataFaceObject.State(code: value.read() ?? 0)
            case .age: face.ageNanoseconds = Int64(clamping: value.read(UInt64.self) ?? 0)
            case .distance: face.distance = Self.positive(value.readFloat())
            case .captureQuality: face.captureQuality = Self.share(value.readFloat())
            case .landmarks: face.landmarks = value.readPoints(5).map(Self.landmarks)
            case .blink: face.blinkNanoseconds = value.read(UInt64.self).map(Int64.init(clamping:))
            case .blinkAge:
                face.blinkAgeNanoseconds = Int64(clamping: value.read(UInt64.self) ?? 0)
            case .mesh: face.mesh = Self.mesh(item.content)
            case .relativePitchAngle: face.relativePitchAngle = Self.signed(value.readFloat())
            case .rollSigma: face.rollSigma = Self.positive(value.readFloat())
            case .yawSigma: face.yawSigma = Self.positive(value.readFloat())
            case .pitchSigma: face.pitchSigma = Self.positive(value.readFloat())
            case .leftEyeOpenness: face.leftEyeOpenness = Self.share(value.readFloat())
            case .rightEyeOpenness: face.rightEyeOpenness = Self.share(value.readFloat())
            case .mouthOpenness: face.mouthOpenness = Self.share(value.readFloat())
            default: break
            }
        }
        guard let id, let bounds else { return nil }
        face.faceID = Int(id)
        face.bounds = bounds
        return face
    }

    private static func rect(_ corners: [Point]) -> Rect {
        let (left, right) = extent(corners.map(\.x))
        let (top, bottom) = extent(corners.map(\.y))
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }

    private static func extent(_ values: [Double]) -> (Double, Double) {
        values.reduce((.infinity, -.infinity)) { (min($0.0, $1), max($0.1, $1)) }
    }

    private static func landmarks(_ points: [Point]) -> FaceLandmarks {
        FaceLandmarks(
            leftEye: points[0], rightEye: points[1], nose: points[2], leftMouth: points[3],
            rightMouth: points[4])
    }

    /// The points of a mesh, at most as many as a known one has; `nil` when one of them is none.
    private static func mesh(_ bytes: ArraySlice<UInt8>) -> [MetadataFaceObject.MeshPoint]? {
        let count = bytes.count / 12
        guard count > 0, count <= mostMeshPoints, bytes.count == 12 * count else { return nil }
        var reader = BoxReader(bytes)
        var points: [MetadataFaceObject.MeshPoint] = []
        points.reserveCapacity(count)
        for _ in 0..<count {
            guard let x = finite(reader.readFloat()), let y = finite(reader.readFloat()),
                let depth = finite(reader.readFloat())
            else { return nil }
            points.append(MetadataFaceObject.MeshPoint(position: Point(x: x, y: y), depth: depth))
        }
        return points
    }

    /// Degrees of any turn as signed ones; `nil` when they are none.
    private static func signed(_ degrees: Float?) -> Double? {
        finite(degrees).map(Angle.normalized)
    }

    /// A number greater than 0; `nil` when it is none.
    private static func positive(_ value: Float?) -> Double? {
        finite(value).flatMap { $0 > 0 ? $0 : nil }
    }

    /// A part of one; `nil` when it is none.
    private static func share(_ value: Float?) -> Double? {
        finite(value).flatMap { 0...1 ~= $0 ? $0 : nil }
    }

    private static func finite(_ value: Float?) -> Double? {
        value.flatMap { $0.isFinite ? Double($0) : nil }
    }
}
