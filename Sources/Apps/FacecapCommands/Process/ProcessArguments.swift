// SPDX-License-Identifier: Apache-2.0
internal import CProcess
internal import SystemSupport

/// The words that the program was started with, as the kernel handed them over.
///
/// The runtime's `CommandLine` reads them from `/proc`, which may be hidden, and repairs what is not
/// UTF-8.
package enum ProcessArguments {
    /// Each word's bytes without their end, the program's own name first; empty where they are not
    /// known.
    package static var bytes: [[UInt8]] {
        (0..<max(0, facecap_argument_count())).map { index in
            guard var next = facecap_argument(index) else { return [] }
            var word: [UInt8] = []
            while next.pointee != 0 {
                word.append(UInt8(bitPattern: next.pointee))
                next += 1
            }
            return word
        }
    }

    /// The words as text, from which paths come back byte for byte; `nil` where they are not known.
    package static var texts: [String]? {
        let words =
            bytes.isEmpty
            ? CommandLine.arguments : bytes.map { String(pathBytes: $0) }
        return words.isEmpty ? nil : words
    }
}
