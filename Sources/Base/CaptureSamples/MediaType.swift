/// What kind of samples a port, an output or a track handles.
public enum MediaType: Sendable, Hashable, CaseIterable {
    /// Pictures.
    case video
    /// Sound.
    case audio
    /// Pictures of distances.
    case depth
    /// What was found in frames. No device has it: the output that looks is where it comes from.
    case metadata
}
