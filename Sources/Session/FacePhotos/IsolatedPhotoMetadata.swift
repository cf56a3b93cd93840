// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
package import FaceValues
package import ProcessIsolation

/// Reads the metadata of photos in a process of its own, which believes nothing that is said there.
package struct IsolatedPhotoMetadata: PhotoMetadataReading, Sendable {
    private let host: IsolationHost
    private let requiresAll: Bool

    /// How long it may take, in nanoseconds.
    private static let stallLimit: Int64 = 30_000_000_000

    /// A reader, of which all are alike.
    ///
    /// - Parameter requiresAll: whether nothing is read where the system offers less than `full`.
    package init(requiresAll: Bool = false, host: IsolationHost = .shared) {
        self.requiresAll = requiresAll
        self.host = host
    }

    package func orientation(exif: [UInt8]) throws(FacecapError) -> Int {
        try ask(.orientation, exif) { (reader) throws(MessageDamage) in
            Int(try reader.read(in: UInt8(1)...8, "an orientation"))
        }
    }

    package func exposure(exif: [UInt8]) throws(FacecapError) -> CapturePhoto.Exposure {
        try ask(.exposure, exif) { (reader) throws(MessageDamage) in
            try reader.readExposure()
        }
    }

    package func regions(xmp: [UInt8]) throws(FacecapError) -> [PhotoRegion] {
        try ask(.regions, xmp) { (reader) throws(MessageDamage) in
            var regions: [PhotoRegion] = []
            for _ in 0..<(try reader.read(in: 0...PhotoMetadataMessage.regionLimit, "a count")) {
                regions.append(try reader.readRegion())
            }
            return regions
        }
    }

    package func annotated(
        xmp: [UInt8], with annotation: PhotoAnnotation
    ) throws(FacecapError) -> [UInt8] {
        try ask(.annotation, xmp, annotation) { (reader) throws(MessageDamage) in
            Array(try reader.readBytes(limit: PhotoMetadataMessage.blockLimit))
        }
    }

    /// What a new worker answers of a block of metadata.
    private func ask<Answer>(
        _ kind: PhotoMetadataMessage, _ block: [UInt8], _ annotation: PhotoAnnotation? = nil,
        _ read: (inout MessageReader) throws(MessageDamage) -> Answer
    ) throws(FacecapError) -> Answer {
        var request = MessageWriter()
        request.write(block)
        if let annotation { request.write(annotation) }
        let worker = try host.startWorker(
            PhotoMetadataService.self, rules: IsolationRules(), input: nil)
        if requiresAll, worker.level != .full { throw .isolationMissing(worker.level) }
        return try worker.ask(
            kind.rawValue, request, answerKind: PhotoMetadataMessage.answer.rawValue,
            within: Self.stallLimit, crashed: Self.crashed, read)
    }

    private static func crashed(_ ending: IsolatedWorker.Ending) -> FacecapError {
        FacecapError(
            .decoderCrashed,
            "The metadata of the image ended the process that reads it (\(ending)): the file is damaged or"
                + " made to do harm.")
    }
}
