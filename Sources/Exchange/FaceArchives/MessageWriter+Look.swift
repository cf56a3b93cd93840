// SPDX-License-Identifier: Apache-2.0
internal import FaceAnalysis
internal import FaceValues
internal import ProcessIsolation

extension MessageWriter {
    /// Writes what a look at a frame showed: numbers alone, those of colors hidden.
    mutating func write(_ look: FaceLook, seal: ArchiveSeal, place: Int64) {
        write(look.imageSize.width)
        write(look.imageSize.height)
        write(UInt32(clamping: look.scan.age))
        write(look.isCut)
        write(look.cameraMotion)
        write(UInt16(clamping: look.faces.count))
        for (index, face) in look.faces.prefix(Int(UInt16.max)).enumerated() {
            write(face) { seal.exchange($0, place: place, index: index) }
        }
    }

    private mutating func write(_ face: DetectedFace, hide: ([UInt8]) -> [UInt8]) {
        write(face.bounds)
        write(face.confidence)
        write(face.landmarks) { writer, landmarks in
            for point in landmarks.points { writer.write(point) }
        }
        for angle in [
            face.rollAngle, face.yawAngle, face.pitchAngle, face.rollSigma, face.yawSigma,
            face.pitchSigma,
        ] { write(angle) }
        write(face.openings) { writer, openings in
            for opening in [openings.leftEye, openings.rightEye, openings.mouth] {
                writer.write(opening)
            }
        }
        write(face.mesh) { writer, mesh in
            writer.write(UInt16(clamping: mesh.count))
            for point in mesh.prefix(Int(UInt16.max)) {
                writer.write(point.position)
                writer.write(point.depth)
            }
        }
        write(face.hasKnownShapes)
        write(face.replacesAnother)
        write(face.appearance) { $0.write(hide($1.sparseBytes)) }
        write(face.sampling) { writer, sampling in
            for number in [sampling.laplacianVariance, sampling.meanLuma, sampling.clippedShare] {
                writer.write(number)
            }
        }
    }
}

extension MessageReader {
    /// Reads what a look at a frame showed.
    mutating func readLook(seal: ArchiveSeal, place: Int64) throws(MessageDamage) -> FaceLook {
        let size = Size(width: try readNumber(), height: try readNumber())
        guard size.width > 0, size.height > 0 else { throw MessageDamage("a size makes no sense") }
        var look = FaceLook(
            imageSize: size, scan: .init(age: Int(try read(UInt32.self))),
            isCut: try readFlag(), cameraMotion: try readPoint(), faces: [])
        for index in 0..<Int(try read(UInt16.self)) {
            look.faces.append(
                try readFace { seal.exchange($0, place: place, index: index) })
        }
        return look
    }

    private mutating func readFace(
        show: ([UInt8]) -> [UInt8]
    ) throws(MessageDamage) -> DetectedFace {
        var face = DetectedFace(bounds: try readRect(), confidence: try readNumber())
        face.landmarks = try readOptional { (reader) throws(MessageDamage) in
            FaceLandmarks(
                leftEye: try reader.readPoint(), rightEye: try reader.readPoint(),
                nose: try reader.readPoint(), leftMouth: try reader.readPoint(),
                rightMouth: try reader.readPoint())
        }
        face.rollAngle = try readOptionalNumber()
        face.yawAngle = try readOptionalNumber()
        face.pitchAngle = try readOptionalNumber()
        face.rollSigma = try readOptionalNumber()
        face.yawSigma = try readOptionalNumber()
        face.pitchSigma = try readOptionalNumber()
        face.openings = try readOptional { (reader) throws(MessageDamage) in
            DetectedFace.Openings(
                leftEye: try reader.readNumber(), rightEye: try reader.readNumber(),
                mouth: try reader.readNumber())
        }
        face.mesh = try readOptional { (reader) throws(MessageDamage) in
            var mesh: [MetadataFaceObject.MeshPoint] = []
            for _ in 0..<(try reader.read(UInt16.self)) {
                mesh.append(
                    .init(position: try reader.readPoint(), depth: try reader.readNumber()))
            }
            return mesh
        }
        face.hasKnownShapes = try readFlag()
        face.replacesAnother = try readFlag()
        face.appearance = try readOptional { (reader) throws(MessageDamage) in
            let hidden = Array(try reader.readBytes(limit: 4096))
            return try FaceAppearance(sparse: show(hidden))
        }
        face.sampling = try readOptional { (reader) throws(MessageDamage) in
            FaceSampling(
                laplacianVariance: try reader.readNumber(), meanLuma: try reader.readNumber(),
                clippedShare: try reader.readNumber())
        }
        return face
    }

    mutating func readOptionalNumber() throws(MessageDamage) -> Double? {
        try readOptional { (reader) throws(MessageDamage) in try reader.readNumber() }
    }
}

extension FaceAppearance {
    /// The shares that are not 0, each behind its index: most are.
    fileprivate var sparseBytes: [UInt8] {
        var writer = MessageWriter(byteCount: 256)
        writer.write(UInt8(clamping: shares.count / Self.regionCount))
        for (index, share) in shares.enumerated() where share.bitPattern != 0 {
            writer.write(UInt8(clamping: index))
            writer.write(share.bitPattern)
        }
        return writer.bytes
    }

    fileprivate init(sparse bytes: [UInt8]) throws(MessageDamage) {
        var reader = MessageReader(bytes[...])
        let regions = Int(try reader.read(in: UInt8(1)...2, "a count"))
        var shares = [Float](repeating: 0, count: regions * Self.regionCount)
        while reader.hasMore {
            let index = Int(try reader.read(UInt8.self))
            let share = Float(bitPattern: try reader.read(UInt32.self))
            guard index < shares.count, (0...1.001).contains(share) else {
                throw MessageDamage("a share makes no sense")
            }
            shares[index] = share
        }
        self.init(
            head: Array(shares[..<Self.regionCount]),
            torso: regions == 2 ? Array(shares[Self.regionCount...]) : nil)
    }
}
