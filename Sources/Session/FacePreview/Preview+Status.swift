// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

extension Preview {
    /// What a preview tells beside the frames.
    public struct Status: Sendable, Hashable {
        /// What becomes of the frames that are shown.
        public enum Recording: Sendable, Hashable {
            /// They are recorded; the length of the recording so far.
            case running(seconds: Double)
            /// They are left out until it goes on; the length of the recording so far.
            case paused(seconds: Double)
            /// There is a recording to begin, or to begin again.
            case stopped
        }

        /// `nil` where nothing can be recorded.
        public var recording: Recording?
        /// Frames that were dropped or lost so far.
        public var droppedCount: Int
        /// From the moment a frame was taken to the moment it was shown; `nil` before the first one.
        public var latencyMilliseconds: Double?

        /// What a preview tells beside the frames.
        public init(
            recording: Recording? = nil, droppedCount: Int = 0, latencyMilliseconds: Double? = nil
        ) {
            self.recording = recording
            self.droppedCount = droppedCount
            self.latencyMilliseconds = latencyMilliseconds
        }

        /// `REC 00:12`; `nil` where nothing can be recorded.
        public var recordingText: String? {
            switch recording {
            case .running(let seconds): "REC " + seconds.clockText()
            case .paused(let seconds): "PAUSED " + seconds.clockText()
            case .stopped: "not recording"
            case nil: nil
            }
        }

        /// `34 ms  0 dropped`: latency, as far as it is known, and lost frames.
        public var numbers: String {
            (latencyMilliseconds.map { "\(Int($0.rounded())) ms  " } ?? "")
                + "\(droppedCount) dropped"
        }

        /// `REC 00:12  34 ms  0 dropped`: one line of ASCII.
        public var text: String { (recordingText.map { $0 + "  " } ?? "") + numbers }
    }
}
