// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

extension String {
    /// A path, or another argument, of any bytes.
    ///
    /// A file name on Linux is any bytes, a `String` is Unicode. Bytes that are not UTF-8 become scalars for
    /// private use, and so do the bytes of those scalars themselves, so that ``pathBytes`` gives back exactly
    /// what came in. Everything else is the text that it looks like.
    package init(pathBytes bytes: some Collection<UInt8>) {
        let bytes = [UInt8](bytes)
        if let text = String(validating: bytes, as: UTF8.self), !text.hasEscapedBytes {
            self = text
            return
        }
        var scalars = UnicodeScalarView()
        var index = 0
        while index < bytes.count {
            let length = Swift.max(1, (~bytes[index]).leadingZeroBitCount)
            let part = bytes[index...].prefix(length)
            if let scalar = String(validating: part, as: UTF8.self)?.unicodeScalars.first,
                scalar.escapedByte == nil
            {
                scalars.append(scalar)
                index += length
            } else {
                scalars.append(Unicode.Scalar(0x10_FE00 + UInt32(bytes[index])) ?? "\u{FFFD}")
                index += 1
            }
        }
        self = String(scalars)
    }

    /// A path that ends before the first NUL, such as `argv` and `realpath` have.
    package init(path: UnsafePointer<CChar>) {
        var count = 0
        while path[count] != 0 { count += 1 }
        self.init(
            pathBytes: UnsafeBufferPointer(start: path, count: count).map(UInt8.init(bitPattern:)))
    }

    /// The bytes that ``init(pathBytes:)`` was given; the UTF-8 of every other text.
    package var pathBytes: [UInt8] {
        guard hasEscapedBytes else { return Array(utf8) }
        return unicodeScalars.flatMap { scalar in
            scalar.escapedByte.map { [$0] } ?? Array(String(scalar).utf8)
        }
    }

    /// ``pathBytes`` with a NUL behind them: what a system call takes. The empty path, which names nothing, of what
    /// holds a NUL itself: the system would take what stands before it for the name.
    package var cPath: [CChar] {
        let bytes = pathBytes
        return bytes.contains(0) ? [0] : bytes.map(CChar.init(bitPattern:)) + [0]
    }

    /// A path without the extension of its last part: `a.b/movie` of `a.b/movie.mp4`.
    package var withoutPathExtension: Substring {
        let start = lastSlash.map(unicodeScalars.index(after:)) ?? startIndex
        let dot = unicodeScalars[start...].lastIndex(of: ".").flatMap { $0 == start ? nil : $0 }
        return self[..<(dot ?? endIndex)]
    }

    /// The last slash; a character of it and of marks that combine with it is one too.
    package var lastSlash: Index? { unicodeScalars.lastIndex(of: "/") }

    /// What stands between the slashes.
    package var pathComponents: [String] {
        unicodeScalars.split(separator: "/").map { String($0) }
    }

    /// What stands behind the last slash.
    package var fileName: String {
        lastSlash.map { String(unicodeScalars[unicodeScalars.index(after: $0)...]) } ?? self
    }

    /// The last part of the path, also where slashes follow it; all of it where it has none.
    package var lastPathComponent: String { pathComponents.last ?? self }

    /// The path of what a folder of this path holds, whether or not a slash ends it.
    package func appendingPathComponent(_ component: String) -> String {
        (unicodeScalars.last == "/" ? self : self + "/") + component
    }

    /// The path of the nth file of several: `-001` behind the name, before its extension.
    package func numbered(_ number: Int) -> String {
        let stem = withoutPathExtension
        return stem + "-" + String(number, paddedTo: 3) + self[stem.endIndex...]
    }

    /// The number at the end of the name, before its extension, as ``numbered(_:)`` writes one; `nil` where there is none.
    package var pathNumber: Int? {
        let digits = withoutPathExtension.reversed().prefix { ("0"..."9").contains($0) }
        return Int(String(digits.reversed()))
    }

    /// A path as a shell takes it for one word, which no command takes for an option, whatever marks combine with its
    /// quotes and hyphens.
    package var shellWord: String {
        let path = unicodeScalars.first == "-" ? "./" + self : self
        let isPlain = path.unicodeScalars.allSatisfy {
            !$0.isASCII || $0.properties.isAlphabetic || ("0"..."9").contains($0)
                || "_@%+:,./-".unicodeScalars.contains($0)
        }
        guard !isPlain || path.isEmpty else { return path }
        let parts = path.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
        return "'" + parts.map { String($0) }.joined(separator: #"'\''"#) + "'"
    }

    /// The text without bytes that are no text: each is `�`, as in JSON, which has no place for it.
    package var replacingEscapedBytes: String {
        guard hasEscapedBytes else { return self }
        return String(
            UnicodeScalarView(unicodeScalars.map { $0.escapedByte == nil ? $0 : "\u{FFFD}" }))
    }

    /// Whether it holds bytes that are not UTF-8.
    package var hasEscapedBytes: Bool {
        // The UTF-8 of each of them begins with F4 8F BA or F4 8F BB.
        utf8.contains(0xF4) && unicodeScalars.contains { $0.escapedByte != nil }
    }
}

extension Unicode.Scalar {
    /// The byte of 0x80...0xFF, which is not UTF-8, that a path holds in the place of this scalar, one of
    /// U+10FE80...U+10FEFF at the end of the last private use plane; `nil` for every other scalar.
    package var escapedByte: UInt8? {
        (0x10_FE80...0x10_FEFF).contains(value) ? UInt8(value & 0xFF) : nil
    }
}
