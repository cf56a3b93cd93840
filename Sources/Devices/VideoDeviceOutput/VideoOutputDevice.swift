// SPDX-License-Identifier: Apache-2.0
package import CaptureSamples
package import FaceValues

/// An output device of V4L2, such as one of v4l2loopback, which shows other programs the frames that
/// are written to it.
///
/// The first frame decides the format. Used by one thread at a time.
package final class VideoOutputDevice: @unchecked Sendable {
    // Everything below belongs to the one thread that writes.
    /// Where the device lies.
    package let path: String
    private let calls: any OutputDeviceCalls
    private let transfer: ImageTransfer
    private var format: OutputFormat?
    /// The device's own or, where it takes frames by `write`, one of this program's.
    private var buffers: [UnsafeMutableRawBufferPointer] = []
    /// Buffers that have not been queued yet.
    private var freeBuffers: [Int] = []
    /// Frames that the device took.
    package private(set) var shownCount = 0
    /// Frames that were passed by because the device did not take them in time.
    package private(set) var droppedCount = 0

    private static let bufferCount = 4
    /// How long a frame waits for a device that is slower.
    private static let timeoutMilliseconds: Int32 = 500

    /// Opens a device.
    ///
    /// - Throws: `.sourceNotFound`, `.permissionDenied`,
    ///   `.deviceBusy`, and `.formatUnsupported` for what is no
    ///   output device of V4L2.
    package convenience init(path: String) throws(FacecapError) {
        try self.init(path: path, calls: LinuxOutputDeviceCalls(path: path))
    }

    init(path: String, calls: any OutputDeviceCalls) throws(FacecapError) {
        self.path = path
        self.calls = calls
        transfer = try calls.transfer()
    }

    deinit {
        switch transfer {
        case .buffers:
            calls.stop()
            for buffer in buffers { calls.unmap(buffer) }
        case .write:
            for buffer in buffers { buffer.deallocate() }
        }
    }

    /// Shows the next frame, in `PixelBuffer.Format.i420`; one that the device does not take within half a
    /// second is dropped. The rate is the writer's. A last column or row without a neighbor to share its color with is
    /// left out: programs do not agree where such a frame's planes lie.
    ///
    /// - Returns: always true: whoever reads the device may come later.
    /// - Throws: `.formatUnsupported` where the device wants another size or format,
    ///   `.deviceBusy`, `.deviceDisconnected`,
    ///   `.systemFailed`.
    package func write(_ image: PixelBuffer, frameRate: Double?) throws(FacecapError) -> Bool {
        if format == nil { format = try start(image) }
        guard let format, image.format == .i420, format.width == image.width & ~1,
            format.height == image.height & ~1
        else {
            throw FacecapError(
                .formatUnsupported,
                "The frames for \(path) changed their size; start again.")
        }
        if try show(image, in: format) { shownCount += 1 } else { droppedCount += 1 }
        return true
    }

    /// Whether the device took the frame in time.
    private func show(
        _ image: PixelBuffer, in format: OutputFormat
    ) throws(FacecapError) -> Bool {
        guard let index = try nextBuffer() else { return false }
        let buffer = buffers[index]
        format.copy(image, to: buffer)
        switch transfer {
        case .buffers:
            try calls.queue(index, byteCount: min(format.byteCount, buffer.count))
            try calls.start()
            return true
        case .write:
            freeBuffers.append(index)
            return try calls.write(
                UnsafeRawBufferPointer(buffer), withinMilliseconds: Self.timeoutMilliseconds)
        }
    }

    private func start(_ image: PixelBuffer) throws(FacecapError) -> OutputFormat {
        let (width, height) = (image.width & ~1, image.height & ~1)
        var offered: OutputFormat?
        for wanted in [OutputFormat.Layout.planar, .interleaved] {
            let format = try calls.setFormat(wanted, width: width, height: height)
            offered = offered ?? format
            guard let format, format.width == width, format.height == height else { continue }
            buffers =
                switch transfer {
                case .buffers: try mapBuffers(atLeast: format.byteCount)
                case .write: [Self.makeBuffer(byteCount: format.imageSize)]
                }
            freeBuffers = Array(buffers.indices)
            return format
        }
        let size = offered.map { "of \($0.width)x\($0.height), not " } ?? "in other formats than "
        throw FacecapError(
            .formatUnsupported,
            "\(path) takes frames \(size)\(width)x\(height); ask for another size,"
                + " or set up the device again.")
    }

    /// The device's buffers, at least one; none stays mapped where one of them is of no use.
    private func mapBuffers(
        atLeast byteCount: Int
    ) throws(FacecapError) -> [UnsafeMutableRawBufferPointer] {
        var mapped: [UnsafeMutableRawBufferPointer] = []
        do throws(FacecapError) {
            for index in 0..<min(try calls.requestBuffers(Self.bufferCount), 32) {
                mapped.append(try calls.mapBuffer(index))
            }
            guard !mapped.isEmpty, mapped.allSatisfy({ $0.count >= byteCount }) else {
                throw FacecapError(
                    .systemFailed,
                    "The driver of \(path) has no room for a frame; set it up again.")
            }
            return mapped
        } catch {
            for buffer in mapped { calls.unmap(buffer) }
            throw error
        }
    }

    private static func makeBuffer(byteCount: Int) -> UnsafeMutableRawBufferPointer {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 16)
        buffer.initializeMemory(as: UInt8.self, repeating: 0)
        return buffer
    }

    private func nextBuffer() throws(FacecapError) -> Int? {
        if let index = freeBuffers.popLast() { return index }
        guard let index = try calls.dequeue(withinMilliseconds: Self.timeoutMilliseconds) else {
            return nil
        }
        guard buffers.indices.contains(index) else {
            throw FacecapError(
                .systemFailed, "The driver of \(path) returned a buffer that it was not given.")
        }
        return index
    }
}
