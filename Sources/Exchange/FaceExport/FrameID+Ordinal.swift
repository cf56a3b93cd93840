// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

extension FrameID {
    /// The frame's number counted from 1.
    var ordinal: Int { number < .max ? number + 1 : number }
}
