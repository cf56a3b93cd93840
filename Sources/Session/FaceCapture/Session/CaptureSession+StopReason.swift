// SPDX-License-Identifier: Apache-2.0
public import FaceValues

extension CaptureSession {
    /// Why a session stopped running.
    public enum StopReason: Sendable, Hashable, CustomStringConvertible {
        /// Every source came to its end.
        case endOfStream
        /// The duration asked for is over.
        case duration
        /// Somebody stopped it.
        case stopped
        /// A source failed, or an output cannot go on.
        case error(FacecapError)

        /// The name in JSON.
        public var description: String {
            switch self {
            case .endOfStream: "end_of_stream"
            case .duration: "duration"
            case .stopped: "stopped"
            case .error: "error"
            }
        }

        /// The failure of an output counts more than how the sources ended, unless one of them failed.
        func unless(_ failure: FacecapError?) -> StopReason {
            if case .error = self { return self }
            return failure.map(StopReason.error) ?? self
        }
    }
}
