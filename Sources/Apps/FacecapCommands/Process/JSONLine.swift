// SPDX-License-Identifier: Apache-2.0
import FaceArchives
import Facecap

/// Small records as JSON, one a line; for what is written once, not for every frame.
enum JSONLine {
    /// The record's line, keys in alphabetical order, in `snake_case`.
    static func text(_ record: some Encodable) throws(FacecapError) -> String {
        try JSONLines.text(record) + "\n"
    }
}
