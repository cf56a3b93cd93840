extension FrameLedger {
    /// Why a frame that entered the session was not delivered.
    public struct DropReason: Sendable, Hashable, CustomStringConvertible {
        /// The name in JSON and in the ledger.
        public let description: String

        private init(_ description: String) { self.description = description }

        /// The output's queue was full.
        public static let lateData = DropReason("late_data")
        /// The recording could not keep up, and a movie loses whole frames at capture or none.
        public static let recordingBusy = DropReason("recording_busy")
        /// The source could not make a frame of its data.
        public static let corruptData = DropReason("corrupt_data")
        /// The connection between source and output was disabled.
        public static let connectionDisabled = DropReason("connection_disabled")
    }
}
