// SPDX-License-Identifier: Apache-2.0
import Testing
import TimedMetadata

@Suite struct StillImageTimeTests {
    @Test func theEntryDeclaresANumberOfEightBitsUnderApplesKey() {
        let key = Array("mdtacom.apple.quicktime.still-image-time".utf8)
        let declaration =
            [0, 0, 0, 1] + [0, 0, 0, 48] + Array("keyd".utf8) + key + [0, 0, 0, 16]
            + Array("dtyp".utf8) + [0, 0, 0, 0, 0, 0, 0, 65]
        let keys = [0, 0, 0, 80] + Array("keys".utf8) + [0, 0, 0, 72] + declaration
        #expect(
            StillImageTimeFormat.sampleEntry
                == [0, 0, 0, 96] + Array("mebx".utf8) + [0, 0, 0, 0, 0, 0, 0, 1] + keys)
    }

    @Test func theSampleHoldsMinusOne() {
        #expect(StillImageTimeFormat.sample == [0, 0, 0, 9, 0, 0, 0, 1, 255])
    }
}
