// SPDX-License-Identifier: Apache-2.0
extension SyntheticCamera {
    /// Who is drawn; the raw value is the name on the command line.
    public enum People: String, Sendable, Hashable, CaseIterable {
        /// Eight heads that are always the same.
        case known
        /// Heads that the seed draws at random: shape, skin, hair, glasses and beard; and the light they stand in.
        case random
    }
}
