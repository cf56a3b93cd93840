// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Compares the records of a live run with those that its movie gives.
enum ExportedRecords {
    /// How far numbers may be apart, by their key; 32-bit floats and the decimals of JSON are between.
    private static let tolerances = [
        "x": 1e-6, "y": 1e-6, "width": 1e-6, "height": 1e-6, "roll": 1.01e-4, "yaw": 1.01e-4,
        "pitch": 1.01e-4, "confidence": 1e-3, "age_ms": 1e-3, "pts": 1.01e-6,
    ]

    /// Expects equal records but for the source and its decoder, why the last one came, and markers, of which a
    /// recording does not tell while it goes on.
    static func expectEqual(
        _ live: [[String: Any]], _ exported: [[String: Any]],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let exported = exported.filter { $0["event"] as? String != "marker" }
        #expect(live.count == exported.count, sourceLocation: sourceLocation)
        for (live, exported) in zip(live, exported) {
            let difference = difference(comparable(live), comparable(exported), "record")
            #expect(difference == nil, "\(live)", sourceLocation: sourceLocation)
        }
    }

    private static func comparable(_ record: [String: Any]) -> [String: Any] {
        let isEnd = record["type"] as? String == "end"
        return record.filter {
            !["source", "sandbox"].contains($0.key) && !(isEnd && $0.key == "reason")
        }
    }

    /// Where two values differ; `nil` where they agree.
    private static func difference(_ a: Any, _ b: Any, _ key: String) -> String? {
        if let a = a as? [String: Any], let b = b as? [String: Any] {
            guard a.keys.sorted() == b.keys.sorted() else {
                return "\(key): \(a.keys.sorted()) and \(b.keys.sorted())"
            }
            return a.lazy.compactMap { key, value in
                b[key].flatMap { difference(value, $0, key) }
            }.first
        }
        if let a = a as? [Any], let b = b as? [Any] {
            guard a.count == b.count else { return "\(key): \(a.count) and \(b.count)" }
            return zip(a, b).lazy.compactMap { difference($0, $1, key) }.first
        }
        if let a = a as? Double, let b = b as? Double {
            return abs(a - b) <= tolerances[key] ?? 0 ? nil : "\(key): \(a) and \(b)"
        }
        return "\(a)" == "\(b)" ? nil : "\(key): \(a) and \(b)"
    }
}
