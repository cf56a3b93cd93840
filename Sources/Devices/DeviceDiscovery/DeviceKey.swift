// SPDX-License-Identifier: Apache-2.0
import CameraInput

/// Tells devices apart while they are watched: the same one at another place is another one.
struct DeviceKey: Hashable {
    let path: String
    var camera: CameraDescription.Identity?
    var card: String?
    var serial: String?
    var port: String?
}
