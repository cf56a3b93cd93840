// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import FaceStream

@Suite struct UTCTimeTests {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000000Z"),
            (951_782_400_000_000_000, "2000-02-29T00:00:00.000000Z"),
            (1_735_689_599_999_999_999, "2024-12-31T23:59:59.999999Z"),
            (-1, "1969-12-31T23:59:59.999999Z"),
        ] as [(Int64, String)])
    func namesTheMoment(_ nanoseconds: Int64, _ expected: String) {
        #expect(UTCTime.text(nanosecondsSince1970: nanoseconds) == expected)
    }
}
