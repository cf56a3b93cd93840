// SPDX-License-Identifier: Apache-2.0
extension FrameLedger {
    /// Why a frame was not analyzed although it was delivered.
    public struct SkipReason: Sendable, Hashable, CustomStringConvertible {
        /// The name in JSON and in the ledger.
        public let description: String

        private init(_ description: String) { self.description = description }

        /// A reason read from a recording, of lower-case letters, digits and underscores; `nil` when it is
        /// anything else.
        public init?(named name: String) {
            guard (1...64).contains(name.utf8.count),
                name.utf8.allSatisfy({
                    (97...122).contains($0) || (48...57).contains($0) || $0 == 95
                })
            else { return nil }
            description = name
        }

        /// A newer frame came while the detector was busy.
        public static let lateData = SkipReason("late_data")
        /// The recording needed the machine's time.
        public static let recordingBusy = SkipReason("recording_busy")
        /// The machine is overloaded or too hot, so that faces are looked for less often.
        public static let systemPressure = SkipReason("system_pressure")
        /// The user asked for every n-th frame only.
        public static let interval = SkipReason("interval")
        /// Detection was switched off: no metadata object type was asked for.
        public static let detectionOff = SkipReason("detection_off")
        /// A recording does not say why.
        public static let unknown = SkipReason("unknown")
        /// The detector failed on this frame.
        public static let detectorError = SkipReason("detector_error")
    }
}
