// SPDX-License-Identifier: Apache-2.0
/// A sample as tables or fragments describe it, before it is held against the file and the track.
struct LocatedSample {
    var offset: Int64
    var byteCount: Int
    var decodeTime: Int64
    var compositionOffset: Int64
    var duration: Int64
    var isSync: Bool
    /// Which sample entry describes it, from 1.
    var description: UInt32
}
