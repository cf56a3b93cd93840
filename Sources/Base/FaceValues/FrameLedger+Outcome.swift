// SPDX-License-Identifier: Apache-2.0
extension FrameLedger {
    /// How a frame that entered the session ended: exactly one of these, never two.
    public enum Outcome: Sendable, Hashable {
        /// A detector looked at it.
        case analysed
        /// It was delivered, but no detector looked at it.
        case skipped(SkipReason)
        /// It was not delivered to the metadata output at all.
        case dropped(DropReason)
    }
}
