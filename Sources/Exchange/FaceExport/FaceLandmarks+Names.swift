// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

extension FaceLandmarks {
    /// What the points are called in files, in the order of ``points``; left is the left of the
    /// image.
    static let names = ["left_eye", "right_eye", "nose", "left_mouth", "right_mouth"]
}
