internal import CLinux
public import CaptureSamples
public import FaceValues
internal import Glibc

/// An output device of V4L2, such as one of v4l2loopback, which shows other programs the pictures that
/// are written to it.
///
/// The first picture decides the format. Used by one thread at a time.
public final class VideoOutputDevice: @unchecked Sendable {
    // Everything below belongs to the one thread that writes.
    private let path: String
    private let calls: OutputDeviceCalls
    private var format: OutputFormat?
    private var buffers: [UnsafeMutableRawBufferPointer] = []
    /// Buffers that have not been queued yet.
    private var freeBuffers: [Int] = []
    /// Pictures that were passed by because the device did not take them in time.
    public private(set) var droppedCount = 0

    private static let bufferCount = 4
    /// How long a picture waits for a device that is slower.
    private static let patienceMilliseconds: Int32 = 500

    /// Opens a device.
    ///
    /// - Throws: ``FacecapError/Code/sourceNotFound``, ``FacecapError/Code/permissionDenied``,
    ///   ``FacecapError/Code/deviceBusy``, and ``FacecapError/Code/formatUnsupported`` for what is no
    ///   output device of V4L2.
    public init(path: String) throws(FacecapError) {
        self.path = path
        calls = try OutputDeviceCalls(path: path)
        try calls.checkThatItIsOutput()
    }

    deinit {
        calls.stop()
        for buffer in buffers { calls.unmap(buffer) }
    }

    /// Shows the next picture, in ``PixelFormat/i420``; one that the device does not take within half a
    /// second is dropped. The rate is the writer's.
    ///
    /// - Returns: always true: whoever reads the device may come later.
    /// - Throws: ``FacecapError/Code/formatUnsupported`` where the device wants another size or format,
    ///   ``FacecapError/Code/deviceBusy``, ``FacecapError/Code/deviceDisconnected``,
    ///   ``FacecapError/Code/systemFailed``.
    public func write(_ picture: PixelBuffer, frameRate: Double?) throws(FacecapError) -> Bool {
        if format == nil { format = try start(picture) }
        guard let format, picture.format == .i420, format.width == picture.width,
            format.height == picture.height
        else {
            throw FacecapError(
                .formatUnsupported,
                "The pictures for \(path) changed their size; start again.")
        }
        guard let index = try nextBuffer() else {
            droppedCount += 1
            return true
        }
        let buffer = buffers[index]
        let count = min(format.byteCount, buffer.count)
        format.copy(picture, to: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]))
        try calls.queue(index, byteCount: count)
        try calls.start()
        return true
    }

    private func start(_ picture: PixelBuffer) throws(FacecapError) -> OutputFormat {
        var offered: OutputFormat?
        for wanted in [OutputFormat.Layout.planar, .interleaved] {
            let format = try calls.setFormat(wanted, width: picture.width, height: picture.height)
            offered = offered ?? format
            guard let format, format.width == picture.width, format.height == picture.height
            else { continue }
            buffers = try calls.mapBuffers(Self.bufferCount, atLeast: format.byteCount)
            freeBuffers = Array(buffers.indices)
            return format
        }
        let size = offered.map { "of \($0.width)x\($0.height), not " } ?? "in other formats than "
        throw FacecapError(
            .formatUnsupported,
            "\(path) takes pictures \(size)\(picture.width)x\(picture.height); ask for another --size,"
                + " or set up the device anew.")
    }

    private func nextBuffer() throws(FacecapError) -> Int? {
        if let index = freeBuffers.popLast() { return index }
        guard let index = try calls.dequeue(withinMilliseconds: Self.patienceMilliseconds) else {
            return nil
        }
        guard buffers.indices.contains(index) else {
            throw FacecapError(
                .systemFailed, "The driver of \(path) gave back a buffer that it never had.")
        }
        return index
    }
}
