// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import ProcessIsolation

/// What messages about the metadata of photos are, and what they hold.
enum PhotoMetadataMessage: UInt8 {
    /// Which orientation does this Exif tell?
    case orientation = 1
    /// Which regions does this XMP have?
    case regions = 2
    /// What is this XMP with these regions?
    case annotation = 3
    /// Which exposure does this Exif tell?
    case exposure = 4
    /// The answer.
    case answer = 16
    /// There is none.
    case failure = 17

    /// The most bytes of Exif or XMP.
    static let blockLimit = MessageChannel.maximumLength
    /// More regions than a photo has.
    static let regionLimit: UInt16 = 10_000
}

extension MessageWriter {
    mutating func write(_ region: PhotoRegion) {
        write(region.type) { $0.write($1) }
        write(region.name) { $0.write($1) }
        write(region.bounds)
        for number in [region.rollAngle, region.yawAngle, region.confidence] { write(number) }
        write(region.faceID) { $0.write(Int64($1)) }
        write(region.distance)
    }

    /// As much as files tell.
    mutating func write(_ exposure: CapturePhoto.Exposure) {
        for number in [exposure.duration, exposure.iso, exposure.targetBias] { write(number) }
        write(exposure.didFlash) { $0.write($1) }
    }

    mutating func write(_ request: PhotoAnnotation) {
        write(UInt32(clamping: request.width))
        write(UInt32(clamping: request.height))
        write(request.replacesRegions)
        let regions = request.regions.prefix(Int(PhotoMetadataMessage.regionLimit))
        write(UInt16(clamping: regions.count))
        for region in regions {
            write(region.bounds)
            write(region.rollAngle) { $0.write(Int64($1)) }
            write(region.yawAngle) { $0.write(Int64($1)) }
            write(Int64(region.confidenceLevel))
            write(Int64(region.faceID))
            write(region.distance)
            write(region.name) { $0.write($1) }
        }
    }
}

extension MessageReader {
    private mutating func readOptionalNumber() throws(MessageDamage) -> Double? {
        try readOptional { (reader) throws(MessageDamage) in try reader.readDouble() } ?? nil
    }

    private mutating func readOptionalInteger() throws(MessageDamage) -> Int? {
        try readOptional { (reader) throws(MessageDamage) in Int(try reader.read(Int64.self)) }
    }

    private mutating func readOptionalText() throws(MessageDamage) -> String? {
        try readOptional { (reader) throws(MessageDamage) in try reader.readText(limit: 4096) }
    }

    mutating func readRegion() throws(MessageDamage) -> PhotoRegion {
        PhotoRegion(
            type: try readOptionalText(), name: try readOptionalText(), bounds: try readRect(),
            rollAngle: try readOptionalNumber(), yawAngle: try readOptionalNumber(),
            confidence: try readOptionalNumber(), faceID: try readOptionalInteger(),
            distance: try readOptionalNumber())
    }

    mutating func readExposure() throws(MessageDamage) -> CapturePhoto.Exposure {
        var exposure = CapturePhoto.Exposure()
        exposure.duration = try readOptionalNumber()
        exposure.iso = try readOptionalNumber()
        exposure.targetBias = try readOptionalNumber()
        exposure.didFlash = try readOptional { (reader) throws(MessageDamage) in
            try reader.readFlag()
        }
        return exposure
    }

    mutating func readAnnotation() throws(MessageDamage) -> PhotoAnnotation {
        let (width, height) = (Int(try read(UInt32.self)), Int(try read(UInt32.self)))
        let replacesRegions = try readFlag()
        var regions: [CapturePhoto.FaceRegion] = []
        for _ in 0..<(try read(in: 0...PhotoMetadataMessage.regionLimit, "a count")) {
            regions.append(
                CapturePhoto.FaceRegion(
                    bounds: try readRect(), rollAngle: try readOptionalInteger(),
                    yawAngle: try readOptionalInteger(),
                    confidenceLevel: Int(try read(Int64.self)), faceID: Int(try read(Int64.self)),
                    distance: try readOptionalNumber(), name: try readOptionalText()))
        }
        return PhotoAnnotation(
            regions: regions, width: width, height: height, replacesRegions: replacesRegions)
    }
}
