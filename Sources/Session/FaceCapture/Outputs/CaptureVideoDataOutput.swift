// SPDX-License-Identifier: Apache-2.0
public import CaptureSamples
public import FaceValues
internal import MediaCodecs
import Synchronization
internal import SystemSupport

/// Hands every frame of a session to a delegate, alone or together with the faces that were found in it.
///
/// The faces come from a ``CaptureMetadataOutput`` of the session that is fed by the same input. Of a live source a
/// frame waits for its faces while at most 16 do, and comes without them then; a file waits.
public final class CaptureVideoDataOutput: CaptureOutput {
    private struct Settings {
        var delegate: (any CaptureVideoDataOutputSampleBufferDelegate)?
        var alwaysDiscardsLateVideoFrames = true
        var discardsLateFramesOfFiles = false
        var video = VideoSettings()
    }

    private struct Running {
        var joiner: FrameJoiner<Item>
        let waits: Bool
        /// `nil` where the delegate is called by whoever brings what was missing.
        let queue: DeliveryQueue<Item>?
    }

    private enum Item: Sendable {
        case frame(CapturedFrame, FaceObservation?, CaptureConnection)
        case dropped(CapturedFrame.Header, FrameLedger.DropReason, CaptureConnection)
    }

    /// Frames that may wait for their faces: half a second of most cameras.
    private static var capacity: Int { 16 }

    private let includesFaces: Bool
    private let callsDelegateAtOnce: Bool
    private let settings = Mutex(Settings())
    private let running = Monitor<Running?>(nil)

    /// An output without a delegate.
    ///
    /// - Parameters:
    ///   - includesFaces: whether frames wait for what is found in them.
    ///   - callsDelegateAtOnce: whether the delegate is called on threads of the session and returns at
    ///     once; otherwise the output has a thread for it, `fc.video`.
    public init(includesFaces: Bool = false, callsDelegateAtOnce: Bool = false) {
        self.includesFaces = includesFaces
        self.callsDelegateAtOnce = callsDelegateAtOnce
    }

    /// Video, and what is found in it where faces are included.
    public var mediaTypes: Set<MediaType> { includesFaces ? [.video, .metadata] : [.video] }

    /// Sets who is handed the frames; the output holds on to the delegate until another one is set.
    public func setSampleBufferDelegate(
        _ delegate: (any CaptureVideoDataOutputSampleBufferDelegate)?
    ) {
        settings.withLock { $0.delegate = delegate }
    }

    /// What frames are handed out as; at first as the source has them.
    public var videoSettings: VideoSettings { settings.withLock { $0.video } }

    /// The pixel formats that frames can be converted to, the cheapest to look at first.
    public var availableVideoPixelFormatTypes: [PixelBuffer.Format] {
        callsDelegateAtOnce ? [] : PixelBufferConverter.targets
    }

    /// Sets what frames are handed out as, from the next one on.
    ///
    /// Frames are converted on the output's thread, in memory that is used again once nobody holds them; those that are
    /// dropped are not converted. Times, orientation and what was found in a frame stay. Without a format, and in the
    /// one that they have, frames are handed out in the source's own memory.
    ///
    /// - Throws: `formatUnsupported` for a format that is not one of ``availableVideoPixelFormatTypes``, of which there is
    ///   none where the delegate is called at once.
    public func setVideoSettings(_ new: VideoSettings) throws(FacecapError) {
        if let format = new.pixelFormat {
            let available = availableVideoPixelFormatTypes
            guard !available.isEmpty else {
                throw FacecapError(
                    .formatUnsupported,
                    "An output that calls its delegate at once has no thread to convert frames to \(format.rawValue) on;"
                        + " make it without callsDelegateAtOnce, or take frames as they are.")
            }
            guard available.contains(format) else {
                throw FacecapError(
                    .formatUnsupported,
                    "Frames are not converted to \(format.rawValue); use "
                        + available.map(\.rawValue).joined(separator: ", ")
                        + ", or no format for frames as they are.")
            }
        }
        settings.withLock { $0.video = new }
    }

    /// Whether a live source's frames are dropped while the delegate is busy, at first true; `false`
    /// makes the source wait. Takes effect when the session starts.
    public var alwaysDiscardsLateVideoFrames: Bool {
        get { settings.withLock { $0.alwaysDiscardsLateVideoFrames } }
        set { settings.withLock { $0.alwaysDiscardsLateVideoFrames = newValue } }
    }

    /// Whether a file's frames are dropped while the delegate is busy; at first false, so that the file
    /// waits. Takes effect when the session starts.
    public var discardsLateFramesOfFiles: Bool {
        get { settings.withLock { $0.discardsLateFramesOfFiles } }
        set { settings.withLock { $0.discardsLateFramesOfFiles = newValue } }
    }

    /// Starts the output's thread, where it has one.
    public func start(
        connections: [CaptureConnection], isLossless: Bool
    ) throws(FacecapError) {
        let waits = isLossless ? !discardsLateFramesOfFiles : !alwaysDiscardsLateVideoFrames
        let queue: DeliveryQueue<Item>? =
            if callsDelegateAtOnce { nil } else { try makeQueue(waits: waits) }
        let joiner = FrameJoiner<Item>(
            isObserved: connections.contains { $0.mediaType == .metadata },
            capacity: Self.capacity)
        running.withLock { $0 = Running(joiner: joiner, waits: waits, queue: queue) }
    }

    private func makeQueue(waits: Bool) throws(FacecapError) -> DeliveryQueue<Item> {
        try DeliveryQueue(
            threadName: "fc.video", capacity: LoadShedding.capacity(waits: waits),
            isLossless: waits,
            discarded: { item in
                guard case .frame(let frame, _, let connection) = item else { return item }
                return .dropped(frame.header, .lateData, connection)
            },
            receive: { [unowned self] next in
                // Of this thread alone.
                var converter: PixelBufferConverter?
                while let item = next() { output(converted(item, &converter)) }
            })
    }

    /// Lets frames wait for their faces from here on, where somebody looks for them now.
    public func connectionsDidChange(_ connections: [CaptureConnection]) {
        guard connections.contains(where: { $0.mediaType == .metadata }) else { return }
        take { $0.beginObservations() }
    }

    /// Takes the next frame, or what was found in one.
    public func deliver(_ delivery: CaptureDelivery, from connection: CaptureConnection) {
        switch delivery {
        case .frame(let frame) where connection.isEnabled:
            take(isFrame: true) { $0.append(.frame(frame, nil, connection), of: frame.header) }
        case .frame(let frame): drop(frame.header, .connectionDisabled, connection)
        case .droppedFrame(let header, let reason): drop(header, reason, connection)
        case .observation(let observation): take { $0.append(observation) }
        case .notice(.ended) where connection.mediaType == .metadata:
            take { $0.endObservations() }
        case .skippedFrame, .audio, .depth, .encoded, .notice: break
        }
    }

    private func drop(
        _ header: CapturedFrame.Header, _ reason: FrameLedger.DropReason,
        _ connection: CaptureConnection
    ) {
        take(isFrame: true) { $0.append(.dropped(header, reason, connection), of: header) }
    }

    /// Hands over what waits, then ends the output's thread.
    public func finish() {
        take { $0.endObservations() }
        let last = running.withLock { $0.take() }
        last?.queue?.finish()
    }

    /// Changes what waits, for a frame once there is room, and hands on what need not wait any longer.
    private func take(isFrame: Bool = false, _ change: (inout FrameJoiner<Item>) -> Void) {
        running.wait { running -> Void? in
            guard var current = running else { return () }
            if isFrame, current.waits, !current.joiner.hasRoom { return nil }
            running = nil
            change(&current.joiner)
            while case .frame(let joined)? = current.joiner.next() {
                pass(joined, to: current.queue)
            }
            running = current
            return ()
        }
    }

    private func pass(_ joined: ObservedFrame<Item>, to queue: DeliveryQueue<Item>?) {
        guard var item = joined.frame else { return }
        guard case .frame(let frame, _, let connection) = item else {
            if let queue { queue.enqueueNote(item) } else { output(item) }
            return
        }
        item = .frame(frame, joined.observation, connection)
        queue?.enqueue(item) ?? output(item)
    }

    /// An item in the pixel format of the settings; of a frame that cannot have it, that it was dropped.
    private func converted(_ item: Item, _ converter: inout PixelBufferConverter?) -> Item {
        guard case .frame(let frame, let observation, let connection) = item,
            let format = videoSettings.pixelFormat,
            frame.sampleBuffer.pixelBuffer.format != format
        else { return item }
        do throws(FacecapError) {
            let ready = if let converter { converter } else { try PixelBufferConverter() }
            converter = ready
            let image = try ready.convert(frame.sampleBuffer.pixelBuffer, to: format)
            return .frame(
                frame.replacingSampleBuffer(
                    with: frame.sampleBuffer.replacingPixelBuffer(with: image)), observation,
                connection)
        } catch {
            return .dropped(frame.header, .conversionFailed, connection)
        }
    }

    private func output(_ item: Item) {
        guard let delegate = settings.withLock({ $0.delegate }) else { return }
        switch item {
        case .frame(let frame, let observation, let connection):
            delegate.videoDataOutput(
                self, didOutput: frame, observation: observation, from: connection)
        case .dropped(let header, let reason, let connection):
            delegate.videoDataOutput(self, didDrop: header, reason: reason, from: connection)
        }
    }
}
