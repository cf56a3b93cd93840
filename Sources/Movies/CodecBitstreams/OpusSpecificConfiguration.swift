// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes

/// What a decoder of Opus has to know first: the content of a `dOps` box.
///
/// "Encapsulation of Opus in ISO Base Media File Format" 4.3.2; RFC 7845 5.1 for `OpusHead`.
package struct OpusSpecificConfiguration: Sendable, Hashable {
    /// Channels, 1...255.
    package let channelCount: Int
    /// Sample frames at 48,000 Hz at the start that are decoded but not heard.
    package let preSkip: Int
    /// Sample frames a second before encoding; 0 where nothing is known.
    package let inputSampleRate: UInt32
    /// What the decoder's output is amplified by, in 1/256 dB.
    package let outputGain: Int16
    /// How channels are arranged: 0 mono or stereo, 1 surround.
    package let channelMappingFamily: UInt8
    /// Streams, coupled streams and the stream of each channel; empty in family 0.
    package let channelMapping: [UInt8]

    /// What the `OpusHead` of an encoder or an Ogg file says; `nil` where it is cut or makes no sense.
    package init?(opusHead bytes: [UInt8]) {
        var reader = BoxReader(bytes)
        guard reader.readBytes(8)?.elementsEqual("OpusHead".utf8) == true,
            let version = reader.read(UInt8.self), version >> 4 == 0
        else { return nil }
        self.init(&reader, isLittleEndian: true)
    }

    /// What a `dOps` box holds; `nil` where it is cut or makes no sense.
    package init?(record bytes: [UInt8]) {
        var reader = BoxReader(bytes)
        guard reader.read(UInt8.self) == 0 else { return nil }
        self.init(&reader, isLittleEndian: false)
    }

    private init?(_ reader: inout BoxReader, isLittleEndian: Bool) {
        guard let channels = reader.read(UInt8.self), channels > 0,
            let preSkip = reader.read(UInt16.self), let rate = reader.read(UInt32.self),
            let gain = reader.read(Int16.self), let family = reader.read(UInt8.self)
        else { return nil }
        channelCount = Int(channels)
        self.preSkip = Int(isLittleEndian ? preSkip.byteSwapped : preSkip)
        inputSampleRate = isLittleEndian ? rate.byteSwapped : rate
        outputGain = isLittleEndian ? gain.byteSwapped : gain
        channelMappingFamily = family
        if family == 0 {
            guard channels <= 2 else { return nil }
            channelMapping = []
        } else {
            guard let mapping = reader.readBytes(2 + Int(channels)) else { return nil }
            channelMapping = Array(mapping)
        }
    }

    /// The content of the `dOps` box.
    package var record: [UInt8] {
        var writer = BoxWriter()
        writer.append(UInt8(0))
        writer.append(UInt8(truncatingIfNeeded: channelCount))
        writer.append(UInt16(truncatingIfNeeded: preSkip))
        writer.append(inputSampleRate)
        writer.append(outputGain)
        writer.append(channelMappingFamily)
        writer.append(contentsOf: channelMapping)
        return writer.bytes
    }
}
