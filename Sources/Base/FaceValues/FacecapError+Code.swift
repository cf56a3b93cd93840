// SPDX-License-Identifier: Apache-2.0
extension FacecapError {
    /// What kind of failure it was; the set may grow.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name in JSON and in logs.
        public let description: String

        private init(_ description: String) { self.description = description }

        /// A kind by its name; `nil` where there is none of it.
        package init?(named name: String) {
            guard let code = Self.all.first(where: { $0.description == name }) else { return nil }
            self = code
        }

        /// The caller asked for something that makes no sense: an option, a size, a combination.
        public static let invalidArgument = Code("invalid_argument")
        /// There is no such file, device or address.
        public static let sourceNotFound = Code("source_not_found")
        /// The system refuses access.
        public static let permissionDenied = Code("permission_denied")
        /// Another program holds the device.
        public static let deviceBusy = Code("device_busy")
        /// The device went away.
        public static let deviceDisconnected = Code("device_disconnected")
        /// The device cannot do what was asked for.
        public static let formatUnsupported = Code("format_unsupported")
        /// The data is not a frame or video that can be read.
        public static let mediaUnreadable = Code("media_unreadable")
        /// The data ends early or is damaged.
        public static let mediaDamaged = Code("media_damaged")
        /// The process that decodes was ended by what it read, or does not keep to the rules.
        public static let decoderCrashed = Code("decoder_crashed")
        /// The process that decodes does not go on.
        public static let decoderStalled = Code("decoder_stalled")
        /// No model file with that name was found.
        public static let modelNotFound = Code("model_not_found")
        /// A model file cannot be read or loaded.
        public static let modelUnreadable = Code("model_unreadable")
        /// A model file is not the one its manifest names.
        public static let modelMismatch = Code("model_mismatch")
        /// A detector failed.
        public static let detectorFailed = Code("detector_failed")
        /// A download did not succeed.
        public static let networkFailed = Code("network_failed")
        /// The session or its configuration does not allow the call.
        public static let invalidState = Code("invalid_state")
        /// A file or a stream cannot be written.
        public static let outputFailed = Code("output_failed")
        /// The file system has no room.
        public static let storageFull = Code("storage_full")
        /// A system call failed in a way none of the others names.
        public static let systemFailed = Code("system_failed")

        package static let all = [
            invalidArgument, sourceNotFound, permissionDenied, deviceBusy, deviceDisconnected,
            formatUnsupported, mediaUnreadable, mediaDamaged, decoderCrashed, decoderStalled,
            modelNotFound, modelUnreadable, modelMismatch, detectorFailed, networkFailed,
            invalidState, outputFailed, storageFull, systemFailed,
        ]
    }
}
