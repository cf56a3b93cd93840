// SPDX-License-Identifier: Apache-2.0
public import CaptureSamples
public import FaceValues

/// What several connections have of one instant.
public struct CaptureSynchronizedDataCollection: Sendable {
    /// The instant: the session time of the first connection's frame.
    public let presentationTime: MediaTime
    /// Earlier collections that were discarded since the last one, as the delegate was busy.
    public internal(set) var discardedCount = 0
    /// What each connection has of it, the leading one first; faces are with their frames.
    public let data: [(connection: CaptureConnection, data: CaptureSynchronizedData)]

    /// What an input has of a kind of samples; `nil` where that is not synchronized, or the device has none.
    public subscript(mediaType: MediaType, of input: CaptureDeviceInput) -> CaptureSynchronizedData?
    {
        data.first { $0.connection.mediaType == mediaType && $0.connection.input === input }?.data
    }
}
