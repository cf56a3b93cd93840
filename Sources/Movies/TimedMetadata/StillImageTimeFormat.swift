// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes

/// A track whose only sample lies at the time of a still frame, as the movies of live photos have it:
/// boxed metadata under the key `com.apple.quicktime.still-image-time`.
package enum StillImageTimeFormat {
    private static let key = MetadataKey.sample(
        "com.apple.quicktime.still-image-time", .int8, id: 1)

    /// The whole `mebx` box of the track.
    package static var sampleEntry: [UInt8] { BoxedMetadataEntry.bytes(keys: [key]) }

    /// The sample: its time says everything, its value is -1, as iPhones write it.
    package static var sample: [UInt8] {
        var writer = BoxWriter()
        writer.sized { writer in
            writer.append(key.localID)
            writer.append(UInt8(bitPattern: -1))
        }
        return writer.bytes
    }
}
