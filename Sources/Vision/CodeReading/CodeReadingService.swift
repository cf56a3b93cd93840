// SPDX-License-Identifier: Apache-2.0
internal import CZXing
internal import FaceValues
import Glibc
package import ProcessIsolation

/// Reads codes in a worker, with ZXing-C++.
package struct CodeReadingService: IsolatedService {
    package static let identifier: UInt8 = 3

    /// The service, of which a server has one.
    package init() {}

    package func prepare() { facecap_codes_prepare() }

    package func serve(_ channel: MessageChannel, input: Int32) {
        // Where an assertion of the library would be told to people who can do nothing about it.
        close(STDERR_FILENO)
        while let message = try? channel.receive(),
            message.kind == CodeMessage.read.rawValue,
            let answer = try? Self.answer(message.body)
        {
            var body = MessageWriter()
            let kind: CodeMessage
            switch answer {
            case .success(let codes):
                kind = .codes
                body.write(codes)
            case .failure(let error):
                kind = .failure
                body.write(error)
            }
            guard channel.send(kind.rawValue, body.bytes) else { return }
        }
    }

    private static func answer(
        _ body: ArraySlice<UInt8>
    ) throws(MessageDamage) -> Result<[MetadataMachineReadableCodeObject], FacecapError> {
        var reader = MessageReader(body)
        let symbologies = try reader.readSymbologies()
        let pixelLimit = Int(try reader.read(UInt32.self))
        let (width, height) = (Int(try reader.read(UInt16.self)), Int(try reader.read(UInt16.self)))
        let luma = try reader.readBytes(limit: MessageChannel.maximumLength)
        return Result { () throws(FacecapError) in
            try luma.withUnsafeBufferPointer { luma throws(FacecapError) in
                try CodeReader(symbologies, pixelLimit: pixelLimit).codes(
                    in: luma, width: width, height: height)
            }
        }
    }
}
