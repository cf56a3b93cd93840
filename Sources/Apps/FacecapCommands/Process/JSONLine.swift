// SPDX-License-Identifier: Apache-2.0
import Facecap
import FoundationEssentials
import SystemSupport

/// Small records as JSON, one a line; for what is written once, not for every frame.
enum JSONLine {
    /// The record's line, keys in alphabetical order.
    static func text(_ record: some Encodable) throws(FacecapError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(record), as: UTF8.self).escapedInJSON + "\n"
        } catch {
            throw FacecapError(.systemFailed, "A record cannot be written as JSON: \(error).")
        }
    }
}
