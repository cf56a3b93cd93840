// SPDX-License-Identifier: Apache-2.0
internal import CLibMD
internal import FaceValues

/// FIPS 180-4, SHA-256, as libmd has it.
package enum SHA256 {
    /// A digest of bytes that come one after the other.
    package struct Stream: Sendable {
        private var context = SHA2_CTX()

        /// A digest of nothing yet.
        package init() { SHA256Init(&context) }

        /// Takes the next bytes.
        package mutating func update(_ bytes: some Sequence<UInt8>) {
            let taken: Void? = bytes.withContiguousStorageIfAvailable {
                SHA256Update(&context, $0.baseAddress, $0.count)
            }
            if taken == nil { update(Array(bytes)) }
        }

        /// The 32 bytes of the digest of what came so far.
        package var digest: [UInt8] {
            var context = context
            var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
            SHA256Final(&digest, &context)
            return digest
        }

        /// The digest as 64 lower-case hexadecimal digits.
        package var hex: String { SHA256.text(of: digest) }
    }

    /// The 32 bytes of the digest.
    package static func digest(of bytes: [UInt8]) -> [UInt8] {
        var stream = Stream()
        stream.update(bytes)
        return stream.digest
    }

    /// The digest as 64 lower-case hexadecimal digits.
    package static func hex(of bytes: [UInt8]) -> String { text(of: digest(of: bytes)) }

    /// Bytes as lower-case hexadecimal digits.
    package static func text(of bytes: [UInt8]) -> String {
        bytes.map { String($0, radix: 16, paddedTo: 2) }.joined()
    }
}
