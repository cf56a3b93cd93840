/// What kind of samples a port or an output handles.
public enum MediaType: Sendable, Hashable {
    /// Pictures.
    case video
    /// Sound.
    case audio
}
