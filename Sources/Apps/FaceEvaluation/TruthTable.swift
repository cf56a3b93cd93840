// SPDX-License-Identifier: Apache-2.0
package import FaceValues
internal import SystemSupport

/// The true faces of a video or of a folder of images, read from a CSV file or from the ground truth of a
/// MOTChallenge sequence.
///
/// The first line of a CSV file names the columns, in any order. Needed are `frame` (a number from 0) or `file`
/// (a file name), and `x`, `y`, `w`, `h` in pixels. Known besides are `id` or `face`, `yaw`
/// (positive to the **right** of the image, the opposite of `MetadataFaceObject`), `pitch`, `roll`,
/// `inframe` and `occluded`; other columns are ignored. A line without `x`, `y`, `w` and `h` says that nobody is in the
/// image.
package struct TruthTable: Sendable, Hashable {
    /// Files larger than this many bytes are refused.
    package static let maximumByteCount = 64 << 20

    /// The file names of a table of images, in the order of the file; empty for a video.
    package private(set) var fileNames: [String] = []
    /// The number after the last frame of a video that has a face; 0 for images.
    package private(set) var frameCount = 0
    private var facesOfFrame: [Int: Image] = [:]
    private var facesOfFile: [String: Image] = [:]

    /// Reads a CSV file. Throws `FacecapError` with the line that is wrong.
    package init(path: String) throws(FacecapError) {
        try self.init(csv: Self.readText(path), name: path)
    }

    /// Reads CSV text; `name` is what errors call it. Throws `FacecapError` with the line that is
    /// wrong.
    package init(csv: String, name: String) throws(FacecapError) {
        var columns: TruthColumns?
        try Self.forEachLine(of: csv, name: name) { (line, place) throws(FacecapError) in
            if let columns {
                try add(TruthRow(line, columns: columns, place: place), place: place)
            } else {
                columns = try TruthColumns(header: line, place: place)
            }
        }
        if columns == nil {
            throw FacecapError(
                .mediaUnreadable,
                "\(name) is empty: a truth table begins with a line that names its columns.")
        }
    }

    /// The faces of a frame, counted from 0; none for frames the table does not know.
    package func faces(inFrame number: Int) -> [TruthFace] { facesOfFrame[number]?.faces ?? [] }

    /// The faces of an image; none for files the table does not know.
    package func faces(inFile name: String) -> [TruthFace] { facesOfFile[name]?.faces ?? [] }

    /// The table of a video in whose frames nobody is.
    init() {}

    /// Hands over each line that is not empty, and what errors call its place.
    static func forEachLine(
        of text: String, name: String,
        _ body: (Substring, String) throws(FacecapError) -> Void
    ) throws(FacecapError) {
        var number = 0
        var rest = text[...]
        while !rest.isEmpty {
            // Swift counts a carriage return and a line feed as one newline character.
            let line = rest.prefix { !$0.isNewline }
            rest = rest[line.endIndex...].dropFirst()
            number += 1
            if line.allSatisfy(\.isWhitespace) { continue }
            try body(line, "\(name), line \(number)")
        }
    }

    /// The text of a file in UTF-8.
    static func readText(_ path: String) throws(FacecapError) -> String {
        let bytes = try Files.read(path, limit: maximumByteCount, unusable: .mediaUnreadable)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw FacecapError(.mediaUnreadable, "\(path) is not text in UTF-8.")
        }
        return text
    }

    /// Adds a face to a frame, counted from 0.
    mutating func add(
        _ face: TruthFace, toFrame number: Int, place: String
    ) throws(FacecapError) {
        frameCount = max(frameCount, number + 1)
        try facesOfFrame[number, default: Image()].add(face, place: place)
    }

    private mutating func add(_ row: TruthRow, place: String) throws(FacecapError) {
        switch row.key {
        case .frame(let number):
            if let face = row.face { try add(face, toFrame: number, place: place) }
        case .file(let name):
            if facesOfFile[name] == nil {
                fileNames.append(name)
                facesOfFile[name] = Image()
            }
            if let face = row.face {
                try facesOfFile[name, default: Image()].add(face, place: place)
            }
        }
    }

    /// The true faces of one image.
    private struct Image: Hashable {
        private(set) var faces: [TruthFace] = []
        private var identities: Set<String> = []

        /// Adds a face; one without a name is named by its place in the list.
        mutating func add(_ face: TruthFace, place: String) throws(FacecapError) {
            var face = face
            if face.identity.isEmpty { face.identity = "face \(faces.count)" }
            guard identities.insert(face.identity).inserted else {
                throw FacecapError(
                    .mediaDamaged,
                    "\(place): \(face.identity) is in this image twice; remove one of the lines.")
            }
            faces.append(face)
        }
    }
}
