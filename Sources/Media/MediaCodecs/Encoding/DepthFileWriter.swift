// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
package import CaptureSamples
package import FaceValues
internal import SystemSupport

/// Writes depth images without loss into a Matroska file (RFC 9559): FFV1, 16 bits of gray.
///
/// The times in the file are those of the frames, to the millisecond. Each frame of more than 4 KiB
/// is handed to the system as it comes, so that a file whose writer dies ends with a whole frame of the
/// last second. Any thread may use it, one at a time.
package final class DepthFileWriter: @unchecked Sendable {
    private let path: String
    private let output: FileOutput
    private let encoder: DepthEncoder
    private let muxer: UnsafeMutablePointer<AVFormatContext>
    private let stream: UnsafeMutablePointer<AVStream>
    private let packet: UnsafeMutablePointer<AVPacket>
    private var firstTicks: Int64?
    private var lastTicks: Int64?
    private var isFinished = false

    /// Begins the file. It takes its name when a second of frames is in it, or with ``finish()``; until then
    /// a file that it replaces stays.
    ///
    /// - Parameters:
    ///   - width: columns of the frames, at least 4.
    ///   - height: rows of the frames, at least 4.
    ///   - overwriting: whether a file that is there is replaced.
    ///
    /// Throws `outputFailed`, `permissionDenied` or `storageFull` where the file cannot be made,
    /// `invalidArgument` where there is no FFV1 encoder or it refuses the size.
    package init(
        path: String, width: Int, height: Int, overwriting: Bool = false
    ) throws(FacecapError) {
        self.path = path
        encoder = try DepthEncoder(width: width, height: height)
        output = try FileOutput(AtomicFile(creating: path, overwriting: overwriting))
        var context: UnsafeMutablePointer<AVFormatContext>?
        guard avformat_alloc_output_context2(&context, nil, "matroska", nil) >= 0,
            let muxer = context
        else { throw .outOfMemory }
        guard let packet = av_packet_alloc() else {
            avformat_free_context(muxer)
            throw .outOfMemory
        }
        guard let stream = avformat_new_stream(muxer, nil),
            avcodec_parameters_from_context(stream.pointee.codecpar, encoder.context.pointer) >= 0
        else {
            Self.free(muxer, packet)
            throw .outOfMemory
        }
        (self.muxer, self.packet, self.stream) = (muxer, packet, stream)
        stream.pointee.time_base = encoder.context.pointer.pointee.time_base
        muxer.pointee.flags |= AVFMT_FLAG_FLUSH_PACKETS
        muxer.pointee.pb = output.context
        var options: OpaquePointer?
        av_dict_set(&options, "cluster_time_limit", "1000", 0)
        let code = avformat_write_header(muxer, &options)
        av_dict_free(&options)
        try check(code)
    }

    deinit { Self.free(muxer, packet) }

    /// Adds a frame.
    ///
    /// Throws `invalidArgument` where its time is not later than that of the frame before,
    /// `formatUnsupported` where it is no depth image of the file's size, `invalidState` after
    /// ``finish()``, and `outputFailed` or `storageFull` where it cannot be written.
    package func append(_ sample: VideoSampleBuffer) throws(FacecapError) {
        guard !isFinished else {
            throw FacecapError(.invalidState, "\(path) is finished; begin another file.")
        }
        let time = sample.presentationTime
        guard let ticks = time.ticks(perSecond: DepthEncoder.timescale), ticks > lastTicks ?? .min
        else {
            throw FacecapError(
                .invalidArgument,
                "A depth image at \(time.seconds) s is not later than the one before.")
        }
        lastTicks = ticks
        try encoder.encode(sample.pixelBuffer, ticks: ticks, write)
        firstTicks = firstTicks ?? ticks
        if ticks - (firstTicks ?? ticks) >= Int64(DepthEncoder.timescale) {
            avio_flush(output.context)
            try output.check()
            try output.file.publish()
        }
    }

    /// Writes what is left, the file's length and its index; a second call does nothing.
    ///
    /// Throws `outputFailed` or `storageFull` where it cannot be written.
    package func finish() throws(FacecapError) {
        guard !isFinished else { return }
        isFinished = true
        try encoder.finish(write)
        try check(av_write_trailer(muxer))
        avio_flush(output.context)
        try output.check()
        try output.file.publish()
    }

    /// Leaves the file out, where nothing was written at all too; a file that it was to replace stays, unless
    /// it has been replaced.
    package func cancel() {
        isFinished = true
        output.file.remove()
    }

    private func write(_ encoded: UnsafePointer<AVPacket>) throws(FacecapError) {
        guard av_packet_ref(packet, encoded) >= 0 else { throw .outOfMemory }
        defer { av_packet_unref(packet) }
        let ticks = AVRational(num: 1, den: DepthEncoder.timescale)
        av_packet_rescale_ts(packet, ticks, stream.pointee.time_base)
        try check(av_write_frame(muxer, packet))
    }

    private func check(_ code: CInt) throws(FacecapError) {
        try output.check()
        if code < 0 { throw .writingFailed(path, code: code) }
    }

    private static func free(
        _ muxer: UnsafeMutablePointer<AVFormatContext>, _ packet: UnsafeMutablePointer<AVPacket>
    ) {
        muxer.pointee.pb = nil
        avformat_free_context(muxer)
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&packet)
    }
}
