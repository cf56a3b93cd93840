// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Reads JSON Lines as untyped dictionaries.
public enum JSONLines {
    /// One dictionary a line; throws where a line is no whole JSON object.
    public static func parse(_ text: String) throws -> [[String: Any]] {
        try text.split(separator: "\n").map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
            return object as? [String: Any] ?? [:]
        }
    }
}
