/// What a metadata output can find in frames.
public enum MetadataObjectType: Sendable, Hashable, CaseIterable {
    /// Faces.
    case face
}
