// SPDX-License-Identifier: Apache-2.0
extension SyntheticCamera {
    /// How the heads of a scene move; the raw value is the name on the command line.
    public enum Motion: String, Sendable, Hashable, CaseIterable {
        /// Not at all; each head is turned a little its own way.
        case still
        /// Tilting to either shoulder, up to 35 degrees.
        case roll
        /// Looking to either side, up to 45 degrees.
        case yaw
        /// Looking to either side, up to 75 degrees, ten seconds there and ten back, otherwise upright.
        case turn
        /// Everywhere: yaw up to 75, pitch up to 25 and roll up to 40 degrees, all at once.
        case wander
        /// Looking up and down, up to 20 degrees.
        case nod
        /// Pairs change places, one passing in front of the other; one head alone walks to and fro.
        case cross
        /// Each head leaves the image for three seconds in every ten.
        case enterLeave = "enter-leave"
        /// A little of everything: position, distance and all three angles.
        case mixed
    }
}
