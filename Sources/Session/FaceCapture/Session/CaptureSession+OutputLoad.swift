// SPDX-License-Identifier: Apache-2.0
extension CaptureSession {
    /// How far behind an output is that may lose nothing once it has taken it: a recording.
    public enum OutputLoad: Int, Sendable, Hashable, Comparable {
        /// It keeps up.
        case relaxed
        /// It is falling behind: whatever else takes the machine's time gives way.
        case busy
        /// It can take no more frames.
        case full

        /// Frames that wait for a camera's recording, from which on detection gives way.
        public static var busyCount: Int { 4 }

        /// The load of an output for which `count` frames wait, of `capacity` that may.
        public init(waiting count: Int, of capacity: Int) {
            self = count >= capacity ? .full : count >= Self.busyCount ? .busy : .relaxed
        }

        /// Orders by how far behind the output is.
        public static func < (left: OutputLoad, right: OutputLoad) -> Bool {
            left.rawValue < right.rawValue
        }
    }
}
