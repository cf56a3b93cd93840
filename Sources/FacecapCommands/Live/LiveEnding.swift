import Facecap

/// Why a run of `live` came to its end.
enum LiveEnding: Sendable, Hashable {
    case endOfStream
    case duration
    case signal
    case error(FacecapError)

    /// The name in the `end` record.
    var name: String {
        switch self {
        case .endOfStream: "end_of_stream"
        case .duration: "duration"
        case .signal: "signal"
        case .error: "error"
        }
    }
}
