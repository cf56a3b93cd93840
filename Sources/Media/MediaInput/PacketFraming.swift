// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
internal import CodecBitstreams

/// How the packets of a stream become the bytes of samples in a movie.
enum PacketFraming {
    /// They are such bytes.
    case asInMovies
    /// NAL units behind their lengths in fewer than four bytes.
    case shortLengths(Int)
    /// NAL units behind start codes.
    case byteStream(ByteStreamFilter)
    /// AV1, which may have delimiters.
    case temporalUnits
    /// AAC behind headers that agree with a configuration.
    case adts(configuration: [UInt8])

    /// A sample's bytes; `nil` where the packet holds nothing of use.
    mutating func makeSample(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        var sample: [UInt8]
        switch self {
        case .asInMovies: sample = Array(bytes)
        case .shortLengths(let size): sample = Self.lengthen(bytes, from: size)
        case .byteStream(var filter):
            sample = filter.makeSample(bytes)
            self = .byteStream(filter)
        case .temporalUnits: sample = AV1DecoderConfiguration.makeSample(bytes)
        case .adts(let configuration):
            guard let header = ADTSHeader(bytes), header.configuration == configuration else {
                return nil
            }
            sample = Array(bytes[header.content])
        }
        return sample.isEmpty ? nil : sample
    }

    /// Writes lengths in four bytes; what does not divide into units ends the sample.
    private static func lengthen(_ bytes: UnsafeRawBufferPointer, from size: Int) -> [UInt8] {
        var sample: [UInt8] = []
        sample.reserveCapacity(bytes.count + 32)
        var rest = bytes[...]
        while rest.count > size {
            let length = rest.prefix(size).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(size)
            guard length <= rest.count, let length32 = UInt32(exactly: length) else { break }
            if length == 0 { continue }
            withUnsafeBytes(of: length32.bigEndian) { sample.append(contentsOf: $0) }
            sample.append(contentsOf: rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return sample
    }
}

extension UnsafeMutablePointer<AVCodecParameters> {
    /// What the container says that the decoder has to know first; empty when it does not.
    var extradata: [UInt8] {
        Array(
            UnsafeRawBufferPointer(
                start: pointee.extradata, count: max(0, Int(pointee.extradata_size))))
    }
}
