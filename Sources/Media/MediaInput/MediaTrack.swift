// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
import FaceValues
internal import MediaCodecs

/// A stream being decoded: its decoder, its clock and the frame it decodes into.
final class MediaTrack {
    let stream: UnsafeMutablePointer<AVStream>
    let decoder: Decoder
    /// Frames a second as the stream says; `nil` when it does not.
    let frameRate: Double?
    var clock: StreamClock
    /// The frame decoded last. Whoever keeps it owns it: the next one is another.
    private(set) var frame: CodecFrame

    init(
        stream: UnsafeMutablePointer<AVStream>, threads: Int, name: String, pool: FramePool? = nil
    ) throws(FacecapError) {
        self.stream = stream
        decoder = try Decoder(stream: stream, threads: threads, name: name, pool: pool)
        frameRate = stream.frameRate
        let base = stream.pointee.time_base
        clock = StreamClock(
            numerator: base.num, denominator: base.den, frameRate: frameRate)
        frame = try CodecFrame()
    }

    var index: CInt { stream.pointee.index }

    /// Seconds; where the container says that the stream ends, `nil` when it does not.
    ///
    /// - Parameter isFragmented: whether it is a movie in fragments, of which libavformat's duration is the end.
    func claimedEnd(isFragmented: Bool) -> Double? {
        if stream.pointee.duration > 0 {
            let start = stream.pointee.start_time
            let known = isFragmented || start == FACECAP_AV_NOPTS_VALUE ? 0 : start
            return seconds(known) + seconds(stream.pointee.duration)
        }
        // Matroska's `DURATION` tag: 00:00:03.023000000.
        let entry = av_dict_get(stream.pointee.metadata, "DURATION", nil, 0)
        guard let text = entry?.pointee.value else { return nil }
        let parts = String(cString: text).split(separator: ":").map { Double($0) ?? 0 }
        return parts.count == 3 ? (parts[0] * 60 + parts[1]) * 60 + parts[2] : nil
    }

    /// Seconds; the moment at which the sample of a packet ends.
    func end(of packet: MediaPacket) -> Double {
        seconds(packet.timestamp ?? 0) + seconds(packet.pointer.pointee.duration)
    }

    /// Decodes the next frame into ``frame``.
    func receive() throws(FacecapError) -> Decoder.Outcome {
        if !isKnownUniquelyReferenced(&frame) { frame = try CodecFrame() }
        return try decoder.receive(into: frame)
    }

    /// The time of ``frame``, to be asked for once.
    func stampFrame() -> MediaTime { clock.stamp(frame.timestamp, duration: frame.duration) }

    private func seconds(_ ticks: Int64) -> Double {
        Double(ticks) * av_q2d(stream.pointee.time_base)
    }
}

extension UnsafeMutablePointer<AVStream> {
    /// From here on FFmpeg's guess is the stream's scale of time: that is what it guesses where it knows nothing.
    private static let leastScale = 1000.0
    /// Rates that can be; a smaller one is 0 in records.
    private static let rates = 0.000_001...VideoEncoderSettings.largestFrameRate

    /// Frames a second as the stream says; `nil` when it does not, or nothing that can be.
    var frameRate: Double? {
        let average = Self.value(pointee.avg_frame_rate)
        let guess = Self.value(pointee.r_frame_rate).flatMap { $0 < Self.leastScale ? $0 : nil }
        return (average ?? guess).flatMap { Self.rates.contains($0) ? $0 : nil }
    }

    private static func value(_ rate: AVRational) -> Double? {
        rate.num > 0 && rate.den > 0 ? av_q2d(rate) : nil
    }
}
