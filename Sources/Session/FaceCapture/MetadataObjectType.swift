/// What a metadata output can find in pictures.
public enum MetadataObjectType: Sendable, Hashable, CaseIterable {
    /// Faces.
    case face
}
