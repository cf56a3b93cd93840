// SPDX-License-Identifier: Apache-2.0
package import CaptureSamples
package import FaceValues
import Synchronization

/// A camera that is opened again, in full, when it stalls, fails or is unplugged, for as long as that
/// takes.
///
/// Between `.interrupted` and `.interruptionEnded` there are no frames; the frames of that time are
/// part of the gap, not lost ones. A camera that comes back may have frames of another size.
package final class ReconnectingCamera: ZoomingSource {
    /// What the frames were like when the camera was opened first.
    package private(set) var videoFormat: VideoFormat?
    /// What the depth images were like when the camera was opened first.
    package private(set) var depthFormat: VideoFormat?
    /// What the audio was like when the camera was opened first.
    package let audioFormat: AudioFormat?
    /// What the encoded samples were like when the camera was opened first.
    package let encodedFormats: EncodedSample.Formats
    /// That of the camera.
    package let timebase: CaptureEvent.Timebase
    /// As of the camera when it was opened first.
    package let isolation: IsolationLevel?
    /// Always: a camera waits for nobody.
    package var isLive: Bool { true }
    /// Never known.
    package var estimatedFrameCount: Int? { nil }

    /// Ends the stream, and the camera that is open.
    package var control: any CaptureSourceControl { ending }

    /// Ends the stream, whichever camera is open then, or none.
    private final class Ending: CaptureSourceControl {
        let cancellation = CaptureCancellation()
        /// Of the camera that is open; `nil` while it is away.
        private let camera = Mutex<(any CaptureSourceControl)?>(nil)

        /// Has the camera that is open now end with the stream.
        func follow(_ camera: (any CaptureSourceControl)?) {
            self.camera.withLock { $0 = camera }
        }

        func cancel() {
            // Whoever follows another camera from now on sees that it is to end.
            cancellation.cancel()
            camera.withLock { $0 }?.cancel()
        }
    }

    private enum Answer {
        case event(CaptureEvent)
        case trouble(reason: String, FacecapError)
        case end
    }

    private let open: @Sendable (CameraRequest) throws(FacecapError) -> any CaptureSource
    private var request: CameraRequest
    private let ending = Ending()
    /// `nil` while the camera is away.
    private var camera: (any CaptureSource)?
    /// What ``needsFrames(ofLongerSide:)`` said; `nil` when it was not called.
    private var requestedSide: Int??
    /// What ``needsSamples(of:)`` said; `nil` when it was not called.
    private var neededTypes: Set<MediaType>?
    /// What ``show(_:)`` said last; `nil` when it was not called.
    private var requestedZoom: VideoZoom?
    private var schedule: ReopenSchedule
    /// `CLOCK_MONOTONIC` when the camera that is open delivered its first frame.
    private var deliveryStart: Int64?
    /// Whether it is known how the camera that is open encodes its samples.
    private var isFormatChecked = true
    /// The kinds of samples that it encodes otherwise than the first one did.
    private var changedTypes: Set<MediaType> = []
    private var isInterrupted = false
    private var pending: CaptureEvent?
    /// Why the camera was closed last.
    private var trouble = FacecapError(.deviceDisconnected, "")

    /// Opens a camera with `open`, which is called again each time it has to be opened again: it has to
    /// find the same camera wherever it is plugged in by then, and throws `.sourceNotFound` while it
    /// is away. It is handed `request`, with the rate that was set last.
    ///
    /// Throws what `open` throws the first time.
    package init(
        _ request: CameraRequest = CameraRequest(), schedule: ReopenSchedule = ReopenSchedule(),
        open: @escaping @Sendable (CameraRequest) throws(FacecapError) -> any CaptureSource
    ) throws(FacecapError) {
        let camera = try open(request)
        videoFormat = camera.videoFormat
        depthFormat = camera.depthFormat
        audioFormat = camera.audioFormat
        encodedFormats = camera.encodedFormats
        isolation = camera.isolation
        timebase = camera.timebase
        self.open = open
        self.request = request
        self.schedule = schedule
        self.camera = camera
        ending.follow(camera.control)
    }

    /// Waits for the next event of the camera, or for the camera to come back.
    ///
    /// Throws `.formatUnsupported` where what came encoded at first no longer does. Samples that are encoded otherwise
    /// than the first ones say so: they cannot be in one movie with those.
    package func nextEvent() throws(FacecapError) -> CaptureEvent? {
        while true {
            if let event = pending {
                pending = nil
                return event
            }
            guard reopen() else { return nil }
            switch read() {
            case .end: return nil
            case .event(let event):
                try checkFormat()
                if let event = pass(event) { return event }
            case .trouble(let reason, let error):
                if let deliveryStart {
                    schedule.reset(
                        afterNanoseconds: MonotonicClock.nowNanoseconds - deliveryStart)
                }
                deliveryStart = nil
                // Closed, and by that stopped, before it is opened again.
                ending.follow(nil)
                camera = nil
                trouble = error
                guard isInterrupted else {
                    isInterrupted = true
                    return .interrupted(reason: reason)
                }
            }
        }
    }

    /// Told to the camera, also to the one that is opened next.
    package func needsFrames(ofLongerSide longerSide: Int?) {
        requestedSide = .some(longerSide)
        camera?.needsFrames(ofLongerSide: longerSide)
    }

    /// Told to the camera, also to the one that is opened next.
    package func needsSamples(of mediaTypes: Set<MediaType>) {
        neededTypes = mediaTypes
        camera?.needsSamples(of: mediaTypes)
    }

    /// Told to the camera, also to the one that is opened next.
    package func show(_ zoom: VideoZoom) {
        requestedZoom = zoom
        (camera as? any ZoomingSource)?.show(zoom)
    }

    /// Asked of the camera, and of the one that is opened next.
    ///
    /// Throws `.deviceDisconnected` while the camera is away.
    package func setFrameRate(_ frameRate: Double) throws(FacecapError) -> Double? {
        guard let camera else {
            throw FacecapError(
                .deviceDisconnected,
                "The camera is disconnected; change its frame rate when it is back.")
        }
        guard let granted = try camera.setFrameRate(frameRate) else { return nil }
        request.frameRate = frameRate
        videoFormat = videoFormat?.with(frameRate: granted)
        depthFormat = depthFormat?.with(frameRate: granted)
        return granted
    }

    private func read() -> Answer {
        guard let camera, !ending.cancellation.isCancelled else { return .end }
        do throws(FacecapError) {
            switch try camera.nextEvent() {
            case .interrupted(let reason)?:
                return .trouble(reason: reason, FacecapError(.systemFailed, reason))
            case let event?: return .event(event)
            case nil: return .end
            }
        } catch {
            let isAway = error.code == .deviceDisconnected
            return .trouble(reason: isAway ? "the camera went away" : error.message, error)
        }
    }

    /// What becomes of an event of the camera: the first frame ends an interruption.
    private func pass(_ event: CaptureEvent) -> CaptureEvent? {
        switch event {
        case .video, .depth, .dropped:
            deliveryStart = deliveryStart ?? MonotonicClock.nowNanoseconds
            guard isInterrupted else { return event }
            isInterrupted = false
            pending = event
            return .interruptionEnded
        case .lost, .interrupted, .interruptionEnded: return isInterrupted ? nil : event
        case .encoded(var sample, let mediaType):
            sample.hasOtherFormat = changedTypes.contains(mediaType)
            return .encoded(sample, mediaType)
        case .audio, .lostAudio, .warning: return event
        }
    }

    /// Compares what the camera that is open encodes with the first one, once; throws where it encodes no samples of a
    /// kind that that one encoded.
    private func checkFormat() throws(FacecapError) {
        guard !isFormatChecked, let formats = camera?.encodedFormats else { return }
        isFormatChecked = true
        let hasVideo = formats.video != nil || encodedFormats.video == nil
        let hasAudio = formats.audio != nil || encodedFormats.audio == nil
        guard hasVideo, hasAudio else { throw .changedEncoding }
        changedTypes = []
        if formats.video != encodedFormats.video { changedTypes.insert(.video) }
        if formats.audio != encodedFormats.audio { changedTypes.insert(.audio) }
    }

    /// Opens the camera where it is closed, as often as it takes; `false` once it was cancelled.
    private func reopen() -> Bool {
        while camera == nil {
            let deadline = MonotonicClock.nowNanoseconds + schedule.wait(after: trouble)
            guard ending.cancellation.wait(untilNanoseconds: deadline) else { return false }
            do throws(FacecapError) {
                let opened = try open(request)
                ending.follow(opened.control)
                if ending.cancellation.isCancelled { return false }
                if let requestedSide { opened.needsFrames(ofLongerSide: requestedSide) }
                if let neededTypes { opened.needsSamples(of: neededTypes) }
                if let requestedZoom { (opened as? any ZoomingSource)?.show(requestedZoom) }
                camera = opened
                isFormatChecked = false
            } catch {
                trouble = error
            }
        }
        return true
    }
}
