// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
package import CaptureSamples
package import FaceValues

/// Decodes frames that come one by one, without a container, such as those of a camera.
///
/// It is used by one thread at a time and runs on it alone, so that a frame is there as soon as its
/// bytes are.
package final class ImageDecoder {
    /// How frames are encoded.
    package enum Codec: Sendable {
        /// JPEG frames, each on its own; those without Huffman tables have the usual ones.
        case jpeg
        /// ISO/IEC 14496-10 in the byte stream format.
        case h264
    }

    /// A frame with the number that its bytes were given.
    package typealias Image = (pixelBuffer: PixelBuffer, number: Int64)

    /// JPEG frames are decoded at 1/2, 1/4 or 1/8 of their size along both sides for 1, 2 or 3; from
    /// the next frame on.
    package var reduction = 0

    private let codec: Codec
    private let name: String
    private let images: ImageMaker
    private let packet: MediaPacket
    private var decoder: Decoder
    private var openReduction = 0
    private var frame: CodecFrame

    /// A decoder of the frames of a source that errors call `name`.
    package init(_ codec: Codec, name: String) throws(FacecapError) {
        self.codec = codec
        self.name = name
        images = ImageMaker(name: name)
        packet = try MediaPacket()
        frame = try CodecFrame()
        decoder = try Self.open(codec, reduction: 0, name: name)
    }

    /// The frames that are there once `bytes` are decoded: one at most of JPEG; `nil` where the bytes
    /// are damaged. No JPEG frame is handed out of which parts are made up.
    package func decode(
        _ bytes: UnsafeRawBufferPointer, number: Int64
    ) throws(FacecapError) -> [Image]? {
        if reduction != openReduction {
            decoder = try Self.open(codec, reduction: reduction, name: name)
            openReduction = reduction
        }
        try fill(bytes)
        defer { packet.clear() }
        let code = try decoder.send(packet, number: number)
        guard code >= 0 else { return nil }
        return try receive()
    }

    private func receive() throws(FacecapError) -> [Image]? {
        var made: [Image] = []
        while true {
            // Whoever keeps a frame owns it: the next one is another.
            if !isKnownUniquelyReferenced(&frame) { frame = try CodecFrame() }
            switch try decoder.receive(into: frame) {
            case .frame:
                if codec == .jpeg && frame.isDamaged { return nil }
                made.append((try images.makePixelBuffer(frame), frame.packetNumber))
            case .needsPacket, .finished: return made
            case .failed: return made.isEmpty ? nil : made
            }
        }
    }

    /// Decoders read a little beyond the end: the copy has room for that.
    private func fill(_ bytes: UnsafeRawBufferPointer) throws(FacecapError) {
        guard let count = CInt(exactly: bytes.count), let start = bytes.baseAddress,
            av_new_packet(packet.pointer, count) >= 0
        else { throw .outOfMemory }
        packet.pointer.pointee.data.update(
            from: start.assumingMemoryBound(to: UInt8.self), count: bytes.count)
    }

    private static func open(
        _ codec: Codec, reduction: Int, name: String
    ) throws(FacecapError) -> Decoder {
        switch codec {
        case .jpeg:
            try Decoder(AV_CODEC_ID_MJPEG, threads: 1, name: name) { context in
                context.pointee.lowres = CInt(reduction)
                context.pointee.err_recognition |= AV_EF_EXPLODE
                return 0
            }
        case .h264:
            try Decoder(AV_CODEC_ID_H264, threads: 1, name: name) { context in
                context.pointee.flags |= AV_CODEC_FLAG_LOW_DELAY
                return 0
            }
        }
    }
}
