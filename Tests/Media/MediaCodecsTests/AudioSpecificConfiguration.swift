// SPDX-License-Identifier: Apache-2.0
@testable import CodecBitstreams

/// What a decoder of AAC has to know first: ISO/IEC 14496-3 1.6.2.1, `AudioSpecificConfig`.
struct AudioSpecificConfiguration {
    /// Sample frames a second before spectral band replication, which time stamps of packets count.
    let sampleRate: Int
    /// Channels.
    let channelCount: Int

    private static let sampleRates = [
        96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
    ]
    /// By `channelConfiguration`, ISO/IEC 23001-8; 0 where the number is reserved or in the stream.
    private static let channelCounts = [0, 1, 2, 3, 4, 5, 6, 8, 0, 0, 0, 7, 8, 0, 8, 0]

    /// What the bytes say; `nil` where they are cut, use a reserved number or a kind other than AAC.
    init?(_ bytes: [UInt8]) {
        var reader = BitReader(bytes)
        guard var type = Self.readObjectType(&reader), let rate = Self.readSampleRate(&reader),
            let channels = reader.read(4)
        else { return nil }
        if type == 5 || type == 29 {
            guard Self.readSampleRate(&reader) != nil, let core = Self.readObjectType(&reader)
            else { return nil }
            type = core
        }
        // AAC Main, LC, SSR, LTP and scalable: those that begin with GASpecificConfig.
        guard [1, 2, 3, 4, 6].contains(type), reader.readFlag() != nil,
            let dependsOnCore = reader.readFlag(), reader.skip(dependsOnCore ? 15 : 1) != nil
        else { return nil }
        sampleRate = rate
        let count =
            channels == 0
            ? Self.countProgramChannels(&reader) : Self.channelCounts[Int(channels)]
        guard let count, count > 0 else { return nil }
        channelCount = count
    }

    private static func readObjectType(_ reader: inout BitReader) -> Int? {
        guard let type = reader.read(5) else { return nil }
        if type < 31 { return Int(type) }
        return reader.read(6).map { Int($0) + 32 }
    }

    private static func readSampleRate(_ reader: inout BitReader) -> Int? {
        guard let index = reader.read(4) else { return nil }
        if index < sampleRates.count { return sampleRates[Int(index)] }
        guard index == 15, let rate = reader.read(24), rate > 0 else { return nil }
        return Int(rate)
    }

    /// The channels that a `program_config_element` lists: ISO/IEC 14496-3 4.5.2.1.
    private static func countProgramChannels(_ reader: inout BitReader) -> Int? {
        guard reader.skip(4 + 2 + 4) != nil, let front = reader.read(4), let side = reader.read(4),
            let back = reader.read(4), let lowFrequency = reader.read(2),
            reader.skip(3 + 4) != nil
        else { return nil }
        for bits in [4, 4, 3] {
            guard let isMixed = reader.readFlag(), reader.skip(isMixed ? bits : 0) != nil else {
                return nil
            }
        }
        var count = Int(lowFrequency)
        for _ in 0..<front + side + back {
            guard let isPair = reader.readFlag(), reader.skip(4) != nil else { return nil }
            count += isPair ? 2 : 1
        }
        return count
    }
}
