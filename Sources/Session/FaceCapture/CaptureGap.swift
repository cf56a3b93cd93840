public import FaceValues

/// A stretch without pictures, or of a source of sound with silence in their place, known when the
/// first one after it has come.
public struct CaptureGap: Sendable, Hashable {
    /// Why there were none, in a few words.
    public let reason: String
    /// The time of the last picture before; `nil` when there was none.
    public let start: MediaTime?
    /// The time of the first picture after.
    public let end: MediaTime

    /// A stretch without pictures.
    public init(reason: String, start: MediaTime?, end: MediaTime) {
        self.reason = reason
        self.start = start
        self.end = end
    }

    /// From the last picture before to the first one after; `nil` when there was none before.
    public var duration: MediaTime? { start.map { end.since($0) } }
}
