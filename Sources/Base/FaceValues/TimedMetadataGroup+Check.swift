// SPDX-License-Identifier: Apache-2.0
extension TimedMetadataGroup {
    private static var maximumItems: Int { 64 }
    private static var maximumKey: Int { 255 }
    private static var maximumText: Int { 16_384 }

    /// Throws `.invalidArgument` for what a recording does not take.
    package func check() throws(FacecapError) {
        guard 1...Self.maximumItems ~= items.count else {
            throw FacecapError(
                .invalidArgument,
                "A group of metadata has 1 to \(Self.maximumItems) items, not \(items.count): give"
                    + " others.")
        }
        if let duration, duration <= .zero {
            throw FacecapError(
                .invalidArgument, "Metadata holds for more than 0 s: give a longer time, or none.")
        }
        for item in items {
            try Self.check(key: item.key)
            try Self.check(item.value, of: item.key)
        }
    }

    /// Throws `.invalidArgument` for what is no name in reverse DNS notation, or is taken.
    package static func check(key: String) throws(FacecapError) {
        func failure(_ problem: String) -> FacecapError {
            FacecapError(
                .invalidArgument,
                "The metadata key '\(key.prefix(60))' \(problem); choose one such as"
                    + " org.example.heart-rate.")
        }
        guard key.utf8.count <= maximumKey else {
            throw failure("is longer than \(maximumKey) bytes")
        }
        let parts = key.utf8.split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count > 1, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isAllowed) }),
            let first = key.utf8.first, isLetter(first)
        else { throw failure("is no name in reverse DNS notation") }
        guard !isTaken(key) else { throw failure("has a meaning of its own") }
    }

    /// Whether facecap itself writes a key, and believes what stands under it.
    package static func isTaken(_ key: String) -> Bool {
        key == "org.facecap" || key.hasPrefix("org.facecap.")
            || key.hasPrefix("com.apple.quicktime.detected-")
            || key == "com.apple.quicktime.still-image-time"
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
            || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        isLetter(byte) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    private static func check(_ value: Value, of key: String) throws(FacecapError) {
        func failure(_ problem: String) -> FacecapError {
            FacecapError(
                .invalidArgument, "The value of \(key) \(problem): give another \(value.typeName).")
        }
        switch value {
        case .utf8(let text), .json(let text):
            guard text.utf8.count <= maximumText else {
                throw failure("is longer than \(maximumText) bytes")
            }
            if case .json = value, !JSONSyntax.isDocument(text) { throw failure("is no JSON") }
        case .other(let dataType, _):
            throw failure("has the type \(dataType), which is not written")
        default:
            let isLong = value.dataType == 24
            guard value.numbers.allSatisfy({ isLong ? $0.isFinite : Float($0).isFinite }) else {
                throw failure("is not finite")
            }
        }
    }
}

extension TimedMetadataGroup.Value {
    /// The numbers of floating-point values.
    fileprivate var numbers: [Double] {
        switch self {
        case .float32(let number): [Double(number)]
        case .float64(let number): [number]
        default: coordinates
        }
    }
}
