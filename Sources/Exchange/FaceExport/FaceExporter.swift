// SPDX-License-Identifier: Apache-2.0
public import FaceStream
public import FaceValues

/// Writes the faces of one movie or run in one format.
///
/// Each function returns the bytes that follow those it returned before; call `begin` once, then
/// `append` for **every** frame in order, then `finish` once. A value belongs to one thread at a time.
public protocol FaceExporter: Sendable {
    /// What stands before the frames.
    mutating func begin() -> [UInt8]

    /// What is written as soon as a frame is known; it may be empty.
    ///
    /// - Parameters:
    ///   - observation: what is known of the frame, also of one that was not analyzed.
    ///   - displayedFromStored: from the normalized stored image, the space of the
    ///     observation, to the normalized displayed one, mirrored where the export is.
    mutating func append(
        _ observation: FaceObservation, displayedFromStored: CoordinateTransform
    ) -> [UInt8]

    /// What is written of something that is not in the observations: an interruption and its end,
    /// lost frames, a gap, a marker, a warning or an error. Most formats have no place for it.
    mutating func append(_ event: StreamEvent) -> [UInt8]

    /// What stands after the frames.
    ///
    /// - Parameter reason: why there are no more: `end_of_stream`, `duration`, `signal`, `error`.
    mutating func finish(reason: String) -> [UInt8]
}

extension FaceExporter {
    /// Nothing: the format has no place for events.
    public mutating func append(_ event: StreamEvent) -> [UInt8] { [] }
}
