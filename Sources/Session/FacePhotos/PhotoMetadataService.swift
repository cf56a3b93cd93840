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
            guard let (reply, body) = try? Self.answer(kind, &reader),
                channel.send(reply.rawValue, body.bytes)
            else { return }
        }
    }

    private static func answer(
        _ kind: PhotoMetadataMessage, _ reader: inout MessageReader
    ) throws(MessageDamage) -> (PhotoMetadataMessage, MessageWriter) {
        let block = Array(try reader.readBytes(limit: PhotoMetadataMessage.blockLimit))
        let annotation = kind == .annotation ? try reader.readAnnotation() : nil
        var body = MessageWriter()
        do throws(FacecapError) {
            let metadata = PhotoMetadata()
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
            return (.answer, body)
        } catch {
            var failure = MessageWriter()
            failure.write(error)
            return (.failure, failure)
        }
    }
}
