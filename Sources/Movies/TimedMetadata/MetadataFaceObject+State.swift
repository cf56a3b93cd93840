// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

extension MetadataFaceObject.State {
    /// The number in the track.
    var code: UInt8 {
        switch self {
        case .observed: 0
        case .predicted: 1
        case .held: 2
        }
    }

    /// What a number in a track means; one that is not known yet means what is least sure.
    init(code: UInt8) {
        self = code == 0 ? .observed : code == 1 ? .predicted : .held
    }
}
