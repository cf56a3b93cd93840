// SPDX-License-Identifier: Apache-2.0
internal import SystemSupport

extension FaceServer {
    /// A word that a client has to know.
    public struct AccessToken: Sendable, Hashable {
        /// Letters, digits, `-` and `_`.
        public let text: String

        /// A token of the user's choice; `nil` unless it has 16...128 letters, digits, `-` and `_`.
        public init?(_ text: String) {
            let isFit = text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
            guard isFit, 16...128 ~= text.utf8.count else { return nil }
            self.text = text
        }

        /// A new one of 128 random bits.
        public static func random() -> AccessToken {
            let bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
            return AccessToken(unchecked: SHA256.text(of: bytes))
        }

        private init(unchecked text: String) { self.text = text }

        /// Whether a text is the token; the time it takes depends on the length alone.
        func matches(_ other: String) -> Bool {
            let (own, given) = (Array(text.utf8), Array(other.utf8))
            guard own.count == given.count else { return false }
            return zip(own, given).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
        }
    }
}
