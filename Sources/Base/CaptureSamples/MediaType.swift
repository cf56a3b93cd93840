// SPDX-License-Identifier: Apache-2.0
/// What kind of samples a port, an output or a track handles.
public enum MediaType: Sendable, Hashable, CaseIterable {
    /// Frames.
    case video
    /// Audio.
    case audio
    /// Frames of distances.
    case depth
    /// What was found in frames. No device has it: the output that looks is where it comes from.
    case metadata
}
