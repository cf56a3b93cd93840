internal import CLinux
internal import CV4L
internal import CaptureSamples
internal import FaceValues
internal import Glibc

/// Video4Linux as an output device needs it, through libv4l2; the device is closed with the value.
final class OutputDeviceCalls {
    private let path: String
    private let device: Int32
    private var isStreaming = false
    private static let outputType = V4L2_BUF_TYPE_VIDEO_OUTPUT.rawValue
    /// No driver's buffers are larger.
    private static let byteLimit = 256 << 20

    init(path: String) throws(FacecapError) {
        self.path = path
        let descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw .outputDevice(path, "open", errno) }
        device = facecap_v4l2_take(descriptor)
        guard device >= 0 else {
            let error = errno
            close(descriptor)
            throw .outputDevice(path, "v4l2_fd_open", error)
        }
    }

    deinit { _ = v4l2_close(device) }

    /// Throws where pictures cannot be written to it.
    func checkThatItIsOutput() throws(FacecapError) {
        var answer = v4l2_capability()
        try request("VIDIOC_QUERYCAP", FACECAP_VIDIOC_QUERYCAP, &answer)
        let hasOwn = answer.capabilities & UInt32(V4L2_CAP_DEVICE_CAPS) != 0
        let flags = hasOwn ? answer.device_caps : answer.capabilities
        guard flags & UInt32(V4L2_CAP_VIDEO_OUTPUT) != 0, flags & UInt32(V4L2_CAP_STREAMING) != 0
        else {
            throw FacecapError(
                .formatUnsupported,
                "\(path) takes no pictures; name an output device, such as one that"
                    + " sudo modprobe v4l2loopback makes.")
        }
    }

    /// What the device makes of a wish; `nil` where it has other formats only.
    func setFormat(
        _ layout: OutputFormat.Layout, width: Int, height: Int
    ) throws(FacecapError) -> OutputFormat? {
        let code = Self.code(of: layout)
        var answer = v4l2_format()
        answer.type = Self.outputType
        answer.fmt.pix.width = UInt32(clamping: width)
        answer.fmt.pix.height = UInt32(clamping: height)
        answer.fmt.pix.pixelformat = code
        answer.fmt.pix.field = V4L2_FIELD_NONE.rawValue
        try request("VIDIOC_S_FMT", FACECAP_VIDIOC_S_FMT, &answer)
        let picture = answer.fmt.pix
        guard picture.pixelformat == code, picture.width > 0, picture.height > 0 else { return nil }
        let format = OutputFormat(
            layout: layout, width: Int(picture.width), height: Int(picture.height),
            bytesPerLine: max(Int(picture.bytesperline), (Int(picture.width) + 1) & ~1))
        return format.byteCount <= Self.byteLimit ? format : nil
    }

    /// Maps the device's buffers, each of which has room for `byteCount` bytes.
    func mapBuffers(
        _ count: Int, atLeast byteCount: Int
    ) throws(FacecapError) -> [UnsafeMutableRawBufferPointer] {
        var wish = v4l2_requestbuffers()
        wish.count = UInt32(clamping: count)
        wish.type = Self.outputType
        wish.memory = V4L2_MEMORY_MMAP.rawValue
        try request("VIDIOC_REQBUFS", FACECAP_VIDIOC_REQBUFS, &wish)
        var buffers: [UnsafeMutableRawBufferPointer] = []
        for index in 0..<min(Int(wish.count), 32) {
            var buffer = Self.buffer(index)
            try request("VIDIOC_QUERYBUF", FACECAP_VIDIOC_QUERYBUF, &buffer)
            let length = Int(buffer.length)
            let start = v4l2_mmap(
                nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, device, Int64(buffer.m.offset))
            guard let start, start != MAP_FAILED else { throw .outputDevice(path, "mmap", errno) }
            buffers.append(UnsafeMutableRawBufferPointer(start: start, count: length))
        }
        guard !buffers.isEmpty, buffers.allSatisfy({ $0.count >= byteCount }) else {
            throw FacecapError(
                .systemFailed, "The driver of \(path) has no room for a picture; set it up anew.")
        }
        return buffers
    }

    func unmap(_ buffer: UnsafeMutableRawBufferPointer) {
        _ = v4l2_munmap(buffer.baseAddress, buffer.count)
    }

    /// Hands a filled buffer to the device.
    func queue(_ index: Int, byteCount: Int) throws(FacecapError) {
        var buffer = Self.buffer(index)
        buffer.bytesused = UInt32(clamping: byteCount)
        buffer.field = V4L2_FIELD_NONE.rawValue
        let now = MonotonicClock.nowNanoseconds
        buffer.timestamp = timeval(
            tv_sec: Int(now / 1_000_000_000), tv_usec: Int(now % 1_000_000_000 / 1000))
        try request("VIDIOC_QBUF", FACECAP_VIDIOC_QBUF, &buffer)
    }

    /// Begins to show what is queued, once.
    func start() throws(FacecapError) {
        guard !isStreaming else { return }
        var type = Self.outputType
        try request("VIDIOC_STREAMON", FACECAP_VIDIOC_STREAMON, &type)
        isStreaming = true
    }

    func stop() {
        guard isStreaming else { return }
        var type = Self.outputType
        try? request("VIDIOC_STREAMOFF", FACECAP_VIDIOC_STREAMOFF, &type)
    }

    /// Waits for a buffer that has been shown; `nil` when none was in time.
    func dequeue(withinMilliseconds patience: Int32) throws(FacecapError) -> Int? {
        let deadline = MonotonicClock.nowNanoseconds + Int64(patience) * 1_000_000
        while true {
            var buffer = Self.buffer(0)
            if facecap_v4l2_ioctl(device, FACECAP_VIDIOC_DQBUF, &buffer) >= 0 {
                return Int(buffer.index)
            }
            let error = errno
            if error == EINTR { continue }
            guard error == EAGAIN else { throw .outputDevice(path, "VIDIOC_DQBUF", error) }
            let rest = (deadline - MonotonicClock.nowNanoseconds) / 1_000_000
            guard rest > 0 else { return nil }
            var wait = pollfd(fd: device, events: Int16(POLLOUT), revents: 0)
            _ = poll(&wait, 1, Int32(clamping: rest))
        }
    }

    private static func buffer(_ index: Int) -> v4l2_buffer {
        var buffer = v4l2_buffer()
        buffer.index = UInt32(clamping: index)
        buffer.type = outputType
        buffer.memory = V4L2_MEMORY_MMAP.rawValue
        return buffer
    }

    private static func code(of layout: OutputFormat.Layout) -> UInt32 {
        let text = layout == .planar ? "YU12" : "NV12"
        return text.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    private func request<Argument>(
        _ name: String, _ number: UInt, _ argument: inout Argument
    ) throws(FacecapError) {
        let error = withUnsafeMutablePointer(to: &argument) { pointer -> Int32 in
            while facecap_v4l2_ioctl(device, number, pointer) < 0 {
                if errno != EINTR { return errno }
            }
            return 0
        }
        guard error == 0 else { throw .outputDevice(path, name, error) }
    }
}
