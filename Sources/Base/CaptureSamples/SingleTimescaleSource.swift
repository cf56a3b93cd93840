// SPDX-License-Identifier: Apache-2.0
/// A source that knows of its frames' times on how many scales they are.
package protocol SingleTimescaleSource: CaptureSource {
    /// Whether they are all on the scale of the first one, as those of a file are.
    var hasSingleTimescale: Bool { get }
}

extension SingleTimescaleSource {
    /// They are.
    package var hasSingleTimescale: Bool { true }
}

extension CaptureSource {
    /// Whether the times of all frames are known to be on the scale of the first one's.
    package var isOnOneTimescale: Bool {
        (self as? any SingleTimescaleSource)?.hasSingleTimescale ?? false
    }
}
