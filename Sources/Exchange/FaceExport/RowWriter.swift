// SPDX-License-Identifier: Apache-2.0
internal import FaceStream
internal import FaceValues

/// Appends rows of fields with commas between them; what is unknown is an empty field.
///
/// Fields are numbers and the words of the stream contract, so none ever needs quotes.
struct RowWriter {
    private(set) var bytes: [UInt8] = []
    private let lineEnd: [UInt8]
    private var isAtRowStart = true

    /// A writer whose rows end in `lineEnd`.
    init(lineEnd: String = "\n") {
        self.lineEnd = Array(lineEnd.utf8)
    }

    mutating func field(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
    }

    mutating func field(_ value: Int) { field(String(value)) }

    /// A number rounded to `decimals` places, trailing zeros left out; empty where it is unknown or
    /// not finite.
    mutating func field(_ value: Double?, decimals: Int) {
        separate()
        guard let value, value.isFinite else { return }
        if let decimal = FixedDecimal(value, decimals: decimals) {
            decimal.append(to: &bytes, omittingTrailingZeros: true)
        } else {
            bytes.append(contentsOf: "\(value)".utf8)
        }
    }

    /// Seconds with six decimals.
    mutating func field(_ time: MediaTime) {
        field(FixedDecimal(time.seconds, decimals: 6)?.text ?? "\(time.seconds)")
    }

    /// Degrees with four decimals in (-180, 180].
    mutating func field(angle degrees: Double?) {
        field(degrees.map(JSONWriter.angleOfFourDecimals), decimals: 4)
    }

    mutating func emptyFields(_ count: Int) {
        for _ in 0..<count { separate() }
    }

    mutating func endRow() {
        bytes.append(contentsOf: lineEnd)
        isAtRowStart = true
    }

    private mutating func separate() {
        if !isAtRowStart { bytes.append(UInt8(ascii: ",")) }
        isAtRowStart = false
    }
}
