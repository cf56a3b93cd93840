// SPDX-License-Identifier: Apache-2.0
/// Metadata of a client for a moment or a stretch of a movie, such as what a sensor measured.
///
/// A recording takes groups of at most 64 items. Keys are names in reverse DNS notation, such as
/// `org.example.heart-rate`: at most 255 ASCII letters, digits, `-`, `_` and `.`, at least one of them a
/// dot. `org.facecap` is facecap's own.
public struct TimedMetadataGroup: Sendable, Hashable {
    /// What is known, under keys.
    public var items: [Item]
    /// When it begins, in the time stamps of the session's frames; `nil` for the newest frame.
    public var start: MediaTime?
    /// How long it holds, more than 0; `nil` for a moment, which in a movie lasts a frame.
    public var duration: MediaTime?

    /// What is known at a moment, or for a stretch of time.
    public init(items: [Item], start: MediaTime? = nil, duration: MediaTime? = nil) {
        self.items = items
        self.start = start
        self.duration = duration
    }
}
