// SPDX-License-Identifier: Apache-2.0
/// What a photo needs of the camera before its frame is taken.
enum CameraNeed: Hashable {
    /// An exposure that is so many EV brighter.
    case bias(Double)
    /// Light for so many seconds.
    case duration(Double)
    /// Light of the lamp.
    case flash
}
