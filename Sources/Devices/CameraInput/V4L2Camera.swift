// SPDX-License-Identifier: Apache-2.0
package import CaptureSamples
package import FaceValues
import Glibc
internal import SystemSupport

/// A camera of Video4Linux, by memory-mapped streaming.
///
/// The camera belongs to this object from when it is made to its end. Frames carry the driver's time
/// where the driver uses `CLOCK_MONOTONIC`. Frames that need no decoder lie in the driver's own memory
/// as long as it has buffers to spare, and go back to it when nobody holds them any more. Of H.264 each
/// frame comes encoded, then decoded.
/// Source: the kernel's "Video for Linux API", streaming I/O (memory mapping).
package final class V4L2Camera: ZoomingSource {
    /// What the driver answered to the request; `nil` for a camera of distances.
    package private(set) var videoFormat: VideoFormat?
    /// What the driver answered to the request, where the frames are distances.
    package private(set) var depthFormat: VideoFormat?
    /// What the encoded samples of H.264 are like.
    package private(set) var encodedFormats = EncodedSample.Formats()
    /// How frames come out of the driver.
    package let pixelFormat: CameraRequest.PixelFormat
    /// `CLOCK_MONOTONIC`, as the driver stamps its frames.
    package var timebase: CaptureEvent.Timebase { .host }
    /// Always: a camera waits for nobody.
    package var isLive: Bool { true }
    /// JPEG and H.264 are decoded in this process.
    package var isolation: IsolationLevel? { reader is RawFrameReader ? nil : IsolationLevel.none }
    /// Never known.
    package var estimatedFrameCount: Int? { nil }

    /// Ends the stream.
    package var control: any CaptureSourceControl { ending }

    /// Ends the stream, and the wait for a frame.
    private final class Ending: CaptureSourceControl {
        let wake: WakeEvent

        init() throws(FacecapError) { wake = try WakeEvent() }

        func cancel() { wake.signal() }
    }

    private let device: CameraDevice
    private var request: CameraRequest
    private let size: FrameSize
    private let buffers: BufferRing
    private let reader: any FrameReader
    private let ending: Ending
    private var timeline: FrameTimeline
    private var pending: [CaptureEvent] = []
    /// Whether somebody has asked for frames.
    private var hasBegun = false
    private var crop = CameraCrop()

    /// Opens a camera such as `/dev/video0` and starts it; of H.264, waits for the first frame at
    /// which decoding can begin.
    ///
    /// Throws `.sourceNotFound`, `.permissionDenied`, `.deviceBusy`, `.formatUnsupported` (also for
    /// what is not a camera), `.deviceDisconnected`, `.invalidArgument` for a senseless request, and
    /// `.systemFailed` for a driver that contradicts itself.
    package convenience init(path: String, request: CameraRequest = CameraRequest())
        throws(FacecapError)
    {
        try self.init(path: path, request: request, calls: LinuxVideoDeviceCalls())
    }

    init(path: String, request: CameraRequest, calls: any VideoDeviceCalls) throws(FacecapError) {
        try request.validate()
        let ending = try Ending()
        let device = try CameraDevice(path: path, calls: calls)
        guard try device.capability().isCamera else {
            throw FacecapError(
                .formatUnsupported,
                "\(path) hands out no frames that can be captured: name the camera's other node.")
        }
        let configuration = try device.configure(for: request)
        // Two for the driver, and four that frames may be looked at in.
        let buffers = try device.mapBuffers(6, minimumLength: configuration.minimumLength)
        let reader = try configuration.makeReader(path: path)
        try device.attempt { _ throws(SystemCallFailure) in try buffers.queueAll() }
        timeline = FrameTimeline(
            startNanoseconds: calls.nowNanoseconds, frameRate: configuration.frameRate)
        try device.startStreaming()
        let format = VideoFormat(
            width: configuration.size.width, height: configuration.size.height,
            frameRate: configuration.frameRate)
        size = configuration.size
        pixelFormat = configuration.format
        videoFormat = configuration.format == .z16 ? nil : format
        depthFormat = configuration.format == .z16 ? format : nil
        self.request = request
        self.reader = reader
        self.ending = ending
        self.buffers = buffers
        self.device = device
        try awaitBeginning()
    }

    deinit {
        buffers.close()
        crop.restore(on: device)
        device.stopStreaming()
        // Again where somebody else held it the first time.
        crop.restore(on: device)
    }

    /// Waits for the next frame.
    ///
    /// Throws `.deviceDisconnected` when the camera is gone, `.systemFailed` when its driver answers
    /// nonsense.
    package func nextEvent() throws(FacecapError) -> CaptureEvent? {
        if !hasBegun {
            hasBegun = true
            if isOverdue { try leaveOutStaleFrames() }
        }
        while !ending.wake.isSignaled {
            if !pending.isEmpty { return pending.removeFirst() }
            guard try readOn() else { break }
        }
        return nil
    }

    /// JPEG frames are decoded no larger than needed; others stay as they are.
    package func needsFrames(ofLongerSide longerSide: Int?) {
        reader.needsFrames(ofLongerSide: longerSide)
    }

    /// Has the driver cut and scale, where it can; frames that were taken before show what they showed.
    package func show(_ zoom: VideoZoom) {
        crop.show(zoom, on: device, frameSize: size)
    }

    /// The rate changes while the driver streams, where the driver lets it.
    package func setFrameRate(_ frameRate: Double) throws(FacecapError) -> Double? {
        let changed = request.insisting(onFrameRate: frameRate)
        guard
            let granted = try device.changeInterval(for: changed, of: pixelFormat, at: size)
        else { return nil }
        request.frameRate = frameRate
        timeline.frameRate = granted.frameRate
        videoFormat = videoFormat?.with(frameRate: granted.frameRate)
        depthFormat = depthFormat?.with(frameRate: granted.frameRate)
        return granted.frameRate
    }

    /// Whether the driver has had no buffer to fill since it filled all of them.
    private var isOverdue: Bool {
        let interval = (videoFormat ?? depthFormat)?.frameDuration?.nanoseconds ?? 33_333_333
        let waited = device.calls.nowNanoseconds - timeline.lastSignOfLife
        return waited > Int64(buffers.count) * interval
    }

    /// Gives back what the driver filled while nobody asked for frames: it is as old as that, and no part of what is
    /// captured now.
    private func leaveOutStaleFrames() throws(FacecapError) {
        pending = []
        for _ in 0..<buffers.count {
            guard try device.wait(orFor: ending.wake.descriptor, milliseconds: 0) == .ready,
                let stale = try device.dequeueBuffer()
            else { break }
            _ = try take(stale)
        }
        timeline = FrameTimeline(
            startNanoseconds: device.calls.nowNanoseconds, frameRate: timeline.frameRate)
        reader.restart()
        try awaitBeginning()
    }

    /// Waits for a buffer, once, and takes in what comes; `false` when it was cancelled.
    private func readOn() throws(FacecapError) -> Bool {
        try device.attempt { _ throws(SystemCallFailure) in try buffers.check() }
        let timeout = timeline.timeoutMilliseconds(at: device.calls.nowNanoseconds)
        let readiness = try device.wait(orFor: ending.wake.descriptor, milliseconds: timeout)
        if readiness == .woken { return false }
        if readiness != .nothing, let buffer = try device.dequeueBuffer() {
            try receive(buffer)
        } else if readiness == .failed {
            throw .camera(device.path, SystemCallFailure(call: "poll", number: ENODEV))
        } else if timeline.noteSilence(at: device.calls.nowNanoseconds) {
            let seconds = timeline.timeoutNanoseconds / 1_000_000_000
            pending.append(.interrupted(reason: "no frame for \(seconds) s"))
        }
        return true
    }

    /// Turns a filled buffer into events; it goes back to the driver, whatever was in it.
    private func receive(_ buffer: DequeuedBuffer) throws(FacecapError) {
        let filled = try take(buffer)
        crop.showRefused(on: device, frameSize: size)
        let place = timeline.place(
            sequence: buffer.sequence, driverNanoseconds: buffer.nanoseconds,
            at: device.calls.nowNanoseconds)
        if place.endsStall { pending.append(.interruptionEnded) }
        if place.lostCount > 0 { pending.append(.lost(count: place.lostCount)) }
        if !buffer.isDamaged,
            let events = try reader.events(of: filled, bytesUsed: buffer.bytesUsed, at: place)
        {
            let zoom = crop.zoom(atNanoseconds: place.captureNanoseconds)
            pending += zoom == .none ? events : events.map { $0.showing(zoom) }
        } else {
            pending.append(.dropped(.corruptData, presentationTime: place.presentationTime))
        }
    }

    private func take(_ buffer: DequeuedBuffer) throws(FacecapError) -> FilledBuffer {
        if let filled = buffers.take(buffer.index) { return filled }
        throw .brokenDriver(device.path, "hands out buffer \(buffer.index) of \(buffers.count)")
    }

    /// Of H.264, reads up to the next frame at which decoding can begin, for at most 10 s or until a stall of slower
    /// frames, or until it is cancelled.
    private func awaitBeginning() throws(FacecapError) {
        guard let reader = reader as? H264FrameReader else { return }
        let deadline =
            device.calls.nowNanoseconds + max(10_000_000_000, timeline.timeoutNanoseconds)
        while reader.format == nil {
            // A stall is told with what is read next.
            if hasBegun, timeline.isStalled { return }
            guard !timeline.isStalled, device.calls.nowNanoseconds < deadline else {
                throw FacecapError(
                    .formatUnsupported,
                    "\(device.path) sends no H.264 frame at which decoding can begin: "
                        + "ask for another pixel format.")
            }
            guard try readOn() else { return }
        }
        encodedFormats.video = reader.format
    }
}

extension CaptureEvent {
    /// The same of a frame that shows a part of what the camera sees.
    fileprivate func showing(_ zoom: VideoZoom) -> CaptureEvent {
        switch self {
        case .video(let sample): .video(sample.zoomed(to: zoom, with: sample.pixelBuffer))
        case .depth(let sample): .depth(sample.zoomed(to: zoom, with: sample.pixelBuffer))
        default: self
        }
    }
}
