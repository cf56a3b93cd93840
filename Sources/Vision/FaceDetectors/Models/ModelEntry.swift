/// What the manifest says of one model file.
public struct ModelEntry: Sendable, Hashable, Decodable {
    /// The size of the images a model was made for, and the sizes it also takes.
    public struct Input: Sendable, Hashable, Decodable {
        /// Pixels a row.
        public let width: Int
        /// Rows.
        public let height: Int
        /// Widths and heights have to be a multiple of this.
        public let multipleOf: Int

        private enum CodingKeys: String, CodingKey {
            case width, height
            case multipleOf = "multiple_of"
        }
    }

    /// What users call it; unique within a manifest.
    public let name: String
    /// The detector it is for, by its name; ``meshName`` for the face mesh, which serves all of them.
    public let detector: String
    /// The file's name, without any folder.
    public let file: String
    /// The file's SHA-256 as 64 lower-case hexadecimal digits.
    public let sha256: String
    /// The file's size in bytes.
    public let size: Int
    /// The licence's SPDX identifier.
    public let licence: String
    /// The name of the file with the licence's text, in the folder of the manifest.
    public let licenceFile: String
    /// Where the file can be had, to be tried in this order; at least one.
    public let sources: [ModelSource]
    /// The images it takes.
    public let input: Input
    /// The smallest face it finds, in pixels of its input.
    public let smallestFace: Int
    /// The largest face it finds, in pixels of its input.
    public let largestFace: Int
    /// Whether it is the one of its detector that is used when none is named.
    public let isDefault: Bool

    /// What stands in place of a detector where a model is a face mesh.
    public static let meshName = "mesh"
    /// Whether it is a face mesh, which finds no faces but looks at those that were found.
    public var isMesh: Bool { detector == Self.meshName }

    /// Where the file can be had at first: an URL, or a package URL with the file's path after `#`.
    public var address: String { sources.first?.address ?? "" }

    private enum CodingKeys: String, CodingKey {
        case name, detector, file, sha256, size, licence, sources, input
        case licenceFile = "licence_file"
        case smallestFace = "smallest_face"
        case largestFace = "largest_face"
        case isDefault = "default"
    }
}
