// SPDX-License-Identifier: Apache-2.0
public import FaceValues

extension CaptureDelivery {
    /// A stretch without frames, or of a source of audio with silence in their place, known when the
    /// first one after it has come.
    public struct Gap: Sendable, Hashable {
        /// Why there were none, in a few words.
        public let reason: String
        /// The time of the last frame before; `nil` when there was none.
        public let start: MediaTime?
        /// The time of the first frame after.
        public let end: MediaTime

        /// How long the machine was suspended meanwhile, which the session's times do not count.
        package let suspended: MediaTime

        /// A stretch without frames.
        public init(reason: String, start: MediaTime?, end: MediaTime) {
            self.init(reason: reason, start: start, end: end, suspended: .zero)
        }

        /// A stretch without frames, in which the machine may have been suspended.
        package init(reason: String, start: MediaTime?, end: MediaTime, suspended: MediaTime) {
            self.reason = reason
            self.start = start
            self.end = end
            self.suspended = suspended
        }

        /// From the last frame before to the first one after; `nil` when there was none before.
        public var duration: MediaTime? { start.map { end.since($0) } }

        /// The same as a clock on the wall shows it.
        package var wholeDuration: MediaTime? { duration?.advanced(by: suspended) }
    }
}
