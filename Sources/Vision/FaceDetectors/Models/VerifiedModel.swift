/// A model file whose bytes are the ones its manifest names.
///
/// What was verified is what is used: hand ``bytes`` to the detector, never the path.
public struct VerifiedModel: Sendable, Hashable {
    /// What the manifest says of it.
    public let entry: ModelEntry
    /// Where it was found.
    public let path: String
    /// The whole file.
    public let bytes: [UInt8]
}
