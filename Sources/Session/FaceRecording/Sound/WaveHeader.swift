// SPDX-License-Identifier: Apache-2.0
/// What stands before the samples of a WAVE file ("Multimedia Programming Interface and Data
/// Specifications 1.0", RIFF WAVE): always of the same length, so that it can be written again as the
/// file grows.
///
/// Room for the 64-bit sizes of RF64 (EBU Tech 3306) is kept free from the beginning.
struct WaveHeader: Equatable {
    let sampleFormat: CaptureAudioFileOutput.SampleFormat
    let sampleRate: Int
    let channelCount: Int
    /// Sample frames in the file.
    var frameCount: Int64 = 0

    /// Bytes of one sample frame.
    var frameByteCount: Int { sampleFormat.byteCount * channelCount }

    /// Bytes of the header itself.
    static let byteCount = 12 + 36 + 48 + 12 + 8

    /// The header's bytes.
    var bytes: [UInt8] {
        let dataByteCount = frameCount * Int64(frameByteCount)
        let riffByteCount = Int64(Self.byteCount - 8) + dataByteCount
        let isLarge = riffByteCount >= Int64(UInt32.max)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.byteCount)
        bytes += Array((isLarge ? "RF64" : "RIFF").utf8)
        bytes.appendLittleEndian(isLarge ? UInt32.max : UInt32(riffByteCount))
        bytes += Array("WAVE".utf8)
        bytes += Array((isLarge ? "ds64" : "JUNK").utf8)
        bytes.appendLittleEndian(UInt32(28))
        bytes.appendLittleEndian(isLarge ? UInt64(riffByteCount) : 0)
        bytes.appendLittleEndian(isLarge ? UInt64(dataByteCount) : 0)
        bytes.appendLittleEndian(isLarge ? UInt64(frameCount) : 0)
        bytes.appendLittleEndian(UInt32(0))
        appendFormat(to: &bytes)
        bytes += Array("fact".utf8)
        bytes.appendLittleEndian(UInt32(4))
        bytes.appendLittleEndian(UInt32(clamping: frameCount))
        bytes += Array("data".utf8)
        bytes.appendLittleEndian(isLarge ? UInt32.max : UInt32(dataByteCount))
        return bytes
    }

    /// `WAVEFORMATEXTENSIBLE`, which says of more than two channels that their places are not known.
    private func appendFormat(to bytes: inout [UInt8]) {
        let tag: UInt16 = sampleFormat == .int16 ? 1 : 3
        let places: [Int: UInt32] = [1: 0x4, 2: 0x3]
        bytes += Array("fmt ".utf8)
        bytes.appendLittleEndian(UInt32(40))
        bytes.appendLittleEndian(UInt16(0xFFFE))
        bytes.appendLittleEndian(UInt16(clamping: channelCount))
        bytes.appendLittleEndian(UInt32(clamping: sampleRate))
        bytes.appendLittleEndian(UInt32(clamping: sampleRate * frameByteCount))
        bytes.appendLittleEndian(UInt16(clamping: frameByteCount))
        bytes.appendLittleEndian(UInt16(clamping: sampleFormat.byteCount * 8))
        bytes.appendLittleEndian(UInt16(22))
        bytes.appendLittleEndian(UInt16(clamping: sampleFormat.byteCount * 8))
        bytes.appendLittleEndian(places[channelCount] ?? 0)
        bytes.appendLittleEndian(tag)
        // The rest of `KSDATAFORMAT_SUBTYPE_PCM` and `..._IEEE_FLOAT`.
        bytes += [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
    }
}

extension [UInt8] {
    fileprivate mutating func appendLittleEndian(_ value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }
}
