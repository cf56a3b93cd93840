public import CaptureSamples
public import FaceValues
import Glibc
import Synchronization

/// A camera of Video4Linux: raw pictures by memory-mapped streaming.
///
/// The camera belongs to this object from when it is made to its end. Frames carry the driver's time
/// where the driver uses `CLOCK_MONOTONIC`.
/// Source: the kernel's "Video for Linux API", streaming I/O (memory mapping).
public final class V4L2Camera: CaptureSource, @unchecked Sendable {
    /// What the driver answered to the request; `nil` for a camera of distances.
    public let videoFormat: VideoFormat?
    /// What the driver answered to the request, where the pictures are distances.
    public let depthFormat: VideoFormat?
    /// How the driver lays out the samples.
    public var pixelFormat: PixelFormat { layout.format }
    /// `CLOCK_MONOTONIC`, as the driver stamps its frames.
    public var timebase: SourceTimebase { .host }
    /// Always: a camera waits for nobody.
    public var isLive: Bool { true }
    /// Never known.
    public var estimatedFrameCount: Int? { nil }

    private let device: CameraDevice
    private let buffers: MappedBuffers
    private let layout: PictureLayout
    private let pool: PixelBufferPool
    private let wake: WakeEvent
    private let isCancelled = Atomic(false)
    // Only the capture thread, the one that calls `nextEvent()`, touches these.
    private var timeline: FrameTimeline
    private var pending: [CaptureEvent] = []

    /// Opens a camera such as `/dev/video0` and starts it.
    ///
    /// Throws `.sourceNotFound`, `.permissionDenied`, `.deviceBusy`, `.formatUnsupported` (also for
    /// what is not a camera), `.deviceDisconnected`, `.invalidArgument` for a senseless request, and
    /// `.systemFailed` for a driver that contradicts itself.
    public convenience init(path: String, request: CameraRequest = CameraRequest())
        throws(FacecapError)
    {
        try self.init(path: path, request: request, calls: LinuxVideoDeviceCalls())
    }

    init(path: String, request: CameraRequest, calls: any VideoDeviceCalls) throws(FacecapError) {
        try request.validate()
        let wake = try WakeEvent()
        let device = try CameraDevice(path: path, calls: calls)
        guard try device.capability().isCamera else {
            throw FacecapError(
                .formatUnsupported,
                "\(path) hands out no pictures that can be captured: name the camera's other node.")
        }
        let configuration = try device.configure(for: request)
        let layout = configuration.layout
        let buffers = try device.mapBuffers(4, minimumLength: layout.byteCount)
        for index in 0..<buffers.count { try device.queueBuffer(index) }
        timeline = FrameTimeline(startNanoseconds: calls.nowNanoseconds)
        try device.startStreaming()
        let format = VideoFormat(
            width: layout.size.width, height: layout.size.height,
            frameRate: configuration.frameRate)
        videoFormat = layout.format == .depth16 ? nil : format
        depthFormat = layout.format == .depth16 ? format : nil
        pool = PixelBufferPool(
            format: layout.format, width: layout.size.width, height: layout.size.height,
            isFullRange: configuration.isFullRange,
            // One being filled, one waiting, one being analysed, and one to spare.
            minimumBufferCount: 4)
        self.layout = layout
        self.wake = wake
        self.buffers = buffers
        self.device = device
    }

    deinit { device.stopStreaming() }

    /// Waits for the next frame.
    ///
    /// Throws `.deviceDisconnected` when the camera is gone, `.systemFailed` when its driver answers
    /// nonsense.
    public func nextEvent() throws(FacecapError) -> CaptureEvent? {
        while !isCancelled.load(ordering: .acquiring) {
            if !pending.isEmpty { return pending.removeFirst() }
            let patience = timeline.patienceMilliseconds(at: device.calls.nowNanoseconds)
            let readiness = try device.wait(orFor: wake.descriptor, milliseconds: patience)
            if readiness == .woken { break }
            if readiness != .nothing, let buffer = try device.dequeueBuffer() {
                try receive(buffer)
            } else if readiness == .failed {
                throw .camera(device.path, SystemCallFailure(call: "poll", number: ENODEV))
            } else if timeline.noteSilence(at: device.calls.nowNanoseconds) {
                return .interrupted(reason: "no frame for 2 s")
            }
        }
        return nil
    }

    /// Makes a waiting ``nextEvent()``, and every later one, return `nil` soon; from any thread.
    public func cancel() {
        isCancelled.store(true, ordering: .releasing)
        wake.signal()
    }

    /// Turns a filled buffer into events and gives it back to the driver, whatever was in it.
    private func receive(_ buffer: DequeuedBuffer) throws(FacecapError) {
        guard let memory = buffers[buffer.index] else {
            throw .brokenDriver(
                device.path, "hands out buffer \(buffer.index) of \(buffers.count)")
        }
        let place = timeline.place(
            sequence: buffer.sequence, driverNanoseconds: buffer.nanoseconds,
            at: device.calls.nowNanoseconds)
        if place.endsStall { pending.append(.interruptionEnded) }
        if place.lostCount > 0 { pending.append(.lost(count: place.lostCount)) }
        let isWhole = (layout.byteCount...memory.count).contains(buffer.bytesUsed)
        if isWhole && !buffer.isDamaged {
            let sample = picture(in: memory, at: place)
            pending.append(layout.format == .depth16 ? .depth(sample) : .video(sample))
        } else {
            pending.append(.dropped(.corruptData, presentationTime: place.presentationTime))
        }
        try device.queueBuffer(buffer.index)
    }

    private func picture(in memory: UnsafeRawBufferPointer, at place: FrameTimeline.Placement)
        -> VideoSampleBuffer
    {
        VideoSampleBuffer(
            pixelBuffer: pool.makePixelBuffer { layout.copy(from: memory, to: $0) },
            presentationTime: place.presentationTime,
            captureNanoseconds: place.captureNanoseconds)
    }
}
