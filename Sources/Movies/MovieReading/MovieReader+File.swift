// SPDX-License-Identifier: Apache-2.0
public import FaceValues
internal import MovieBoxes

extension MovieReader {
    /// What the file is called in messages, on one line.
    public var name: String { bytes.name }

    /// Why the system could not read the file, the first time that it could not: whatever was told since
    /// then may lack something. `nil` while it could.
    public var readFailure: FacecapError? { bytes.readFailure }

    /// Whether the movie is of QuickTime's kind, as old ones without `ftyp` are.
    package var isQuickTime: Bool { majorBrand == nil || majorBrand == "qt  " }

    /// How many bytes the file had when it was opened.
    public var byteCount: Int64 { bytes.byteCount }
}
