// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
public import FaceValues
internal import SystemSupport

/// Joins devices to outputs and lets samples flow between them.
///
/// The session is control only: frames never pass through the actor, they go from the capture thread
/// of each input to the threads of its outputs. The actor runs on a dispatch queue of its own, as
/// stopping waits for those threads. A session that is released stops there too.
public actor CaptureSession {
    struct RunningInput {
        let input: CaptureDeviceInput
        let loop: CaptureLoop
        /// Tells it apart from all that ran before.
        let number: Int
        /// Whether the source came to its end: nothing begins it again before the session does.
        var isOver = false
    }

    private let executor = QueueExecutor(label: "fc.session")
    private let goesOnAfterFailure: Bool
    /// Of its live streams.
    let paces = ScanPaces()
    let broadcast = Broadcast<Notification>()
    var configuration = CaptureConfiguration()
    var candidate: CaptureConfiguration?
    private var openConfigurations = 0
    var runningInputs: [RunningInput] = []
    var loopCount = 0
    /// The number of the first frame of an input that begins: behind those of all that ended.
    var nextFrameNumber = 0
    var clock = SessionClock()
    var pressureMonitor: SystemPressureMonitor?
    /// What it told last since the session started.
    var pressure = SystemPressureState()
    var pulse: SessionPulse?
    let interruptions = SessionInterruptions()

    /// Whether frames flow.
    public private(set) var isRunning = false

    /// Whether an input gives no data for a while: its camera went away, or the program or the machine
    /// stood still just now.
    public nonisolated var isInterrupted: Bool { interruptions.isInterrupted }

    /// A session without inputs and outputs.
    ///
    /// - Parameter goesOnAfterFailure: whether an input that fails leaves the session running for as
    ///   long as others have frames; its outputs are told with ``CaptureDelivery/Notice/ended(_:)``.
    public init(goesOnAfterFailure: Bool = false) {
        self.goesOnAfterFailure = goesOnAfterFailure
    }

    /// Stops a session that nobody holds on to any longer, as ``stopRunning()`` does: on its own queue, a little later.
    /// What was delivered is finished, recordings are whole, and the devices are closed.
    deinit {
        let activity = SessionActivity(
            inputs: runningInputs, pressureMonitor: pressureMonitor, pulse: pulse,
            configuration: configuration, broadcast: broadcast)
        executor.enqueue { [isRunning, configuration] in
            if isRunning { activity.end(.stopped) }
            for input in configuration.inputs { input.openSource = nil }
            SessionMembers.release(configuration.members)
        }
    }

    /// The session's own dispatch queue.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// What happens to the session from now on; a reader may lose all but the newest 64.
    public nonisolated func notifications() -> AsyncStream<Notification> {
        broadcast.makeStream(bufferSize: 64)
    }

    // MARK: Configuration

    /// The inputs in use.
    public var inputs: [CaptureDeviceInput] { configuration.inputs }

    /// The outputs in use.
    public var outputs: [any CaptureOutput] { configuration.outputs }

    /// The frame size asked of the devices.
    public var sessionPreset: Preset { configuration.preset }

    /// The connection that feeds an output, of several the one with frames; `nil` when nothing does.
    public func connection(to output: any CaptureOutput) -> CaptureConnection? {
        configuration.connections(to: output).first
    }

    /// The connections that feed an output, at most one for each kind of samples.
    public func connections(to output: any CaptureOutput) -> [CaptureConnection] {
        configuration.connections(to: output)
    }

    /// Makes changes that take effect together, as those between ``beginConfiguration()`` and
    /// ``commitConfiguration()`` do, or not at all.
    ///
    /// Throws what `changes` throws, and what ``commitConfiguration()`` does; then everything is as it was before.
    public func configure(
        _ changes: @Sendable (isolated CaptureSession) throws -> Void
    ) throws {
        let (before, count) = (candidate, openConfigurations)
        beginConfiguration()
        do {
            try changes(self)
        } catch {
            (candidate, openConfigurations) = (before, count)
            throw error
        }
        try commitConfiguration()
    }

    /// Starts a set of changes that take effect together, or not at all, with the matching
    /// ``commitConfiguration()``; ``configure(_:)`` is for those between which something may throw.
    public func beginConfiguration() {
        if openConfigurations == 0 { candidate = configuration }
        openConfigurations += 1
    }

    /// Makes the changes since ``beginConfiguration()`` take effect, also while running: devices are
    /// opened and frames flow along the new connections.
    ///
    /// Throws what is wrong with the whole, what a device says when it is opened, or why an output
    /// cannot be started; then everything is as it was before ``beginConfiguration()``.
    public func commitConfiguration() throws(FacecapError) {
        guard openConfigurations > 0, let changed = candidate else {
            throw FacecapError(
                .invalidState, "There is nothing to commit; call beginConfiguration() first.")
        }
        openConfigurations -= 1
        guard openConfigurations == 0 else { return }
        candidate = nil
        try apply(changed)
    }

    /// Adds a device, which belongs to no other session.
    public func addInput(_ input: CaptureDeviceInput) throws(FacecapError) {
        try change { configuration throws(FacecapError) in try configuration.add(input) }
    }

    /// Takes a device out; its connections go with it.
    public func removeInput(_ input: CaptureDeviceInput) throws(FacecapError) {
        try change { configuration throws(FacecapError) in configuration.remove(input) }
    }

    /// Adds an output and connects it, for each kind of samples it takes, to the first input that may
    /// have them.
    ///
    /// - Parameters:
    ///   - output: an output that belongs to no other session.
    ///   - inputs: which inputs count, in this order; `nil` for all of the session, also those
    ///     that come later.
    public func addOutput(
        _ output: any CaptureOutput, from inputs: [CaptureDeviceInput]? = nil
    ) throws(FacecapError) {
        try change { configuration throws(FacecapError) in
            try configuration.add(output, from: inputs)
        }
    }

    /// Takes an output out.
    public func removeOutput(_ output: any CaptureOutput) throws(FacecapError) {
        try change { configuration throws(FacecapError) in configuration.remove(output) }
    }

    /// Asks the devices for another frame size; those that are open are opened again, with an interruption and a gap
    /// where frames flow.
    public func setSessionPreset(_ preset: Preset) throws(FacecapError) {
        try change { configuration throws(FacecapError) in configuration.preset = preset }
    }

    /// What the session is, or will be once its configuration is committed.
    var nextConfiguration: CaptureConfiguration { candidate ?? configuration }

    private func change(
        _ edit: (inout CaptureConfiguration) throws(FacecapError) -> Void
    ) throws(FacecapError) {
        var changed = nextConfiguration
        try edit(&changed)
        if openConfigurations > 0 { candidate = changed } else { try apply(changed) }
    }

    // MARK: Running

    /// Lets samples flow; opens the devices again that an earlier stop closed.
    ///
    /// Throws what a device says when it is opened, or why an output cannot be started; then nothing
    /// flows.
    public func startRunning() throws(FacecapError) {
        guard !isRunning else { return }
        guard openConfigurations == 0 else {
            throw FacecapError(
                .invalidState, "The configuration is open; call commitConfiguration() first.")
        }
        guard !configuration.inputs.isEmpty else {
            throw FacecapError(.invalidState, "The session has no input; add a device first.")
        }
        let closed = configuration.inputs.filter { $0.openSource == nil }
        try open(closed, configuration.preset)
        clock = SessionClock()
        settleWhoBegins()
        nextFrameNumber = 0
        pressure = SystemPressureState()
        do throws(FacecapError) {
            runningInputs = try makeReady(configuration.outputs, configuration.inputs)
            pulse?.watch(runningInputs.map(\.loop))
        } catch {
            for input in closed { input.openSource = nil }
            throw error
        }
        isRunning = true
        // Before the first source can tell of anything.
        broadcast.send(.didStartRunning)
        for running in runningInputs { running.loop.begin(atFrame: nextFrameNumber) }
    }

    /// Ends the flow; returns when everything delivered has been finished by the outputs.
    public func stopRunning() {
        stop(.stopped)
    }

    func stop(_ reason: StopReason) {
        guard isRunning else { return }
        let activity = SessionActivity(
            inputs: runningInputs, pressureMonitor: pressureMonitor, pulse: pulse,
            configuration: configuration, broadcast: broadcast)
        (runningInputs, pressureMonitor, pulse, isRunning) = ([], nil, nil, false)
        activity.end(reason)
    }

    /// Whether the session goes on for the input's sake: distances do not keep it running beside
    /// frames, nor audio beside either.
    private func keepsRunning(_ input: CaptureDeviceInput) -> Bool {
        for mediaType in [MediaType.video, .depth]
        where configuration.inputs.contains(where: { $0.mediaTypes.contains(mediaType) }) {
            return input.mediaTypes.contains(mediaType)
        }
        return true
    }

    /// Whether an input is left that keeps the session running.
    private var goesOn: Bool {
        runningInputs.contains { !$0.isOver && keepsRunning($0.input) }
    }

    /// Stops a session that has no inputs left but those that came to their end before.
    func stopIfOver() {
        if !runningInputs.isEmpty, !goesOn { stop(.endOfStream) }
    }

    /// A source came to its end by itself: the session stops with the last one that keeps it running,
    /// or on an error that it does not survive.
    func didEnd(_ number: Int, _ reason: StopReason) {
        guard let ended = runningInputs.firstIndex(where: { $0.number == number }) else { return }
        runningInputs[ended].isOver = true
        guard goesOn else { return stop(reason) }
        guard case .error(let error) = reason else { return }
        if goesOnAfterFailure { broadcast.send(.runtimeError(error)) } else { stop(reason) }
    }
}
