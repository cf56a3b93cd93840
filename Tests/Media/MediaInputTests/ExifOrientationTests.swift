// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing

@testable import MediaInput

@Suite struct ExifOrientationTests {
    private static let little: [UInt8] =
        [0x49, 0x49, 42, 0, 10, 0, 0, 0, 7, 7, 2, 0, 0, 1, 3, 0, 1, 0, 0, 0, 64, 0, 0, 0]
        + [0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0]
    private static let big: [UInt8] =
        [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]
    private static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 1] + Array("abCd".utf8)
        + [9, 0, 0, 0, 0, 0, 0, 0, UInt8(big.count)] + Array("eXIf".utf8) + big + [0, 0, 0, 0]

    private func orientation(_ bytes: [UInt8]) -> VideoOrientation? {
        bytes.withUnsafeBytes(ExifOrientation.of)
    }

    @Test(arguments: [little, big, png])
    func itIsReadInEitherOrderOfBytes(image: [UInt8]) {
        #expect(orientation(image)?.exif == 6)
    }

    @Test(arguments: [little, big, png])
    func whatIsCutShortOrChangedIsReadWithinItsBounds(image: [UInt8]) {
        for count in 0..<image.count { _ = orientation(Array(image.prefix(count))) }
        for index in image.indices {
            var changed = image
            changed[index] = 0xFF
            _ = orientation(changed)
        }
    }

    @Test func otherImagesAndOtherTypesSayNothing() {
        #expect(orientation([0xFF, 0xD8, 0xFF, 0xE0]) == nil)
        var text = Self.big
        text[13] = 2
        #expect(orientation(text) == nil)
    }
}
