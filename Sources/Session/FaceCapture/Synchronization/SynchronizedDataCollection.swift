public import FaceValues

/// What several outputs have of one instant.
public struct SynchronizedDataCollection: Sendable {
    /// The instant: the session time of the first output's frame.
    public let presentationTime: MediaTime
    /// Earlier collections that were discarded since the last one, as the delegate was busy.
    public internal(set) var discardedCount = 0
    let data: [(output: ObjectIdentifier, data: SynchronizedData)]

    /// What an output has; `nil` for one that is not synchronised.
    public subscript(output: any CaptureOutput) -> SynchronizedData? {
        data.first { $0.output == ObjectIdentifier(output) }?.data
    }
}
