internal import CaptureQueues
public import CaptureSamples
public import FaceValues
import Synchronization

/// Hands every frame of a session to a delegate together with the faces that were found in it.
///
/// The faces come from a ``MetadataOutput`` of the session that is fed by the same input; without one, frames
/// come as they are. Of a live source a frame waits for its faces while fewer than 16 others do, and comes
/// without them then; a file waits.
public final class ObservedFrameOutput: CaptureOutput {
    private struct Running {
        var joiner: FrameJoiner<CapturedFrame>
        let waits: Bool
        /// By which the newest frame came.
        var connection: CaptureConnection?
        /// `nil` where the delegate is called by whoever brings what was missing.
        let queue: DeliveryQueue<Item>?
    }

    private struct Item: Sendable {
        let frame: ObservedFrame<CapturedFrame>
        let connection: CaptureConnection
    }

    private struct Settings {
        var delegate: (any ObservedFrameOutputDelegate)?
        var discardsLateFrames: Bool?
    }

    /// Frames that may wait for their faces: half a second of most cameras.
    private static var capacity: Int { 16 }

    private let callsDelegateAtOnce: Bool
    private let settings = Mutex(Settings())
    private let running = Monitor<Running?>(nil)

    /// An output without a delegate.
    ///
    /// - Parameter callsDelegateAtOnce: whether the delegate is called on threads of the session and returns
    ///   at once; otherwise the output has a thread for it.
    public init(callsDelegateAtOnce: Bool = false) {
        self.callsDelegateAtOnce = callsDelegateAtOnce
    }

    /// Video, and what is found in it.
    public var mediaTypes: Set<MediaType> { [.video, .metadata] }

    /// Sets who is handed the frames; the output holds on to the delegate until another one is set.
    public func setDelegate(_ delegate: (any ObservedFrameOutputDelegate)?) {
        settings.withLock { $0.delegate = delegate }
    }

    /// Whether frames lose their images while the delegate is busy; otherwise the source waits. At first
    /// `nil`: those of a live source do. Takes effect when the session starts.
    public var discardsLateFrames: Bool? {
        get { settings.withLock { $0.discardsLateFrames } }
        set { settings.withLock { $0.discardsLateFrames = newValue } }
    }

    /// Starts the output's thread, where it has one.
    public func start(
        connections: [CaptureConnection], isLossless: Bool
    ) throws(FacecapError) {
        let waits = discardsLateFrames.map { !$0 } ?? isLossless
        let queue: DeliveryQueue<Item>? =
            if callsDelegateAtOnce { nil } else { try makeQueue(waits: waits) }
        let joiner = FrameJoiner<CapturedFrame>(
            isObserved: connections.contains { $0.mediaType == .metadata },
            capacity: Self.capacity)
        running.withLock { $0 = Running(joiner: joiner, waits: waits, queue: queue) }
    }

    private func makeQueue(waits: Bool) throws(FacecapError) -> DeliveryQueue<Item> {
        try DeliveryQueue(
            threadName: "fc.video", capacity: LoadShedding.capacity(waits: waits),
            isLossless: waits,
            discarded: { item in
                Item(
                    frame: ObservedFrame(
                        header: item.frame.header, frame: nil,
                        observation: item.frame.observation), connection: item.connection)
            },
            makeReceiver: { { [unowned self] in output($0) } })
    }

    /// Takes the next frame, or what was found in one.
    public func deliver(_ delivery: CaptureDelivery, from connection: CaptureConnection) {
        switch delivery {
        case .frame(let frame):
            take(connection) { $0.append(connection.isEnabled ? frame : nil, of: frame.header) }
        case .skippedFrame(let header, _), .droppedFrame(let header, _):
            take(connection) { $0.append(nil, of: header) }
        case .observation(let observation): take(nil) { $0.append(observation) }
        case .notice(.ended) where connection.mediaType == .metadata:
            take(nil) { $0.endObservations() }
        case .audio, .depth, .encoded, .notice: break
        }
    }

    /// Hands over what waits, then ends the output's thread.
    public func finish() {
        take(nil) { $0.endObservations() }
        let last = running.withLock { running in
            defer { running = nil }
            return running
        }
        last?.queue?.finish()
    }

    /// Changes what waits and hands on what need not wait any longer.
    ///
    /// - Parameter frameConnection: by which a frame came; `nil` where something else did.
    private func take(
        _ frameConnection: CaptureConnection?,
        _ change: (inout FrameJoiner<CapturedFrame>) -> Void
    ) {
        running.wait { running -> Void? in
            guard var current = running else { return () }
            if frameConnection != nil, current.waits, !current.joiner.hasRoom { return nil }
            running = nil
            current.connection = frameConnection ?? current.connection
            change(&current.joiner)
            while let connection = current.connection,
                case .frame(let frame)? = current.joiner.next()
            {
                let item = Item(frame: frame, connection: connection)
                guard let queue = current.queue else {
                    output(item)
                    continue
                }
                if frame.frame == nil { queue.enqueueNote(item) } else { queue.enqueue(item) }
            }
            running = current
            return ()
        }
    }

    private func output(_ item: Item) {
        settings.withLock { $0.delegate }?.observedFrameOutput(
            self, didOutput: item.frame, from: item.connection)
    }
}
