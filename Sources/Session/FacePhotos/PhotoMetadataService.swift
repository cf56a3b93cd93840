// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
package import ProcessIsolation

/// Reads the metadata of photos in a worker, with exiv2.
package struct PhotoMetadataService: IsolatedService {
    package static let identifier: UInt8 = 2

    /// The service, of which a server has one.
    package init() {}

    /// exiv2 is there with the program.
    package func prepare() {}

    package func serve(_ channel: MessageChannel, input: Int32) {
        while let message = try? channel.receive() {
            guard let kind = PhotoMetadataMessage(rawValue: message.kind) else { return }
            var reader = MessageReader(message.body)
            guard let answer = try? Self.answer(kind, &reader) else { return }
            var failure = MessageWriter()
            let isSent: Bool
            switch answer {
            case .success(let body):
                isSent = channel.send(PhotoMetadataMessage.answer.rawValue, body.bytes)
            case .failure(let error):
                failure.write(error)
                isSent = channel.send(PhotoMetadataMessage.failure.rawValue, failure.bytes)
            }
            guard isSent else { return }
        }
    }

    private static func answer(
        _ kind: PhotoMetadataMessage, _ reader: inout MessageReader
    ) throws(MessageDamage) -> Result<MessageWriter, FacecapError> {
        let block = Array(try reader.readBytes(limit: PhotoMetadataMessage.blockLimit))
        let annotation = kind == .annotation ? try reader.readAnnotation() : nil
        return Result { () throws(FacecapError) in
            let metadata = PhotoMetadata()
            var body = MessageWriter()
            switch kind {
            case .orientation: body.write(UInt8(try metadata.orientation(exif: block)))
            case .exposure: body.write(try metadata.exposure(exif: block))
            case .regions:
                let regions = try metadata.regions(xmp: block)
                body.write(UInt16(clamping: regions.count))
                for region in regions { body.write(region) }
            case .annotation:
                if let annotation {
                    body.write(try metadata.annotated(xmp: block, with: annotation))
                }
            case .answer, .failure: break
            }
            return body
        }
    }
}
