// SPDX-License-Identifier: Apache-2.0
/// A sample on its track's time scale.
struct QueuedSample: Sendable, Equatable {
    var bytes: [UInt8]
    /// Strictly increasing within a track.
    var decodeTicks: Int64
    /// Presentation after decoding.
    var compositionOffset: Int32
    /// How long it lasts, where that is known.
    var duration: UInt32?
    var isSync: Bool
    /// How much later than its own time the movie shows something; 0 of what is shown itself.
    var hiddenTicks: Int64 = 0

    private static let nullBytes: [UInt8] = [0, 0, 0, 8, 0, 0, 0, 0]

    /// Whether it is metadata that says nothing.
    var isNull: Bool { bytes == Self.nullBytes }

    /// An item that says nothing: what a metadata track has where nothing is known.
    static func null(at ticks: Int64) -> QueuedSample {
        QueuedSample(
            bytes: nullBytes, decodeTicks: ticks, compositionOffset: 0, duration: nil,
            isSync: true)
    }
}
