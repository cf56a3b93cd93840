internal import CaptureQueues
internal import CaptureSamples
internal import FaceValues
import Synchronization

/// The capture thread of one input: reads its source and delivers to the outputs.
final class CaptureLoop: Sendable {
    /// One connection with the output at its end.
    struct Route: Sendable {
        let connection: CaptureConnection
        let output: any CaptureOutput
    }

    private let source: any CaptureSource
    private let maximumDuration: MediaTime?
    private let routes: Mutex<[Route]>
    private let isStopped = Mutex(false)
    private let timeline: SessionTimeline
    private let thread = Mutex<WorkerThread?>(nil)

    init(
        source: any CaptureSource, timeline: SessionTimeline, maximumDuration: MediaTime?,
        routes: [Route]
    ) {
        self.source = source
        self.timeline = timeline
        self.maximumDuration = maximumDuration
        self.routes = Mutex(routes)
    }

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - didReceive: told of notices, on the capture thread.
    ///   - didEnd: told once why no more comes, as the thread's last act.
    func start(
        didReceive: @escaping @Sendable (CaptureNotice) -> Void,
        didEnd: @escaping @Sendable (StopReason) -> Void
    ) {
        thread.withLock {
            $0 = WorkerThread(name: "fc.capture") { [self] in
                let reason = run(didReceive)
                if reason != .stopped { notify(.ended(reason), didReceive) }
                didEnd(reason)
            }
        }
    }

    /// Whether the loop reads the source that the input has open now.
    func reads(_ input: DeviceInput) -> Bool { input.openSource === source }

    /// Changes where deliveries go, from the next one on.
    func reroute(_ newRoutes: [Route]) { routes.withLock { $0 = newRoutes } }

    /// Ends the thread after the delivery at hand and waits for it.
    func stop() {
        isStopped.withLock { $0 = true }
        source.cancel()
        thread.withLock { $0 }?.join()
    }

    /// Where a run is.
    private struct Progress {
        var frameCount = 0
        /// From when on nothing is delivered; `nil` until the first frame, and where no end is set.
        var end: MediaTime?
        /// What the source was told last of how large pictures have to be.
        var neededLongerSide: Int?
        var isOver = false
    }

    private func run(_ didReceive: (CaptureNotice) -> Void) -> StopReason {
        var progress = Progress()
        var timeline = timeline
        do throws(FacecapError) {
            while !progress.isOver {
                sayWhatIsNeeded(&progress)
                guard let event = try source.nextEvent() else { break }
                timeline.place(event) { handle($0, &progress, didReceive) }
            }
        } catch {
            return isStopped.withLock { $0 } ? .stopped : .error(error)
        }
        if progress.isOver { return .duration }
        return isStopped.withLock { $0 } ? .stopped : .endOfStream
    }

    /// Tells the source how large pictures have to be for those who look at them, when that changes.
    private func sayWhatIsNeeded(_ progress: inout Progress) {
        let needs = routes.withLock { routes in
            routes.filter { $0.connection.mediaType == .video }.map(\.output.neededLongerSide)
        }
        let needed = needs.contains(nil) ? nil : needs.compactMap(\.self).max()
        guard needed != progress.neededLongerSide else { return }
        progress.neededLongerSide = needed
        source.needsPictures(ofLongerSide: needed)
    }

    private func handle(
        _ event: CaptureEvent, _ progress: inout Progress, _ didReceive: (CaptureNotice) -> Void
    ) {
        if let maximumDuration, let time = leadingTime(of: event) {
            let end = progress.end ?? time.advanced(by: maximumDuration)
            progress.end = end
            progress.isOver = progress.isOver || time >= end
        }
        guard !progress.isOver else { return }
        switch event {
        case .video(let sampleBuffer):
            deliver(CapturedFrame(id: FrameID(progress.frameCount), sampleBuffer: sampleBuffer))
            progress.frameCount += 1
        case .depth(let sampleBuffer):
            let frame = CapturedFrame(id: FrameID(progress.frameCount), sampleBuffer: sampleBuffer)
            deliver(.depth(frame), .depth)
            progress.frameCount += 1
        case .dropped(let reason, let time):
            let header = FrameHeader(
                id: FrameID(progress.frameCount), presentationTime: time,
                captureNanoseconds: MonotonicClock.nowNanoseconds,
                orientation: source.videoFormat?.orientation ?? .upright)
            deliver(.droppedFrame(header, reason), source.videoFormat == nil ? .depth : .video)
            progress.frameCount += 1
        case .audio(let sampleBuffer) where sampleBuffer.presentationTime.isBefore(progress.end):
            deliver(.audio(sampleBuffer), .audio)
        case .encoded(let sample, let mediaType)
        where sample.presentationTime.isBefore(progress.end):
            deliver(.encoded(sample), mediaType)
        case .audio, .encoded: break
        case .lost(let count): notify(.lost(count: count), didReceive)
        case .lostSound(let count): notify(.lostSound(count: count), didReceive)
        case .interrupted(let reason): notify(.interrupted(reason: reason), didReceive)
        case .interruptionEnded: notify(.interruptionEnded, didReceive)
        case .warning(let error): notify(.warning(error), didReceive)
        }
    }

    /// The time of a frame, or of sound where the source has no frames.
    private func leadingTime(of event: CaptureEvent) -> MediaTime? {
        switch event {
        case .video(let sampleBuffer), .depth(let sampleBuffer): sampleBuffer.presentationTime
        case .dropped(_, let time): time
        case .audio(let sampleBuffer)
        where source.videoFormat == nil && source.depthFormat == nil:
            sampleBuffer.presentationTime
        default: nil
        }
    }

    /// Tells each output once, along one of its connections.
    private func notify(_ notice: CaptureNotice, _ didReceive: (CaptureNotice) -> Void) {
        var told: [ObjectIdentifier] = []
        for route in routes.withLock({ $0 }) {
            let output = ObjectIdentifier(route.output)
            guard !told.contains(output) else { continue }
            told.append(output)
            route.output.deliver(.notice(notice), from: route.connection)
        }
        didReceive(notice)
    }

    /// Live, a recording that falls behind comes first: detection passes frames by, and when that does
    /// not help the frame is dropped for all.
    private func deliver(_ frame: CapturedFrame) {
        let routes = routes.withLock { $0 }.filter { $0.connection.mediaType == .video }
        let load = source.isLive ? routes.map(\.output.load).max() ?? .relaxed : .relaxed
        for route in routes {
            let delivery: CaptureDelivery =
                switch load {
                case .full: .droppedFrame(frame.header, .recordingBusy)
                case .busy where route.output.givesWayToRecordings:
                    .skippedFrame(frame.header, .recordingBusy)
                case .busy, .relaxed: .frame(frame)
                }
            route.output.deliver(delivery, from: route.connection)
        }
    }

    private func deliver(_ delivery: CaptureDelivery, _ mediaType: MediaType) {
        for route in routes.withLock({ $0 }) where route.connection.mediaType == mediaType {
            if case .audio(let sound) = delivery { route.connection.measure(sound) }
            route.output.deliver(delivery, from: route.connection)
        }
    }
}

extension MediaTime {
    /// Whether the moment lies before the end of a stream, which is `nil` where none is set.
    fileprivate func isBefore(_ end: MediaTime?) -> Bool { end.map { self < $0 } ?? true }
}
