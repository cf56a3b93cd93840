// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes

/// What the sample entry of an audio track says of it: ISO/IEC 14496-12 12.2.3, and version 2 of the
/// QuickTime File Format, "Sound sample description".
package struct AudioEntry {
    /// Samples a second; `nil` where the codec's own data has to tell.
    package let sampleRate: Double?
    /// How many channels there are; `nil` where the codec's own data has to tell.
    package let channelCount: Int?

    /// Reads a whole sample entry; `nil` when it is too short for one.
    package init?(sampleEntry: [UInt8]) {
        var outer = BoxReader(sampleEntry)
        guard let entry = outer.readBox() else { return nil }
        var reader = BoxReader(entry.content)
        guard reader.skip(8) != nil, let version: UInt16 = reader.read(), reader.skip(6) != nil,
            let channels: UInt16 = reader.read(), reader.skip(6) != nil,
            let rate: UInt32 = reader.read()
        else { return nil }
        if version == 2, reader.skip(4) != nil, let rate = reader.readDouble(),
            let channels: UInt32 = reader.read()
        {
            sampleRate = rate.isFinite && rate > 0 ? rate : nil
            channelCount = channels > 0 ? Int(channels) : nil
        } else {
            sampleRate = rate > 0 ? Double(rate) / 65536 : nil
            channelCount = channels > 0 ? Int(channels) : nil
        }
    }
}
