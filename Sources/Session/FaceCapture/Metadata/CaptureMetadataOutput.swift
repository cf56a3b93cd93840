// SPDX-License-Identifier: Apache-2.0
public import CaptureSamples
internal import FaceAnalysis
public import FaceDetectors
public import FaceTracking
public import FaceValues
import Synchronization
internal import SystemSupport

/// Finds faces in the frames of a session, on a metadata queue of its own beside the session.
///
/// The session connects it to the outputs that take metadata: each of them is handed the observation of
/// every frame, before the delegate is.
///
/// Live, the newest frame wins and every other one is observed as skipped; from a file no frame is
/// skipped. The settings may be changed from any thread; they hold from the next frame on.
public final class CaptureMetadataOutput: CaptureOutput {
    private struct Settings {
        var delegate: (any CaptureMetadataOutputObjectsDelegate)?
        var distanceSource: (any DistanceSource)?
        var metadataObjectTypes: Set<ObjectType> = [.face]
        var rectOfInterest = Rect.unit
        var analysisInterval = 1
        var scanInterval: Int?
        var limits = Limits()
        /// The paces of the session's live streams, what is chosen at that of this one, and its number there.
        var (paces, mode, stream) = (ScanPaces(), ScanGovernor.modes[0], 0)
        var alwaysDiscardsLateVideoFrames = true
        /// That of the machine, and whether the source waits for the detector: then no frame is skipped for it.
        var (pressure, waits) = (SystemPressureState(), false)
    }

    private let detector: any FaceDetector
    private let tracking: FaceTracker.Configuration
    private let settings = Mutex(Settings())
    private let lastFailure = Mutex<FacecapError?>(nil)
    private let currentLedger = Mutex(FrameLedger())
    private let queue = Mutex<DeliveryQueue<Item>?>(nil)
    /// Where observations go; changed on the metadata queue.
    private let routes = Mutex<[MetadataRoute]>([])
    private let broadcast = Broadcast<FaceObservation>()
    private let codeLook = CodeLook()
    /// The greatest id of a face in what ended, so that none is given again.
    private let lastFaceID = Mutex(0)
    let statedSearchLimits = Mutex<String?>(nil)

    /// An output that looks with `detector`, which it alone uses from then on.
    public init(
        detector: any FaceDetector,
        tracking: FaceTracker.Configuration = FaceTracker.Configuration()
    ) {
        self.detector = detector
        self.tracking = tracking
    }

    /// Always video.
    public var mediaTypes: Set<MediaType> { [.video] }

    /// Detection gives way, so that recordings do not lose frames.
    public var givesWayToRecordings: Bool { true }

    /// What the detector needs, where it looks at the whole frame and nobody reads codes.
    public var neededLongerSide: Int? {
        rectOfInterest == .unit && symbologies.isEmpty ? detector.neededLongerSide : nil
    }

    /// That there was no memory to look at a frame: the rest would be observed without having been seen.
    public var failure: FacecapError? { lastFailure.withLock { $0 } }

    /// Sets who is told; the output holds on to the delegate until another one is set.
    public func setMetadataObjectsDelegate(_ delegate: (any CaptureMetadataOutputObjectsDelegate)?)
    {
        settings.withLock { $0.delegate = delegate }
    }

    /// Who tells how far the faces are away, before anybody else is told of them; at first nobody. The
    /// output holds on to it.
    public var distanceSource: (any DistanceSource)? {
        get { settings.withLock { $0.distanceSource } }
        set { settings.withLock { $0.distanceSource = newValue } }
    }

    /// The observations from now on until the session stops, for tasks: a reader that falls more than
    /// `bufferSize` behind loses the oldest, the session never waits for it.
    public func observations(bufferingNewest bufferSize: Int = 8) -> AsyncStream<FaceObservation> {
        broadcast.makeStream(bufferSize: bufferSize)
    }

    /// What is looked for, at first faces; without them frames are skipped as `detection_off`.
    public var metadataObjectTypes: Set<ObjectType> {
        get { settings.withLock { $0.metadataObjectTypes } }
        set { settings.withLock { $0.metadataObjectTypes = newValue } }
    }

    private var symbologies: Set<MetadataMachineReadableCodeObject.Symbology> {
        settings.withLock { Set($0.metadataObjectTypes.compactMap(\.symbology)) }
    }

    /// Where faces and codes are looked for, in the normalized stored frame; at first everywhere.
    public var rectOfInterest: Rect {
        get { settings.withLock { $0.rectOfInterest } }
        set {
            let part = newValue.intersection(.unit)
            let nowhere = Rect(x: 0, y: 0, width: 0, height: 0)
            settings.withLock { $0.rectOfInterest = part.isEmpty ? nowhere : part }
        }
    }

    /// N, where every Nth frame is analyzed, at least 1; others are skipped as `interval`, with predicted faces.
    public var analysisInterval: Int {
        get { settings.withLock { $0.analysisInterval } }
        set { settings.withLock { $0.analysisInterval = max(1, newValue) } }
    }

    /// N, where every Nth frame is searched as a whole, 1 to 300; in the others known faces are followed, and frames
    /// in which nobody is known are skipped as `interval`. `nil`, as at first, searches all of every frame, every
    /// second one while the meshes of all known faces tell where they are, of a live source as ``limits`` allow.
    ///
    /// A whole frame is also searched where another scene begins, a face is lost, something changes where
    /// no face is known, and at every 300th frame.
    public var scanInterval: Int? {
        get { settings.withLock { $0.scanInterval } }
        set { settings.withLock { $0.scanInterval = newValue.map(ScanRhythm.interval) } }
    }

    /// What looking at a live source's frames may cost, at first anything as long as few of them are late;
    /// takes effect when the session starts. What is chosen to keep them is told as system pressure.
    public var limits: Limits {
        get { settings.withLock { $0.limits } }
        set { settings.withLock { $0.limits = newValue } }
    }

    /// Whether a live source's frames are skipped while the detector is busy, at first true; `false`
    /// makes the source wait. Takes effect when the session starts.
    public var alwaysDiscardsLateVideoFrames: Bool {
        get { settings.withLock { $0.alwaysDiscardsLateVideoFrames } }
        set { settings.withLock { $0.alwaysDiscardsLateVideoFrames = newValue } }
    }

    /// What became of every frame whose observation has been delivered since the session started.
    public var ledger: FrameLedger { currentLedger.withLock { $0 } }

    /// Starts the metadata queue.
    public func start(connections: [CaptureConnection], isLossless: Bool) throws(FacecapError) {
        let waits = isLossless || !alwaysDiscardsLateVideoFrames
        codeLook.begin(waits: waits)
        currentLedger.withLock { $0 = FrameLedger() }
        lastFailure.withLock { $0 = nil }
        let pace = settings.withLock { settings in
            settings.waits = waits
            settings.mode = ScanGovernor.modes[0]
            let pace = waits ? nil : settings.paces.pace(by: settings.limits)
            settings.stream = pace?.join() ?? 0
            return pace
        }
        let started = try DeliveryQueue<Item>(
            threadName: "fc.metadata", capacity: LoadShedding.capacity(waits: waits),
            isLossless: waits,
            discarded: { item in
                guard case .frame(let frame, let connection) = item else { return item }
                return .passed(frame.header, .skipped(.lateData), connection)
            },
            receive: { [unowned self] next in
                var analyzer = FaceAnalyzer(
                    detector: detector, tracking: tracking, lastFaceID: lastFaceID.withLock { $0 })
                analyzer.stream = pace.map(PacedStream.init)
                while let item = next() { receive(item, &analyzer) }
                lastFaceID.withLock { $0 = analyzer.lastFaceID }
            })
        queue.withLock { $0 = started }
    }

    /// Takes the pace of a live source from these, and begins under a pressure, from the next start on.
    func share(_ paces: ScanPaces, under pressure: SystemPressureState) {
        settings.withLock { ($0.paces, $0.pressure) = (paces, pressure) }
    }

    /// Changes where observations go, from the next frame on that is delivered.
    func reroute(_ routes: [MetadataRoute]) {
        queue.withLock { $0 }?.enqueueNote(.routes(routes))
    }

    /// Waits until everything that was delivered so far has been analyzed and told; not from a delegate.
    public func flush() { queue.withLock { $0 }?.flush() }

    /// Takes the next frame or notice.
    public func deliver(_ delivery: CaptureDelivery, from connection: CaptureConnection) {
        guard let queue = queue.withLock({ $0 }) else { return }
        switch delivery {
        case .frame(let frame):
            offerToCodeLook(frame, from: connection)
            if let outcome = outcomeWithoutAnalysis(of: frame, from: connection) {
                queue.enqueueNote(.passed(frame.header, outcome, connection))
            } else {
                queue.enqueue(.frame(frame, connection))
            }
        case .skippedFrame(let header, let reason):
            queue.enqueueNote(.passed(header, .skipped(reason), connection))
        case .droppedFrame(let header, let reason):
            queue.enqueueNote(.passed(header, .dropped(reason), connection))
        case .notice(let notice):
            if case .systemPressure(let state) = notice {
                settings.withLock { $0.pressure = state }
            }
            queue.enqueueNote(.notice(notice, connection))
        case .audio, .depth, .encoded, .observation: break
        }
    }

    /// Analyzes what waits, tells those that are handed observations that no more come, and ends the metadata
    /// queue and the streams of observations.
    public func finish() {
        reroute([])
        queue.finishQueue()
        codeLook.finish()
        broadcast.finish()
    }

    /// Has codes of a frame looked for, where they are asked for and a look is due.
    private func offerToCodeLook(_ frame: CapturedFrame, from connection: CaptureConnection) {
        let symbologies = symbologies
        guard !symbologies.isEmpty, connection.isEnabled else { return }
        codeLook.offer(frame, from: connection, for: symbologies, in: rectOfInterest)
    }

    private func receive(_ item: Item, _ analyzer: inout FaceAnalyzer) {
        switch item {
        case .frame(let frame, let connection):
            analyzer.take(from: connection)
            let failed = FrameLedger.Outcome.skipped(.detectorError)
            guard failure == nil else {
                return output(analyzer.pass(frame.header, outcome: failed), from: connection)
            }
            do throws(FacecapError) {
                let observation = try analyzer.analyse(
                    frame, region: rectOfInterest,
                    scanInterval: settings.withLock { $0.mode.interval($0.scanInterval) })
                output(observation, from: connection)
                keepPace(frame.header, observation.outcome, &analyzer, from: connection)
            } catch {
                if error.code == .systemFailed {
                    lastFailure.withLock { $0 = error }
                } else {
                    output(.warning(error), from: connection)
                }
                output(analyzer.pass(frame.header, outcome: failed), from: connection)
            }
        case .passed(let header, let outcome, let connection):
            analyzer.take(from: connection)
            output(analyzer.pass(header, outcome: outcome), from: connection)
            keepPace(header, outcome, &analyzer, from: connection)
        case .notice(let notice, let connection):
            if case .interruptionEnded(let gap) = notice { analyzer.reset(after: gap) }
            output(notice, from: connection)
        case .routes(let new): follow(new)
        }
    }

    /// Has the pace of live streams note a frame, and tells what is chosen.
    private func keepPace(
        _ frame: CapturedFrame.Header, _ outcome: FrameLedger.Outcome,
        _ analyzer: inout FaceAnalyzer, from connection: CaptureConnection
    ) {
        guard let mode = analyzer.stream?.note(frame, outcome) else { return }
        let state = settings.withLock { settings in
            settings.mode = mode
            var state = settings.pressure
            state.lookIntervals = .init(
                scan: settings.scanInterval ?? mode.scanInterval, analysis: mode.analysisStride)
            return state
        }
        output(.systemPressure(state), from: connection)
    }

    private func follow(_ new: [MetadataRoute]) {
        let old = routes.withLock { routes in
            defer { routes = new }
            return routes
        }
        for route in old where !new.contains(where: { $0.output === route.output }) {
            route.output.deliver(.notice(.ended(.stopped)), from: route.connection)
        }
    }

    private func output(_ observation: FaceObservation, from connection: CaptureConnection) {
        var observation = observation
        distanceSource?.measureFaces(in: &observation)
        observation.searchLimits = searchLimits
        observation.codes = codeLook.take(with: observation.frame, from: connection)
        if let warning = codeLook.takeWarning() { output(.warning(warning), from: connection) }
        currentLedger.withLock { $0.record(observation.outcome) }
        for route in routes.withLock({ $0 }) { route.deliver(observation, of: connection.input) }
        delegate?.metadataOutput(self, didOutput: observation, from: connection)
        broadcast.send(observation)
    }

    private func output(_ notice: CaptureDelivery.Notice, from connection: CaptureConnection) {
        if case .lost(let count) = notice { currentLedger.withLock { $0.recordLost(count) } }
        for route in routes.withLock({ $0 }) { route.deliver(notice, of: connection.input) }
        delegate?.metadataOutput(self, didReceive: notice, from: connection)
    }

    private var delegate: (any CaptureMetadataOutputObjectsDelegate)? {
        settings.withLock { $0.delegate }
    }

    private func outcomeWithoutAnalysis(
        of frame: CapturedFrame, from connection: CaptureConnection
    ) -> FrameLedger.Outcome? {
        guard connection.isEnabled else { return .dropped(.connectionDisabled) }
        return settings.withLock { settings in
            if !settings.metadataObjectTypes.contains(.face) { return .skipped(.detectionOff) }
            return LoadShedding.skipReason(
                of: frame.id, every: settings.analysisInterval,
                under: settings.waits ? .nominal : settings.pressure.level,
                stride: settings.mode.analysisStride, stream: settings.stream
            ).map(FrameLedger.Outcome.skipped)
        }
    }
}
