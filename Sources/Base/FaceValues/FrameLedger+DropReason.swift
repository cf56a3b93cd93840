// SPDX-License-Identifier: Apache-2.0
extension FrameLedger {
    /// Why a frame that entered the session was not delivered.
    public struct DropReason: Sendable, Hashable, CustomStringConvertible {
        /// The name in JSON and in the ledger.
        public let description: String

        private init(_ description: String) { self.description = description }

        /// The reason of that name; `nil` where there is none.
        package init?(named name: String) {
            guard let reason = Self.all.first(where: { $0.description == name }) else { return nil }
            self = reason
        }

        private static let all = [
            lateData, recordingBusy, corruptData, decoderCrashed, decoderStalled, conversionFailed,
            connectionDisabled,
        ]

        /// The output's queue was full.
        public static let lateData = DropReason("late_data")
        /// The recording could not keep up, and a movie loses whole frames at capture or none.
        public static let recordingBusy = DropReason("recording_busy")
        /// The source could not make a frame of its data.
        public static let corruptData = DropReason("corrupt_data")
        /// The process that decodes was ended by what it read, and went on behind it.
        public static let decoderCrashed = DropReason("decoder_crashed")
        /// The process that decodes did not go on, and was begun again behind what it read.
        public static let decoderStalled = DropReason("decoder_stalled")
        /// The frame could not be converted to the pixel format of its output.
        public static let conversionFailed = DropReason("conversion_failed")
        /// The connection between source and output was disabled.
        public static let connectionDisabled = DropReason("connection_disabled")
    }
}
