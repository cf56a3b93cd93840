// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
import CaptureSamples
import FaceValues
import Glibc
internal import MediaCodecs
internal import MovieBoxes
internal import SystemSupport

/// Owner of one `AVFormatContext`: a container opened, its packets in file order.
final class Demuxer {
    /// What ``read(into:)`` can say.
    enum Outcome {
        case packet
        case endOfStream
        case cancelled
        /// The code of libavformat; nothing comes after it.
        case failed(CInt)
    }

    let context: UnsafeMutablePointer<AVFormatContext>
    let input: DescriptorInput?
    let location: MediaLocation
    /// libavformat's name of the container's demuxer, which is asked for with each packet.
    private(set) lazy var demuxerName =
        context.pointee.iformat.pointee.name.map { String(cString: $0) } ?? ""
    private let cancellation: Cancellation
    /// What the container may open; libavformat refers to it.
    private let rules: OpeningRules
    /// Nanoseconds that a server may be silent; no limit for files and pipes.
    private let timeout: Int64?
    /// The streams whose packets are given; `nil` for all.
    private var keptStreams: Set<Int>?
    /// Whether it is a movie whose samples can lie in fragments.
    private(set) var isFragmented = false
    /// Packets that ``firstPacket(of:)`` has read ahead of their time, and what ended that.
    private var ahead: [MediaPacket] = []
    private var endAhead: Outcome?
    /// How many packets of the streams that are kept the movie's index places beyond the end of its file, as in a download
    /// that broke off; 0 for all other containers. To be asked for at an end: movies in fragments have no whole index before.
    private(set) lazy var missingPacketCount = countMissingPackets()
    /// Those of them that were met, or passed for it.
    var metMissingCount = 0
    /// How many parts that a playlist names could not be opened so far; 0 for all other containers.
    var unopenedPartCount: Int { rules.failureCount }
    /// `CLOCK_MONOTONIC` when the container was opened; what follows was read later.
    let openedNanoseconds: Int64
    /// What stamps packets; `nil` where the container does.
    private var arrivalClock: ArrivalClock?

    /// Opens a location.
    ///
    /// - Parameters:
    ///   - file: the location where it is open already.
    ///   - options: what may be opened.
    init(
        _ location: MediaLocation, file: OpenMediaFile? = nil, cancellation: Cancellation,
        options: MediaFileSource.Options = MediaFileSource.Options()
    ) throws(FacecapError) {
        _ = Self.quietLog
        self.location = location
        self.cancellation = cancellation
        rules = try Self.rules(of: location, options)
        var address = ""
        switch location {
        case .standardInput, .file:
            let opened = if let file { file } else { try OpenMediaFile(location) }
            input = try DescriptorInput(opened, cancellation: cancellation)
            let place = options.allowsPlaylists ? location.absolute : location
            if case .file(let path) = place { address = "file:" + path }
        case .url(let url):
            input = nil
            address = url
        }
        // A playlist without an end is waited for as long as a server is.
        let openingLimit: Int64? = input == nil || options.allowsPlaylists ? 15_000_000_000 : nil
        // What is happening now does not pause.
        timeout = location.isStreamAddress ? 5_000_000_000 : openingLimit
        cancellation.limitOperation(toNanoseconds: openingLimit)
        do throws(OpeningFailure) {
            context = try Self.open(
                address, input: input, cancellation: cancellation, rules: rules)
        } catch {
            throw Self.error(error, location, input, cancellation, rules)
        }
        openedNanoseconds = MonotonicClock.nowNanoseconds
        cancellation.limitOperation(toNanoseconds: openingLimit)
        let isTimedByArrival = self.isTimedByArrival
        if isTimedByArrival {
            // Frames that are read to guess their rate or first time would all arrive when that is done.
            context.pointee.fps_probe_size = 0
            context.pointee.max_ts_probe = 0
            // Of images libavformat reads all that it may, in case there are other streams: here, the first image.
            if isImage { context.pointee.probesize = 1 }
        } else if location.isStreamAddress {
            // By these the rate is guessed; all that are read wait until that is done.
            context.pointee.fps_probe_size = 3
        }
        let result = findStreams()
        guard result >= 0 else {
            throw Self.error(.code(result), location, input, cancellation, rules, isOpen: true)
        }
        rules.endOpening()
        if isTimedByArrival {
            streams.forEach(ArrivalClock.prepare)
            arrivalClock = ArrivalClock()
        }
        try readOutline()
    }

    /// Looks at what libavformat does not tell of a movie; throws where its samples lie in another file.
    private func readOutline() throws(FacecapError) {
        guard let input else { return }
        defer { input.endOpening() }
        guard isMovie else { return }
        let outline = MovieOutline(read: input.bytes(at:count:))
        guard !outline.leadsElsewhere else { throw .samplesElsewhere("\(location)") }
        isFragmented = outline.isFragmented
    }

    deinit {
        var context: UnsafeMutablePointer<AVFormatContext>? = context
        avformat_close_input(&context)
    }

    /// All streams in the container.
    var streams: [UnsafeMutablePointer<AVStream>] {
        (0..<streamCount).compactMap { context.pointee.streams[$0] }
    }

    /// Streams in the container.
    var streamCount: Int { Int(context.pointee.nb_streams) }

    /// What the container says of itself under a name of libavformat; `nil` for nothing.
    func text(_ name: String) -> String? {
        av_dict_get(context.pointee.metadata, name, nil, 0)?.pointee.value.map {
            String(cString: $0)
        }
    }

    /// Chapters that the container is divided into.
    var chapterCount: Int { Int(context.pointee.nb_chapters) }

    /// The stream of a kind that a player would choose, cover frames left out.
    func bestStream(_ kind: AVMediaType) -> UnsafeMutablePointer<AVStream>? {
        let index = av_find_best_stream(context, kind, -1, -1, nil, 0)
        guard index >= 0, index < CInt(clamping: streamCount),
            let stream = context.pointee.streams[Int(index)],
            stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
        else { return nil }
        return stream
    }

    /// Throws away the packets of all streams but these.
    func keepOnly(_ indices: [CInt]) {
        keptStreams = Set(indices.map(Int.init))
        for stream in streams {
            let isKept = indices.contains(stream.pointee.index)
            stream.pointee.discard = isKept ? AVDISCARD_DEFAULT : AVDISCARD_ALL
        }
    }

    /// Reads the next packet; what the packet held before is let go.
    func read(into packet: MediaPacket) -> Outcome {
        if !ahead.isEmpty {
            packet.take(from: ahead.removeFirst())
            return cancellation.isCancelled ? .cancelled : .packet
        }
        return endAhead ?? readNew(into: packet)
    }

    /// The first packet of a stream, which ``read(into:)`` still gives in its turn; to be asked for
    /// before anything is read. `nil` when many packets hold none.
    func firstPacket(of index: CInt) throws(FacecapError) -> MediaPacket? {
        while ahead.count < Self.maximumPacketsAhead {
            let packet = try MediaPacket()
            let outcome = readNew(into: packet)
            guard case .packet = outcome else {
                endAhead = outcome
                return nil
            }
            ahead.append(packet)
            if packet.streamIndex == Int(index) { return packet }
        }
        return nil
    }

    /// Streams lie side by side in a container; one that has not begun after so many packets of
    /// another begins late.
    private static let maximumPacketsAhead = 256

    private func readNew(into packet: MediaPacket) -> Outcome {
        packet.clear()
        cancellation.limitOperation(toNanoseconds: timeout)
        while true {
            let result = av_read_frame(context, packet.pointer)
            if cancellation.isCancelled { return .cancelled }
            switch result {
            case 0...:
                if isKept(packet) {
                    arrivalClock?.stamp(packet)
                    return .packet
                }
                packet.clear()
            case -EAGAIN:
                cancellation.wait(untilNanoseconds: MonotonicClock.nowNanoseconds + 1_000_000)
            case FACECAP_AVERROR_EOF, FACECAP_AVERROR_INVALIDDATA:
                if passesMissingPacket() {
                    packet.clear()
                    continue
                }
                return result == FACECAP_AVERROR_EOF ? .endOfStream : .failed(result)
            case -EIO where isHTTPWithoutLength: return .endOfStream
            case FACECAP_AVERROR_EXIT: return .failed(-ETIMEDOUT)
            default: return .failed(result)
            }
            if cancellation.isOverdue { return .failed(-ETIMEDOUT) }
        }
    }

    /// Whether a packet is of a stream that is kept: what was read while the container was opened may be of any, and
    /// streams may come later.
    private func isKept(_ packet: MediaPacket) -> Bool {
        keptStreams?.contains(packet.streamIndex) ?? true
    }

    /// Goes to the last packet of a stream, not later than a time in its time base, at which decoding can
    /// begin; whether that was possible.
    func seek(stream index: CInt, to timestamp: Int64) -> Bool {
        ahead.removeAll()
        endAhead = nil
        metMissingCount = 0
        return av_seek_frame(context, index, timestamp, AVSEEK_FLAG_BACKWARD) >= 0
    }

    /// Goes to where the frames of a stream that are shown from a time on can be decoded; whether there is such a
    /// place. Nothing may have been read yet.
    func begin(
        _ stream: UnsafeMutablePointer<AVStream>, at time: MediaTime
    ) throws(FacecapError) -> Bool {
        let (base, index) = (stream.pointee.time_base, stream.pointee.index)
        guard base.num > 0, let ticks = time.ticks(perSecond: base.den) else { return false }
        let timestamp = ticks / Int64(base.num)
        // Containers look for decode times, or by lists that are not complete.
        for seconds: Int64 in [0, 2, 20, 200] {
            let early = seconds * Int64(base.den) / Int64(base.num)
            guard seek(stream: index, to: timestamp - early) else { continue }
            if let packet = try firstPacket(of: index), packet.isSync,
                let time = packet.presentationTimestamp, time <= timestamp
            {
                return true
            }
        }
        return false
    }

    /// The error behind a failed ``read(into:)`` where it was the disk, the network or memory that failed;
    /// `nil` where the data is damaged.
    func inputError(for code: CInt) -> FacecapError? {
        if let failure = input?.failure { return .cannotOpen(location, errno: failure) }
        if MemoryCheck.explains(code) { return .outOfMemory }
        guard input == nil, code != FACECAP_AVERROR_INVALIDDATA else { return nil }
        return .brokeOff(location, code: code)
    }

    /// libavformat and libavcodec print to stderr otherwise; what matters comes as an error.
    private static let quietLog: Void = av_log_set_level(FACECAP_AV_LOG_QUIET)

    private static func open(
        _ address: String, input: DescriptorInput?, cancellation: Cancellation,
        rules: OpeningRules
    ) throws(OpeningFailure) -> UnsafeMutablePointer<AVFormatContext> {
        var format: UnsafePointer<AVInputFormat>?
        if let input {
            // By content, never by name: names with % or * would mean sequences of images.
            let result = av_probe_input_buffer2(input.context, &format, "", nil, 0, 0)
            guard result >= 0 else { throw .code(result) }
            format = jpegFormat(of: address, input, probed: format)
            let name = format?.pointee.name.map { String(cString: $0) } ?? ""
            guard rules.permits(format: name) else { throw .format(name) }
        } else {
            format = jpegFormat(ofAddress: address)
        }
        guard let context = avformat_alloc_context() else { throw .code(-ENOMEM) }
        context.pointee.interrupt_callback = AVIOInterruptCB(
            callback: { opaque in
                guard let opaque else { return 0 }
                let request = Unmanaged<Cancellation>.fromOpaque(opaque).takeUnretainedValue()
                request.beat()
                return request.isCancelled || request.isOverdue ? 1 : 0
            }, opaque: Unmanaged.passUnretained(cancellation).toOpaque())
        context.pointee.pb = input?.context
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        rules.apply(to: context, &options)
        // Packets that are lost on the way would be faces that nobody saw.
        av_dict_set(&options, "rtsp_flags", "prefer_tcp", 0)
        var opened: UnsafeMutablePointer<AVFormatContext>? = context
        let result = avformat_open_input(&opened, address.cPath, format, &options)
        guard result >= 0, let opened else { throw .code(result) }
        return opened
    }

    private func findStreams() -> CInt {
        let count = streamCount
        var options = [OpaquePointer?](repeating: nil, count: max(1, count))
        for index in options.indices {
            av_dict_set_int(&options[index], "max_pixels", ImageLimits.maximumPixels, 0)
        }
        defer { for index in options.indices { av_dict_free(&options[index]) } }
        let parameters = streams.compactMap { $0.pointee.codecpar }
        let sizes = parameters.map { ($0.pointee.width, $0.pointee.height) }
        let result = avformat_find_stream_info(context, &options)
        // A size that is too large is forgotten, though the container said it.
        for (parameters, size) in zip(parameters, sizes) where parameters.pointee.width == 0 {
            (parameters.pointee.width, parameters.pointee.height) = size
        }
        return result
    }
}
