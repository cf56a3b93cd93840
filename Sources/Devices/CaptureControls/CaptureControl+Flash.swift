// SPDX-License-Identifier: Apache-2.0
extension CaptureControl {
    /// A flash that a camera has begun, to be ended by ``CameraControlling/endFlash(_:)``.
    public struct Flash: Sendable, Hashable {
        /// What the driver's controls were before it, by their numbers.
        package var valuesBefore: [UInt32: Int64] = [:]

        /// A flash of a camera of one's own.
        public init() {}
    }
}
