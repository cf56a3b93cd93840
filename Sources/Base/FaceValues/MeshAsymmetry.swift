// SPDX-License-Identifier: Apache-2.0
/// What has to be added to the angles of a face by its mesh, in degrees, so that its mirror image has the same.
package struct MeshAsymmetry: Sendable, Hashable {
    package var roll: Double
    package var yaw: Double
    package var pitch: Double
    /// How the head was turned in the image that showed this, in degrees.
    package let seenYaw: Double
    package let seenPitch: Double
    /// For how many looks it was not measured again.
    package private(set) var looks = 0

    /// An asymmetry that was just measured.
    package init(roll: Double, yaw: Double, pitch: Double, seenYaw: Double, seenPitch: Double) {
        self.roll = roll
        self.yaw = yaw
        self.pitch = pitch
        self.seenYaw = seenYaw
        self.seenPitch = seenPitch
    }

    /// The same at the next look.
    package var later: MeshAsymmetry {
        var later = self
        later.looks += 1
        return later
    }

    /// A part of it, 0...1.
    package func part(_ share: Double) -> MeshAsymmetry {
        var part = self
        (part.roll, part.yaw, part.pitch) = (share * roll, share * yaw, share * pitch)
        return part
    }

    /// This one where so much of it is new, 0...1, and the rest was known before.
    package func mixed(_ share: Double, with before: MeshAsymmetry) -> MeshAsymmetry {
        var mixed = self
        mixed.roll = before.roll + share * (roll - before.roll)
        mixed.yaw = before.yaw + share * (yaw - before.yaw)
        mixed.pitch = before.pitch + share * (pitch - before.pitch)
        return mixed
    }
}
