// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
import CaptureSamples
import FaceValues

/// Cuts audio into the frames that an encoder wants, in its rate and kind of samples.
final class AudioFrameFiller {
    private let frame: CodecFrame
    private let capacity: CInt
    private let rate: CInt
    private var resampler: OpaquePointer?
    private var filled: CInt = 0
    /// The time of the next frame, in the encoder's sample frames; `nil` before the first audio.
    private var position: Int64?

    /// Frames for an encoder that is open, of audio at a rate.
    init(_ context: EncoderContext, sampleRate: Int) throws(FacecapError) {
        let encoder = context.pointer
        rate = encoder.pointee.sample_rate
        // An encoder of frames of any size says 0.
        capacity = encoder.pointee.frame_size > 0 ? encoder.pointee.frame_size : 1024
        frame = try CodecFrame()
        frame.pointer.pointee.format = encoder.pointee.sample_fmt.rawValue
        frame.pointer.pointee.sample_rate = rate
        frame.pointer.pointee.nb_samples = capacity
        guard
            av_channel_layout_copy(&frame.pointer.pointee.ch_layout, &encoder.pointee.ch_layout)
                >= 0
        else { throw .outOfMemory }
        try frame.allocate()
        resampler = facecap_resampler_create_for(encoder, CInt(clamping: sampleRate))
        guard resampler != nil else {
            if MemoryCheck.isExhausted() { throw .outOfMemory }
            throw FacecapError(
                .formatUnsupported,
                "Audio at \(sampleRate) Hz cannot be converted to \(rate) Hz; choose another rate.")
        }
    }

    deinit { swr_free(&resampler) }

    /// Sets the time of the first audio; a later call changes nothing.
    func begin(at time: MediaTime) throws(FacecapError) {
        guard position == nil else { return }
        guard let ticks = time.ticks(perSecond: rate) else { throw .audioOutOfReach(time) }
        position = ticks
    }

    /// Appends interleaved samples and gives `body` each frame that is full.
    func append(
        _ samples: [Float], frameCount: Int,
        _ body: (UnsafeMutablePointer<AVFrame>) throws(FacecapError) -> Void
    ) throws(FacecapError) {
        try fill(samples, CInt(clamping: frameCount))
        while filled == capacity {
            try hand(to: body)
            // An array, though without samples: nothing at all would end the audio.
            try fill([0], 0)
        }
    }

    /// Gives `body` what is left; the last frame may be shorter than the others.
    func finish(
        _ body: (UnsafeMutablePointer<AVFrame>) throws(FacecapError) -> Void
    ) throws(FacecapError) {
        guard position != nil else { return }
        while try fill(nil, 0) > 0 {
            if filled == capacity { try hand(to: body) }
        }
        if filled > 0 { try hand(to: body) }
    }

    @discardableResult
    private func fill(_ samples: [Float]?, _ frameCount: CInt) throws(FacecapError) -> CInt {
        guard let resampler else { return 0 }
        try frame.makeWritable()
        let count = facecap_resampler_fill(
            resampler, frame.pointer, filled, capacity, samples, frameCount)
        guard count >= 0 else { throw .outOfMemory }
        filled += count
        return count
    }

    private func hand(
        to body: (UnsafeMutablePointer<AVFrame>) throws(FacecapError) -> Void
    ) throws(FacecapError) {
        let start = position ?? 0
        frame.pointer.pointee.pts = start
        frame.pointer.pointee.nb_samples = filled
        position = start + Int64(filled)
        defer {
            frame.pointer.pointee.nb_samples = capacity
            filled = 0
        }
        try body(frame.pointer)
    }
}
