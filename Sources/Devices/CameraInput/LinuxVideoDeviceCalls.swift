// SPDX-License-Identifier: Apache-2.0
import CLinux
import CV4L2
import CaptureSamples
import Glibc
internal import SystemSupport

/// Video4Linux through libv4l2, whose plugins let every driver look as if a frame had one memory plane;
/// it converts nothing. No other file makes these calls.
struct LinuxVideoDeviceCalls: VideoDeviceCalls {
    var nowNanoseconds: Int64 { MonotonicClock.nowNanoseconds }

    func open(_ path: String) throws(SystemCallFailure) -> Int32 {
        let device = try Self.check("open") { Glibc.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC) }
        do {
            return try Self.check("v4l2_fd_open") { facecap_v4l2_take(device) }
        } catch {
            _ = Glibc.close(device)
            throw error
        }
    }

    func close(_ device: Int32) {
        _ = v4l2_close(device)
    }

    func capability(of device: Int32) throws(SystemCallFailure) -> DeviceCapability {
        var answer = v4l2_capability()
        try Self.request("VIDIOC_QUERYCAP", FACECAP_VIDIOC_QUERYCAP, device, &answer)
        let hasOwn = answer.capabilities & UInt32(V4L2_CAP_DEVICE_CAPS) != 0
        let flags = hasOwn ? answer.device_caps : answer.capabilities
        return DeviceCapability(
            driver: Self.text(answer.driver),
            bus: Self.text(answer.bus_info),
            canCapture: flags & UInt32(V4L2_CAP_VIDEO_CAPTURE) != 0,
            canStream: flags & UInt32(V4L2_CAP_STREAMING) != 0)
    }

    func pixelFormat(at index: UInt32, of device: Int32) throws(SystemCallFailure)
        -> PixelFormatCode?
    {
        var answer = v4l2_fmtdesc()
        answer.index = index
        answer.type = Self.captureType
        let isThere = try Self.enumerate(
            "VIDIOC_ENUM_FMT", FACECAP_VIDIOC_ENUM_FMT, device, &answer)
        return isThere ? PixelFormatCode(rawValue: answer.pixelformat) : nil
    }

    func frameSizes(at index: UInt32, in code: PixelFormatCode, of device: Int32)
        throws(SystemCallFailure) -> FrameSizeRange?
    {
        var answer = v4l2_frmsizeenum()
        answer.index = index
        answer.pixel_format = code.rawValue
        let isThere = try Self.enumerate(
            "VIDIOC_ENUM_FRAMESIZES", FACECAP_VIDIOC_ENUM_FRAMESIZES, device, &answer)
        guard isThere else { return nil }
        if answer.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue {
            return FrameSizeRange(Self.size(answer.discrete.width, answer.discrete.height))
        }
        let range = answer.stepwise
        return FrameSizeRange(
            smallest: Self.size(range.min_width, range.min_height),
            largest: Self.size(range.max_width, range.max_height),
            step: Self.size(range.step_width, range.step_height))
    }

    func frameIntervals(
        at index: UInt32, in code: PixelFormatCode, size: FrameSize, of device: Int32
    ) throws(SystemCallFailure) -> FrameIntervalRange? {
        var answer = v4l2_frmivalenum()
        answer.index = index
        answer.pixel_format = code.rawValue
        answer.width = UInt32(clamping: size.width)
        answer.height = UInt32(clamping: size.height)
        let isThere = try Self.enumerate(
            "VIDIOC_ENUM_FRAMEINTERVALS", FACECAP_VIDIOC_ENUM_FRAMEINTERVALS, device, &answer)
        guard isThere else { return nil }
        if answer.type == V4L2_FRMIVAL_TYPE_DISCRETE.rawValue {
            return FrameIntervalRange(FrameInterval(answer.discrete))
        }
        return FrameIntervalRange(
            shortest: FrameInterval(answer.stepwise.min),
            longest: FrameInterval(answer.stepwise.max))
    }

    func setFormat(_ format: DeviceFormat, of device: Int32) throws(SystemCallFailure)
        -> DeviceFormat
    {
        var answer = v4l2_format()
        answer.type = Self.captureType
        answer.fmt.pix.width = UInt32(clamping: format.size.width)
        answer.fmt.pix.height = UInt32(clamping: format.size.height)
        answer.fmt.pix.pixelformat = format.code.rawValue
        answer.fmt.pix.bytesperline = UInt32(clamping: format.bytesPerLine)
        answer.fmt.pix.field = V4L2_FIELD_NONE.rawValue
        try Self.request("VIDIOC_S_FMT", FACECAP_VIDIOC_S_FMT, device, &answer)
        return Self.format(answer)
    }

    func format(of device: Int32) throws(SystemCallFailure) -> DeviceFormat {
        var answer = v4l2_format()
        answer.type = Self.captureType
        try Self.request("VIDIOC_G_FMT", FACECAP_VIDIOC_G_FMT, device, &answer)
        return Self.format(answer)
    }

    private static func format(_ answer: v4l2_format) -> DeviceFormat {
        let image = answer.fmt.pix
        return DeviceFormat(
            code: PixelFormatCode(rawValue: image.pixelformat),
            size: size(image.width, image.height),
            bytesPerLine: Int(image.bytesperline),
            // The default range follows the color space: videodev2.h, V4L2_MAP_QUANTIZATION_DEFAULT.
            isFullRange: image.quantization == V4L2_QUANTIZATION_FULL_RANGE.rawValue
                || image.quantization == V4L2_QUANTIZATION_DEFAULT.rawValue
                    && image.colorspace == V4L2_COLORSPACE_JPEG.rawValue,
            matrix: PixelBuffer.Matrix(encoding: image.ycbcr_enc, colorSpace: image.colorspace)
        )
    }

    func setInterval(_ interval: FrameInterval, of device: Int32) throws(SystemCallFailure)
        -> FrameInterval?
    {
        var answer = v4l2_streamparm()
        answer.type = Self.captureType
        answer.parm.capture.timeperframe = v4l2_fract(
            numerator: interval.numerator, denominator: interval.denominator)
        let isThere = try Self.enumerate("VIDIOC_S_PARM", FACECAP_VIDIOC_S_PARM, device, &answer)
        let capture = answer.parm.capture
        guard isThere, capture.capability & UInt32(V4L2_CAP_TIMEPERFRAME) != 0 else { return nil }
        return FrameInterval(capture.timeperframe)
    }

    func requestBuffers(_ count: Int, of device: Int32) throws(SystemCallFailure) -> Int {
        var answer = v4l2_requestbuffers()
        answer.count = UInt32(clamping: count)
        answer.type = Self.captureType
        answer.memory = V4L2_MEMORY_MMAP.rawValue
        try Self.request("VIDIOC_REQBUFS", FACECAP_VIDIOC_REQBUFS, device, &answer)
        return Int(answer.count)
    }

    func mapBuffer(_ index: Int, of device: Int32) throws(SystemCallFailure)
        -> UnsafeRawBufferPointer
    {
        var buffer = Self.buffer(index)
        try Self.request("VIDIOC_QUERYBUF", FACECAP_VIDIOC_QUERYBUF, device, &buffer)
        let length = Int(buffer.length)
        guard
            let start = v4l2_mmap(
                nil, length, PROT_READ, MAP_SHARED, device, Int64(buffer.m.offset)),
            start != MAP_FAILED
        else { throw SystemCallFailure(call: "mmap", number: errno) }
        return UnsafeRawBufferPointer(start: start, count: length)
    }

    func unmap(_ memory: UnsafeRawBufferPointer) {
        _ = v4l2_munmap(UnsafeMutableRawPointer(mutating: memory.baseAddress), memory.count)
    }

    func queueBuffer(_ index: Int, of device: Int32) throws(SystemCallFailure) {
        var buffer = Self.buffer(index)
        try Self.request("VIDIOC_QBUF", FACECAP_VIDIOC_QBUF, device, &buffer)
    }

    func dequeueBuffer(of device: Int32) throws(SystemCallFailure) -> DequeuedBuffer? {
        var buffer = Self.buffer(0)
        do {
            try Self.request("VIDIOC_DQBUF", FACECAP_VIDIOC_DQBUF, device, &buffer)
        } catch {
            guard error.number == EAGAIN else { throw error }
            return nil
        }
        let clock = buffer.flags & UInt32(V4L2_BUF_FLAG_TIMESTAMP_MASK)
        let isMonotonic = clock == UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)
        return DequeuedBuffer(
            index: Int(buffer.index), bytesUsed: Int(buffer.bytesused), sequence: buffer.sequence,
            isDamaged: buffer.flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0,
            nanoseconds: isMonotonic ? Self.nanoseconds(buffer.timestamp) : nil)
    }

    func startStreaming(_ device: Int32) throws(SystemCallFailure) {
        var type = Self.captureType
        try Self.request("VIDIOC_STREAMON", FACECAP_VIDIOC_STREAMON, device, &type)
    }

    func stopStreaming(_ device: Int32) throws(SystemCallFailure) {
        var type = Self.captureType
        try Self.request("VIDIOC_STREAMOFF", FACECAP_VIDIOC_STREAMOFF, device, &type)
    }

    func wait(for device: Int32, orFor wake: Int32, milliseconds: Int32) throws(SystemCallFailure)
        -> DeviceReadiness
    {
        // A negative descriptor is passed over.
        var polled = (
            pollfd(fd: device, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
        )
        let count = withUnsafeMutableBytes(of: &polled) {
            poll($0.assumingMemoryBound(to: pollfd.self).baseAddress, 2, milliseconds)
        }
        guard count >= 0 else {
            if errno == EINTR { return .nothing }
            throw SystemCallFailure(call: "poll", number: errno)
        }
        if polled.1.revents != 0 { return .woken }
        // Trouble first: it may stay beside POLLIN for ever.
        let trouble = Int16(POLLERR | POLLHUP | POLLNVAL)
        if polled.0.revents & trouble != 0 { return .failed }
        return polled.0.revents != 0 ? .ready : .nothing
    }

    private static let captureType = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue

    private static func buffer(_ index: Int) -> v4l2_buffer {
        var buffer = v4l2_buffer()
        buffer.index = UInt32(clamping: index)
        buffer.type = captureType
        buffer.memory = V4L2_MEMORY_MMAP.rawValue
        return buffer
    }

    /// Makes one call again until no signal breaks it, and turns -1 into its error.
    static func check(_ call: String, _ body: () -> Int32) throws(SystemCallFailure)
        -> Int32
    {
        while true {
            let result = body()
            if result >= 0 { return result }
            guard errno == EINTR else { throw SystemCallFailure(call: call, number: errno) }
        }
    }

    private static func request<Argument>(
        _ name: String, _ number: UInt, _ device: Int32, _ argument: inout Argument
    ) throws(SystemCallFailure) {
        _ = try withUnsafeMutablePointer(to: &argument) { pointer throws(SystemCallFailure) in
            try check(name) { facecap_v4l2_ioctl(device, number, pointer) }
        }
    }

    /// A request that drivers need not know: `false` when it is unknown or the list is at its end.
    static func enumerate<Argument>(
        _ name: String, _ number: UInt, _ device: Int32, _ argument: inout Argument
    ) throws(SystemCallFailure) -> Bool {
        do {
            try request(name, number, device, &argument)
            return true
        } catch {
            guard error.number == EINVAL || error.number == ENOTTY || error.number == ENODATA
            else { throw error }
            return false
        }
    }

    private static func size(_ width: UInt32, _ height: UInt32) -> FrameSize {
        FrameSize(width: Int(width), height: Int(height))
    }

    /// A time stamp in nanoseconds; `nil` when it does not fit or is not one.
    private static func nanoseconds(_ time: timeval) -> Int64? {
        let (whole, overflow) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow, whole >= 0, (0..<1_000_000).contains(time.tv_usec) else { return nil }
        let (sum, isTooBig) = whole.addingReportingOverflow(Int64(time.tv_usec) * 1000)
        return isTooBig ? nil : sum
    }

    /// A fixed field of characters up to its first zero, fit for one line.
    private static func text<Field: BitwiseCopyable>(_ field: Field) -> String {
        withUnsafeBytes(of: field) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self).onOneLine
        }
    }
}

extension FrameInterval {
    fileprivate init(_ fraction: v4l2_fract) {
        self.init(numerator: fraction.numerator, denominator: fraction.denominator)
    }
}
