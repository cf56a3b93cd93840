// SPDX-License-Identifier: Apache-2.0
internal import CLinux
internal import CV4L2
internal import CaptureSamples
internal import FaceValues
internal import Glibc

/// Video4Linux as an output device needs it, through libv4l2.
final class LinuxOutputDeviceCalls: OutputDeviceCalls {
    private let path: String
    private let device: Int32
    private var isStreaming = false
    private static let outputType = V4L2_BUF_TYPE_VIDEO_OUTPUT.rawValue

    init(path: String) throws(FacecapError) {
        self.path = path
        let descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.openingFailure(path, "open", errno) }
        // Of what is no such device libv4l2 would complain on standard error.
        var answer = v4l2_capability()
        guard facecap_v4l2_ioctl(descriptor, FACECAP_VIDIOC_QUERYCAP, &answer) >= 0 else {
            let error = errno
            close(descriptor)
            throw Self.openingFailure(path, "VIDIOC_QUERYCAP", error)
        }
        device = facecap_v4l2_take(descriptor)
        guard device >= 0 else {
            let error = errno
            close(descriptor)
            throw .outputDevice(path, "v4l2_fd_open", error)
        }
    }

    private static func openingFailure(
        _ path: String, _ call: String, _ number: Int32
    ) -> FacecapError {
        guard [ENOTTY, EINVAL, EISDIR].contains(number) else {
            return .outputDevice(path, call, number)
        }
        return isNoOutput(path, "is no device of V4L2", errno: number)
    }

    deinit { _ = v4l2_close(device) }

    func transfer() throws(FacecapError) -> ImageTransfer {
        var answer = v4l2_capability()
        try request("VIDIOC_QUERYCAP", FACECAP_VIDIOC_QUERYCAP, &answer)
        let hasOwn = answer.capabilities & UInt32(V4L2_CAP_DEVICE_CAPS) != 0
        let flags = hasOwn ? answer.device_caps : answer.capabilities
        guard flags & UInt32(V4L2_CAP_VIDEO_OUTPUT) != 0 else {
            let isCamera = flags & UInt32(V4L2_CAP_VIDEO_CAPTURE) != 0
            guard Self.isLoopback(answer) else {
                throw Self.isNoOutput(path, "gives frames and takes none")
            }
            // With exclusive_caps=1 it is a camera alone while somebody writes to it.
            if isCamera { throw .outputDevice(path, "VIDIOC_QUERYCAP", EBUSY) }
            throw FacecapError(
                .formatUnsupported,
                "\(path) is left as its last writer left it, and takes no frames; load its module again:"
                    + " sudo modprobe -r v4l2loopback, then sudo modprobe v4l2loopback.")
        }
        if flags & UInt32(V4L2_CAP_STREAMING) != 0 { return .buffers }
        if flags & UInt32(V4L2_CAP_READWRITE) != 0 { return .write }
        throw Self.isNoOutput(path, "takes frames in no way that is known")
    }

    private static func isLoopback(_ capability: v4l2_capability) -> Bool {
        withUnsafeBytes(of: capability.driver) { $0.starts(with: "v4l2 loopback".utf8) }
    }

    private static func isNoOutput(
        _ path: String, _ problem: String, errno: Int32? = nil
    ) -> FacecapError {
        FacecapError(
            .formatUnsupported,
            "\(path) \(problem); name an output device, such as one that sudo modprobe v4l2loopback"
                + " makes.", errno: errno)
    }

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
        let image = answer.fmt.pix
        guard image.pixelformat == code else { return nil }
        return OutputFormat(
            answered: layout, width: Int(image.width), height: Int(image.height),
            bytesPerLine: Int(image.bytesperline), imageSize: Int(image.sizeimage))
    }

    func requestBuffers(_ count: Int) throws(FacecapError) -> Int {
        var wanted = v4l2_requestbuffers()
        wanted.count = UInt32(clamping: count)
        wanted.type = Self.outputType
        wanted.memory = V4L2_MEMORY_MMAP.rawValue
        try request("VIDIOC_REQBUFS", FACECAP_VIDIOC_REQBUFS, &wanted)
        return Int(wanted.count)
    }

    func mapBuffer(_ index: Int) throws(FacecapError) -> UnsafeMutableRawBufferPointer {
        var buffer = Self.buffer(index)
        try request("VIDIOC_QUERYBUF", FACECAP_VIDIOC_QUERYBUF, &buffer)
        let length = Int(buffer.length)
        let start = v4l2_mmap(
            nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, device, Int64(buffer.m.offset))
        guard let start, start != MAP_FAILED else { throw .outputDevice(path, "mmap", errno) }
        return UnsafeMutableRawBufferPointer(start: start, count: length)
    }

    func unmap(_ buffer: UnsafeMutableRawBufferPointer) {
        _ = v4l2_munmap(buffer.baseAddress, buffer.count)
    }

    func queue(_ index: Int, byteCount: Int) throws(FacecapError) {
        var buffer = Self.buffer(index)
        buffer.bytesused = UInt32(clamping: byteCount)
        buffer.field = V4L2_FIELD_NONE.rawValue
        let now = MonotonicClock.nowNanoseconds
        buffer.timestamp = timeval(
            tv_sec: Int(now / 1_000_000_000), tv_usec: Int(now % 1_000_000_000 / 1000))
        try request("VIDIOC_QBUF", FACECAP_VIDIOC_QBUF, &buffer)
    }

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

    func dequeue(withinMilliseconds timeout: Int32) throws(FacecapError) -> Int? {
        var buffer = Self.buffer(0)
        let isDone = try retry("VIDIOC_DQBUF", withinMilliseconds: timeout) {
            facecap_v4l2_ioctl(device, FACECAP_VIDIOC_DQBUF, &buffer) >= 0
        }
        return isDone ? Int(buffer.index) : nil
    }

    func write(
        _ image: UnsafeRawBufferPointer, withinMilliseconds timeout: Int32
    ) throws(FacecapError) -> Bool {
        try retry("write", withinMilliseconds: timeout) {
            // A driver takes a frame whole.
            v4l2_write(device, image.baseAddress, image.count) >= 0
        }
    }

    /// Tries until it succeeds, at most for so long; whether it did.
    private func retry(
        _ name: String, withinMilliseconds timeout: Int32, _ call: () -> Bool
    ) throws(FacecapError) -> Bool {
        let deadline = MonotonicClock.nowNanoseconds + Int64(timeout) * 1_000_000
        while !call() {
            let error = errno
            if error == EINTR { continue }
            guard error == EAGAIN else { throw .outputDevice(path, name, error) }
            let rest = (deadline - MonotonicClock.nowNanoseconds) / 1_000_000
            guard rest > 0 else { return false }
            var wait = pollfd(fd: device, events: Int16(POLLOUT), revents: 0)
            _ = poll(&wait, 1, Int32(clamping: rest))
        }
        return true
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
