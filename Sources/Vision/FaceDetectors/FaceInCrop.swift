// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// What a look at one face says of it, in pixels of what was cut out.
struct FaceInCrop: Hashable {
    var bounds: Rect
    var landmarks: FaceLandmarks
    /// How sure the network is that there is a face, 0...1.
    var score = 1.0
}
