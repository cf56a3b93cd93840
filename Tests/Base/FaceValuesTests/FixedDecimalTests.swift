// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing

@Suite struct FixedDecimalTests {
    @Test(
        arguments: [
            (0, 0, "0", "0"), (0.5, 0, "1", "1"), (-2.5, 0, "-3", "-3"),
            (0.5, 2, "0.50", "0.5"), (1, 2, "1.00", "1"), (-0.004, 2, "0.00", "0"),
            (-0.005, 2, "-0.01", "-0.01"), (12.3456, 3, "12.346", "12.346"),
            (100.05, 4, "100.0500", "100.05"), (9e12, 6, "9000000000000.000000", "9000000000000"),
        ] as [(Double, Int, String, String)])
    func aNumberIsWrittenWithAllDecimalsOrWithoutTrailingZeros(
        _ value: Double, _ decimals: Int, _ full: String, _ short: String
    ) throws {
        let decimal = try #require(FixedDecimal(value, decimals: decimals))
        #expect(decimal.text == full)
        var bytes = Array("=".utf8)
        decimal.append(to: &bytes, omittingTrailingZeros: true)
        #expect(String(decoding: bytes, as: UTF8.self) == "=" + short)
    }

    @Test(
        arguments: [
            (.nan, 2), (.infinity, 2), (-.infinity, 0), (1e300, 0), (1e13, 6), (1, -1), (1, 19),
        ] as [(Double, Int)])
    func whatHasNoSuchDigitsIsRefused(_ value: Double, _ decimals: Int) {
        #expect(FixedDecimal(value, decimals: decimals) == nil)
    }
}
