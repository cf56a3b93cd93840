// SPDX-License-Identifier: Apache-2.0
package import FaceValues
internal import FoundationEssentials
internal import SystemSupport

/// Records as lines of JSON: keys in alphabetical order, in `snake_case`.
package enum JSONLines {
    /// A record in one line, without the end of that.
    package static func text(_ record: some Encodable) throws(FacecapError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        do {
            return String(decoding: try encoder.encode(record), as: UTF8.self).escapedInJSON
        } catch {
            throw FacecapError(.systemFailed, "A record cannot be written as JSON: \(error).")
        }
    }

    /// `nil` for anything else.
    static func record<Record: Decodable>(_: Record.Type, in line: [UInt8]) -> Record? {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try? decoder.decode(Record.self, from: Data(line))
    }
}
