// SPDX-License-Identifier: Apache-2.0
/// What the manifest says of one model file.
package struct ModelEntry: Sendable, Hashable, Decodable {
    /// The size of the images a model was made for, and the sizes it also takes.
    package struct Input: Sendable, Hashable, Decodable {
        /// Pixels a row.
        package let width: Int
        /// Rows.
        package let height: Int
        /// Widths and heights have to be a multiple of this.
        package let multipleOf: Int

        private enum CodingKeys: String, CodingKey {
            case width, height
            case multipleOf = "multiple_of"
        }
    }

    /// What users call it; unique within a manifest.
    package let name: String
    /// The detector it is for, by its name; ``meshName`` for the face mesh, which serves all of them.
    package let detector: String
    /// The file's name, without any folder.
    package let file: String
    /// The file's SHA-256 as 64 lower-case hexadecimal digits.
    package let sha256: String
    /// The file's size in bytes.
    package let size: Int
    /// The license's SPDX identifier.
    package let licence: String
    /// The name of the file with the license's text, in the folder of the manifest.
    package let licenceFile: String
    /// Where the file can be had, to be tried in this order; at least one.
    package let sources: [ModelSource]
    /// The images it takes.
    package let input: Input
    /// The smallest face it finds, in pixels of its input.
    package let smallestFace: Int
    /// The largest face it finds, in pixels of its input.
    package let largestFace: Int
    /// Whether it is the one of its detector that is used when none is named.
    package let isDefault: Bool

    /// What stands in place of a detector where a model is a face mesh.
    package static let meshName = "mesh"
    /// Whether it is a face mesh, which finds no faces but looks at those that were found.
    package var isMesh: Bool { detector == Self.meshName }

    /// Where the file can be had at first: an URL, or a package URL with the file's path after `#`.
    package var address: String { sources.first?.address ?? "" }

    private enum CodingKeys: String, CodingKey {
        case name, detector, file, sha256, size, licence, sources, input
        case licenceFile = "licence_file"
        case smallestFace = "smallest_face"
        case largestFace = "largest_face"
        case isDefault = "default"
    }
}
