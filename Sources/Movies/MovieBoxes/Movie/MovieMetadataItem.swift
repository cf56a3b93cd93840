// SPDX-License-Identifier: Apache-2.0
/// A value of the whole movie under a key such as `com.apple.quicktime.creationdate` (QuickTime File
/// Format, "Metadata").
public struct MovieMetadataItem: Sendable, Hashable {
    /// The key, a name in reverse DNS notation of the namespace `mdta`.
    public let key: String
    /// What the value is: 1 for UTF-8, 23 for a 32-bit float and so on (QuickTime File Format,
    /// "Well-known types").
    public let dataType: UInt32
    /// The value's bytes.
    public let value: [UInt8]

    /// A value of any kind.
    public init(key: String, dataType: UInt32, value: [UInt8]) {
        self.key = key
        self.dataType = dataType
        self.value = value
    }

    /// A text.
    public init(key: String, value: String) {
        self.init(key: key, dataType: 1, value: Array(value.utf8))
    }

    /// The value as text, where it is text.
    public var text: String? { dataType == 1 ? String(decoding: value, as: UTF8.self) : nil }
}
