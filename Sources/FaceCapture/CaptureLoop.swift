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
    private let thread = Mutex<WorkerThread?>(nil)

    init(source: any CaptureSource, maximumDuration: MediaTime?, routes: [Route]) {
        self.source = source
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
            $0 = WorkerThread(name: "fc.capture") { [self] in didEnd(run(didReceive)) }
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

    private func run(_ didReceive: (CaptureNotice) -> Void) -> StopReason {
        var frameCount = 0
        var end: MediaTime?
        do throws(FacecapError) {
            while let event = try source.nextEvent() {
                if let time = event.frameTime {
                    let last = end ?? maximumDuration.map { time.advanced(by: $0) }
                    end = last
                    if let last, time >= last { return .duration }
                }
                switch event {
                case .video(let sampleBuffer):
                    let id = FrameID(frameCount)
                    deliver(CapturedFrame(id: id, sampleBuffer: sampleBuffer))
                    frameCount += 1
                case .dropped(let reason, let time):
                    let header = FrameHeader(
                        id: FrameID(frameCount), presentationTime: time,
                        captureNanoseconds: MonotonicClock.nowNanoseconds,
                        orientation: source.videoFormat.orientation)
                    deliver(.droppedFrame(header, reason), .video)
                    frameCount += 1
                case .audio(let sampleBuffer) where sampleBuffer.presentationTime.isBefore(end):
                    deliver(.audio(sampleBuffer), .audio)
                case .encoded(let sample, let mediaType)
                where sample.presentationTime.isBefore(end):
                    deliver(.encoded(sample), mediaType)
                case .audio, .encoded: break
                case .lost(let count): notify(.lost(count: count), didReceive)
                case .interrupted(let reason): notify(.interrupted(reason: reason), didReceive)
                case .interruptionEnded: notify(.interruptionEnded, didReceive)
                case .warning(let error): notify(.warning(error), didReceive)
                }
            }
        } catch {
            return .error(error)
        }
        return isStopped.withLock { $0 } ? .stopped : .endOfStream
    }

    private func notify(_ notice: CaptureNotice, _ didReceive: (CaptureNotice) -> Void) {
        deliver(.notice(notice), .video)
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
            route.output.deliver(delivery, from: route.connection)
        }
    }
}

extension CaptureEvent {
    /// The time stamp of the frame the event brings, if it brings one.
    fileprivate var frameTime: MediaTime? {
        switch self {
        case .video(let sampleBuffer): sampleBuffer.presentationTime
        case .dropped(_, let time): time
        default: nil
        }
    }
}

extension MediaTime {
    /// Whether the moment lies before the end of a stream, which is `nil` where none is set.
    fileprivate func isBefore(_ end: MediaTime?) -> Bool { end.map { self < $0 } ?? true }
}
