// SPDX-License-Identifier: Apache-2.0
extension CameraDescription {
    /// Which way a camera looks on the machine it is built into.
    public enum Position: String, Sendable, Hashable, CaseIterable {
        /// At the one who looks at the screen.
        case front
        /// Away from the one who looks at the screen.
        case back
        /// Not built in: on a cable, where it can be unplugged.
        case external
    }
}
