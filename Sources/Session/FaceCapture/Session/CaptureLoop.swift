// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues
import Synchronization
internal import SystemSupport

/// The capture thread of one input: reads its source and delivers to the outputs.
final class CaptureLoop: Sendable {
    /// One connection with the output at its end.
    struct Route: Sendable {
        let connection: CaptureConnection
        let output: any CaptureOutput
    }

    /// The source that is read; `nil` while it is exchanged.
    let source: Mutex<OpenSource?>
    private let maximumDuration: MediaTime?
    /// From when on the duration counts; `nil` for the first frame.
    private let start: MediaTime?
    private let deadline: CaptureDeadline
    /// `nil` where the source waits while the process does not run.
    private let pulse: SessionPulse?
    let routes: Mutex<[Route]>
    /// Held while an event is delivered.
    private let delivery = Mutex(())
    private let isStopped = Mutex(false)
    private let exchange = LoopRequest<SourceExchange, Void>()
    /// Another frame rate that is asked for, and what the source made of it.
    let rateChange = LoopRequest<Double, Double?>()
    private let subjectArea: SubjectAreaWatch
    let zoom: ZoomControl
    private let makeTimeline: @Sendable (OpenSource) -> SessionTimeline
    private let thread = Mutex<WorkerThread?>(nil)
    /// Whether the thread is to read; `nil` while that is open.
    private let isBegun = Monitor<Bool?>(nil)
    private let endNumber = Mutex(0)

    /// - Parameters:
    ///   - start: the session's time from which the duration counts; `nil` for the source's first frame.
    ///   - pulse: tells when the process stood still.
    ///   - subjectArea: knows when the image has changed.
    ///   - zoom: how frames are zoomed.
    ///   - makeTimeline: how the times of a source become those of the session.
    init(
        source: OpenSource, maximumDuration: MediaTime?, from start: MediaTime?,
        routes: [Route], pulse: SessionPulse?,
        subjectArea: SubjectAreaWatch, zoom: ZoomControl,
        makeTimeline: @escaping @Sendable (OpenSource) -> SessionTimeline
    ) {
        self.source = Mutex(source)
        self.maximumDuration = maximumDuration
        self.start = start
        self.pulse = source.isLive ? pulse : nil
        deadline = CaptureDeadline(source.isLive ? maximumDuration : nil)
        self.routes = Mutex(routes)
        self.subjectArea = subjectArea
        self.zoom = zoom
        self.makeTimeline = makeTimeline
    }

    /// Starts the thread, which reads from ``begin()`` on.
    ///
    /// Throws `systemFailed` when the system has no room for another thread.
    ///
    /// - Parameters:
    ///   - didReceive: told of notices, on the capture thread.
    ///   - didEnd: told once why no more comes, as the thread's last act.
    func start(
        didReceive: @escaping @Sendable (CaptureDelivery.Notice) -> Void,
        didEnd: @escaping @Sendable (CaptureSession.StopReason) -> Void
    ) throws(FacecapError) {
        let worker = try WorkerThread(name: "fc.capture") { [self] in
            guard isBegun.wait({ $0 }) else { return }
            let reason = run(didReceive)
            exchange.close()
            rateChange.close()
            if reason != .stopped {
                source.withLock { $0?.hasEnded = true }
                notify(.ended(reason), didReceive)
            }
            didEnd(reason)
        }
        thread.withLock { $0 = worker }
    }

    /// Lets the thread read.
    ///
    /// - Parameter number: that of its first frame.
    func begin(atFrame number: Int) {
        endNumber.withLock { $0 = number }
        isBegun.withLock { $0 = $0 ?? true }
    }

    /// The number that follows that of the last frame, once the thread has ended.
    var nextFrameNumber: Int { endNumber.withLock { $0 } }

    /// Whether the loop reads the source that the input has open now.
    func reads(_ input: CaptureDeviceInput) -> Bool { input.openSource === source.withLock { $0 } }

    /// Changes where deliveries go, from the next one on; waits until the one at hand is everywhere.
    func reroute(_ newRoutes: [Route]) {
        routes.withLock { $0 = newRoutes }
        delivery.withLock { _ in }
    }

    /// Ends the thread after the delivery at hand and waits for it.
    func stop() {
        isBegun.withLock { $0 = $0 ?? false }
        isStopped.withLock { $0 = true }
        source.withLock { $0?.control.cancel() }
        thread.withLock { $0 }?.join()
    }

    /// Ends a live source that stands still when the time asked for is over.
    func endOnceOverdue(nowNanoseconds: Int64) {
        guard deadline.isOverdue(nowNanoseconds: nowNanoseconds) else { return }
        source.withLock { $0?.control.cancel() }
    }

    /// Goes on with another source, frame numbers and session time included; waits for it.
    ///
    /// Throws why the other one cannot be opened; then the one before goes on, or, where that cannot be
    /// opened again either, the thread ends with the reason.
    func exchangeSource(_ request: SourceExchange) throws(FacecapError) {
        // Under one lock: the capture thread, which may be at the source's end already, opens no device while the one
        // before is held here, and what it opens is not canceled.
        try source.withLock { source throws(FacecapError) in
            try exchange.put(request)
            source?.control.cancel()
        }
        try exchange.answer()
    }

    private func run(_ didReceive: (CaptureDelivery.Notice) -> Void) -> CaptureSession.StopReason {
        var progress = CaptureProgress(
            maximumDuration: maximumDuration, from: start, frameNumber: nextFrameNumber)
        defer { endNumber.withLock { $0 = progress.frameCount } }
        while true {
            let reason = readSource(&progress, didReceive)
            tellObsoleteFrames(&progress, didReceive)
            guard reason != .duration, let request = exchange.take() else { return reason }
            do throws(FacecapError) {
                try fulfil(request, &progress, didReceive)
            } catch {
                return .error(error)
            }
        }
    }

    /// Reads one source to its end.
    private func readSource(
        _ progress: inout CaptureProgress, _ didReceive: (CaptureDelivery.Notice) -> Void
    ) -> CaptureSession.StopReason {
        // The device is closed with the reader, at the end of this function.
        guard let source = source.withLock({ $0 }), let reader = source.take() else {
            return .stopped
        }
        var timeline = makeTimeline(source)
        var zoomer = FrameZoomer(zoom, of: reader)
        var standstillCount = pulse?.standstillCount ?? 0
        do throws(FacecapError) {
            var needed: Int?
            var taken: Set<MediaType>?
            while !progress.isOver || awaitsAudio(of: source, taken, progress) {
                sayWhatIsTaken(to: reader, &taken)
                sayWhatIsNeeded(to: reader, &needed)
                changeFrameRate(of: reader, source, didReceive)
                deadline.beginWaiting(nowNanoseconds: MonotonicClock.nowNanoseconds)
                guard let event = try nextEvent(of: reader, progress, didReceive) else { break }
                deadline.endWaiting()
                for standstill in pulse?.standstills(since: standstillCount) ?? [] {
                    standstillCount += 1
                    progress.standStill(standstill)
                }
                try delivery.withLock { _ throws(FacecapError) in
                    try timeline.place(event) { event throws(FacecapError) in
                        try handle(event, of: source, &zoomer, &progress, didReceive)
                    }
                }
                if let failure = outputFailure { throw failure }
            }
        } catch {
            if deadline.isOver { return .duration }
            return isStopped.withLock { $0 } ? .stopped : .error(error)
        }
        if progress.isOver || deadline.isOver { return .duration }
        return isStopped.withLock { $0 } ? .stopped : .endOfStream
    }

    /// Why an output cannot go on.
    private var outputFailure: FacecapError? {
        for route in routes.withLock({ $0 }) {
            if let error = route.output.failure { return error }
        }
        return nil
    }

    private func fulfil(
        _ request: SourceExchange, _ progress: inout CaptureProgress,
        _ didReceive: (CaptureDelivery.Notice) -> Void
    ) throws(FacecapError) {
        let before = source.withLock { $0.take() }?.videoFormat?.frameDuration
        progress.interrupt(reason: request.reason)
        notify(.interrupted(reason: request.reason), didReceive)
        defer { progress.endInterruption() }
        do throws(FacecapError) {
            let opened = try request.open()
            source.withLock { $0 = opened }
            if request.changesFrameRate || opened.videoFormat?.frameDuration != before {
                tellFrameDuration(of: opened, didReceive)
            }
            exchange.finish(.success(()))
        } catch {
            defer { exchange.finish(.failure(error)) }
            let old = try request.putBack()
            source.withLock { $0 = old }
        }
    }

    private func handle(
        _ event: CaptureEvent, of source: OpenSource, _ zoomer: inout FrameZoomer,
        _ progress: inout CaptureProgress,
        _ didReceive: (CaptureDelivery.Notice) -> Void
    ) throws(FacecapError) {
        if let time = event.leadingTime(from: source) {
            if !progress.hasBegun {
                deadline.begin(nowNanoseconds: MonotonicClock.nowNanoseconds)
            }
            if let reason = progress.takeStandstill(before: time) {
                progress.interrupt(reason: reason)
                notify(.interrupted(reason: reason), didReceive)
                progress.endInterruption()
            }
            if progress.isObsolete(time) {
                if case .audio = event { return }
                return progress.leaveOutFrame()
            }
            if let gap = progress.advance(to: time) {
                tellObsoleteFrames(&progress, didReceive)
                notify(.interruptionEnded(gap), didReceive)
            }
        }
        guard !progress.isOver || event.countsBehindFrames else { return }
        switch event {
        case .video(let sampleBuffer):
            let shown = try zoomer.zoom(sampleBuffer)
            let frame = CapturedFrame(id: progress.takeFrameID(), sampleBuffer: shown)
            deliver(frame, isLive: source.isLive)
            if subjectArea.sees(changeIn: sampleBuffer) { notify(.subjectAreaChanged, didReceive) }
        case .depth(let sampleBuffer):
            let shown = try zoomer.zoom(sampleBuffer)
            let frame = CapturedFrame(id: progress.takeFrameID(), sampleBuffer: shown)
            deliver(.depth(frame), .depth)
        case .dropped(let reason, let time):
            let header = CapturedFrame.Header(
                id: progress.takeFrameID(), presentationTime: time,
                captureNanoseconds: MonotonicClock.nowNanoseconds,
                orientation: source.videoFormat?.orientation ?? .upright, zoom: zoom.current)
            deliver(.droppedFrame(header, reason), source.videoFormat == nil ? .depth : .video)
        case .audio(let sampleBuffer):
            guard progress.takesAudio(at: sampleBuffer.presentationTime) else { return }
            deliver(.audio(sampleBuffer), .audio)
        case .encoded(let sample, let mediaType):
            guard progress.takes(sample, mediaType) else { return }
            deliver(.encoded(sample), mediaType)
        case .lost(let count): notify(.lost(count: count), didReceive)
        case .lostAudio(let count): notify(.lostAudio(count: count), didReceive)
        case .interrupted(let reason):
            let isNew = !progress.isInterrupted
            progress.interrupt(reason: reason)
            if isNew { notify(.interrupted(reason: reason), didReceive) }
        case .interruptionEnded: progress.endInterruption()
        case .warning(let error): notify(.warning(error), didReceive)
        }
    }

    private func tellObsoleteFrames(
        _ progress: inout CaptureProgress, _ didReceive: (CaptureDelivery.Notice) -> Void
    ) {
        if let count = progress.takeObsoleteCount() { notify(.lost(count: count), didReceive) }
    }

    /// Tells each output once, along one of its connections.
    func notify(
        _ notice: CaptureDelivery.Notice, _ didReceive: (CaptureDelivery.Notice) -> Void
    ) {
        var told: Set<ObjectIdentifier> = []
        for route in routes.withLock({ $0 })
        where told.insert(ObjectIdentifier(route.output)).inserted {
            route.output.deliver(.notice(notice), from: route.connection)
        }
        didReceive(notice)
    }

    private func deliver(_ frame: CapturedFrame, isLive: Bool) {
        let routes = routes.withLock { $0 }.filter { $0.connection.mediaType == .video }
        let load = isLive ? routes.map(\.output.load).max() ?? .relaxed : .relaxed
        for route in routes {
            let delivery = LoadShedding.delivery(of: frame, to: route.output, under: load)
            route.output.deliver(delivery.along(route.connection), from: route.connection)
        }
    }

    private func deliver(_ delivery: CaptureDelivery, _ mediaType: MediaType) {
        for route in routes.withLock({ $0 }) where route.connection.mediaType == mediaType {
            let delivery = delivery.along(route.connection)
            if case .audio(let audio) = delivery { route.connection.measure(audio) }
            route.output.deliver(delivery, from: route.connection)
        }
    }
}
