// SPDX-License-Identifier: Apache-2.0
import Facecap

extension ValueReader<Int64> {
    /// A number of bytes, decimal as disks are sold: `500MB`, `2GB`, `1.5TB`, or `64MiB`.
    static var byteCount: ValueReader {
        ValueReader("SIZE", allowed: "a size such as 500MB, 2GB or 64MiB") { bytes(in: $0) }
    }

    /// Bits a second: `4M`, `800k`, `1500000`.
    static var bitRate: ValueReader {
        ValueReader("RATE", allowed: "bits a second such as 4M, 800k or 1500000") { text in
            amount(text, units: ["": 1, "k": 1e3, "M": 1e6], in: 1...1e9)
        }
    }

    fileprivate static func bytes(in text: String) -> Int64? {
        let units = [
            "B": 1, "kB": 1e3, "KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12, "KiB": 1024,
            "MiB": 1_048_576, "GiB": 1_073_741_824,
        ]
        return amount(text, units: units, in: 1...1e15)
    }

    private static func amount(
        _ text: String, units: [String: Double], in range: ClosedRange<Double>
    ) -> Int64? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let unit = units[String(text.dropFirst(digits.count))], let count = Double(digits),
            range.contains(count * unit)
        else { return nil }
        return Int64((count * unit).rounded())
    }
}

extension ValueReader<CaptureMovieFileOutput.Settings.Split> {
    /// A stretch of time or a number of bytes.
    static var split: ValueReader {
        let duration = ValueReader<Duration>.duration
        return ValueReader("TIME|SIZE", allowed: "a time such as 5min or a size such as 500MB") {
            text in
            if let bytes = ValueReader<Int64>.bytes(in: text) { return .byteCount(bytes) }
            return duration.read(text).map { .duration(MediaTime($0)) }
        }
    }
}

extension ValueReader<MovieMetadataItem> {
    /// A reverse-DNS key and a text.
    static var metadataItem: ValueReader {
        ValueReader(
            "KEY=TEXT", allowed: "a key with dots and a text, such as org.example.subject=P07"
        ) { text in
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0].contains("."), parts[0].utf8.count <= 255,
                parts[0].utf8.allSatisfy({ 0x21...0x7E ~= $0 })
            else { return nil }
            return MovieMetadataItem(key: String(parts[0]), value: String(parts[1]))
        }
    }
}
