// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Testing

@testable import FaceValues

struct Base64Tests {
    @Test(arguments: 0..<70)
    func bytesOfAnyNumberAreWrittenAsFoundationDoes(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 201) }
        #expect(
            String(decoding: Base64.encode(bytes), as: UTF8.self)
                == Data(bytes).base64EncodedString())
    }
}
