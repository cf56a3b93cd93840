public import FaceValues

/// Why a session stopped running.
public enum StopReason: Sendable, Hashable, CustomStringConvertible {
    /// Every source came to its end.
    case endOfStream
    /// The duration asked for is over.
    case duration
    /// Somebody stopped it.
    case stopped
    /// A source failed.
    case error(FacecapError)

    /// The name in JSON.
    public var description: String {
        switch self {
        case .endOfStream: "end_of_stream"
        case .duration: "duration"
        case .stopped: "stopped"
        case .error: "error"
        }
    }
}
