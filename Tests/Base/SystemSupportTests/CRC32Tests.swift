// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import SystemSupport

/// Checksums as zlib's `crc32` has them.
@Suite struct CRC32Tests {
    private func checksum(_ pieces: [String]) -> UInt32 {
        var checksum = CRC32()
        for piece in pieces { checksum.append(Array(piece.utf8)[...]) }
        return checksum.value
    }

    @Test(
        arguments: [
            ("", 0), ("a", 0xE8B7_BE43), ("123456789", 0xCBF4_3926), ("IEND", 0xAE42_6082),
        ] as [(String, UInt32)])
    func knownTextsHaveTheirChecksums(text: String, value: UInt32) {
        #expect(checksum([text]) == value)
    }

    @Test func piecesHaveTheChecksumOfTheWhole() {
        #expect(checksum(["12", "", "3456", "789"]) == 0xCBF4_3926)
    }
}
