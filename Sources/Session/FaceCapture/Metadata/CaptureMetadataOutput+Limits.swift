// SPDX-License-Identifier: Apache-2.0
extension CaptureMetadataOutput {
    /// What looking for faces in a live source may cost.
    public struct Limits: Sendable, Hashable {
        /// From capture to what is told of a frame, in nanoseconds, above 0; `nil` for no limit.
        public var maximumLatencyNanoseconds: Int64?
        /// CPU time of the process in shares of one core, above 0; `nil` for no limit.
        public var maximumCPUShare: Double?

        /// Limits; without arguments none, but frames are not to be late.
        public init(maximumLatencyNanoseconds: Int64? = nil, maximumCPUShare: Double? = nil) {
            self.maximumLatencyNanoseconds = maximumLatencyNanoseconds
            self.maximumCPUShare = maximumCPUShare
        }
    }
}
