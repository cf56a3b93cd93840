// SPDX-License-Identifier: Apache-2.0
extension CaptureControl {
    /// How the lens finds its distance.
    public enum FocusMode: String, Sendable, Hashable, CaseIterable {
        /// It stays where it is.
        case locked
        /// It looks for the distance once, then stays.
        case autoFocus = "auto"
        /// It follows what it sees.
        case continuousAutoFocus = "continuous"
    }

    /// What the automatic focus is doing.
    public enum FocusStatus: String, Sendable, Hashable, CaseIterable {
        /// Nothing.
        case idle
        /// It looks for the distance.
        case adjusting
        /// It has found it.
        case reached
        /// It has not found it.
        case failed
    }

    /// How far away the automatic focus looks.
    public enum AutoFocusRange: String, Sendable, Hashable, CaseIterable {
        /// Everywhere, as the camera chooses.
        case none
        /// Neither very near nor very far.
        case normal
        /// Near things.
        case near
        /// Far things.
        case far
    }

    /// Something that is on or off.
    public enum Switch: String, Sendable, Hashable, CaseIterable {
        /// It is off.
        case off
        /// It is on.
        case on
    }

    /// How the exposure is found.
    public enum ExposureMode: String, Sendable, Hashable, CaseIterable {
        /// It stays as it is.
        case locked
        /// Duration and sensitivity are those that were set.
        case custom
        /// It follows what it sees.
        case continuousAutoExposure = "continuous"
        /// The duration is the one that was set, the opening follows.
        case shutterPriority = "shutter-priority"
        /// The opening is the one that was set, the duration follows.
        case aperturePriority = "aperture-priority"
    }

    /// How white is found.
    public enum WhiteBalanceMode: String, Sendable, Hashable, CaseIterable {
        /// It stays as it is, or at the temperature that was set.
        case locked
        /// It looks for white once, then stays.
        case autoWhiteBalance = "auto"
        /// It follows what it sees.
        case continuousAutoWhiteBalance = "continuous"
    }

    /// What a lamp does.
    public enum LampMode: String, Sendable, Hashable, CaseIterable {
        /// Nothing.
        case off
        /// It shines, or flashes when a frame is taken.
        case on
    }

    /// Which flicker of lamps is filtered out.
    public enum PowerLineFrequency: String, Sendable, Hashable, CaseIterable {
        /// None.
        case off
        /// That of mains at 50 Hz.
        case hertz50 = "50"
        /// That of mains at 60 Hz.
        case hertz60 = "60"
        /// The one the camera finds.
        case automatic = "auto"
    }
}
