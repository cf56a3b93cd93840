public import CaptureSamples
public import FaceValues
import Synchronization

/// Hands every picture of distances of a session to those who asked for it, on a thread of its own.
public final class DepthDataOutput: CaptureOutput {
    private struct Settings {
        var delegate: (any DepthDataOutputDelegate)?
        var observers: [any DepthDataOutputDelegate] = []
        var alwaysDiscardsLateDepthData = true
        var depthUnit = 0.001
    }

    private let settings = Mutex(Settings())
    private let queue = FrameDeliveryQueue(threadName: "fc.depth")

    /// An output without a delegate.
    public init() {}

    /// Always depth.
    public var mediaTypes: Set<MediaType> { [.depth] }

    /// Sets who is handed the distances; the output holds on to the delegate until another one is set.
    public func setDelegate(_ delegate: (any DepthDataOutputDelegate)?) {
        settings.withLock { $0.delegate = delegate }
    }

    /// Adds somebody who is handed what the delegate is, before it; the output holds on to them.
    public func addObserver(_ observer: any DepthDataOutputDelegate) {
        settings.withLock { $0.observers.append(observer) }
    }

    /// Metres in one unit of the device's pictures, at first 0.001, greater than 0.
    public var depthUnit: Double {
        get { settings.withLock { $0.depthUnit } }
        set {
            precondition(newValue > 0 && newValue.isFinite)
            settings.withLock { $0.depthUnit = newValue }
        }
    }

    /// Whether a live source's pictures are dropped while the delegate is busy, at first true; `false`
    /// makes the source wait. Takes effect when the session starts.
    public var alwaysDiscardsLateDepthData: Bool {
        get { settings.withLock { $0.alwaysDiscardsLateDepthData } }
        set { settings.withLock { $0.alwaysDiscardsLateDepthData = newValue } }
    }

    /// Starts the output's thread.
    public func start(
        connections: [CaptureConnection], isLossless: Bool
    ) throws(FacecapError) {
        let waits = isLossless || !alwaysDiscardsLateDepthData
        try queue.start(waits: waits) { [unowned self] in receive($0) }
    }

    /// Takes the next picture of distances.
    public func deliver(_ delivery: CaptureDelivery, from connection: CaptureConnection) {
        switch delivery {
        case .depth(let frame): queue.enqueue(frame, from: connection)
        case .droppedFrame(let header, let reason):
            queue.enqueueDropped(header, reason, from: connection)
        case .frame, .skippedFrame, .audio, .encoded, .notice: break
        }
    }

    /// Hands over what waits, then ends the thread.
    public func finish() { queue.finish() }

    private func receive(_ item: FrameDeliveryQueue.Item) {
        let (listeners, unit) = settings.withLock {
            ($0.observers + ($0.delegate.map { [$0] } ?? []), $0.depthUnit)
        }
        switch item {
        case .frame(let frame, let connection):
            if let depthData = DepthData(frame, unit: unit) {
                for listener in listeners {
                    listener.depthDataOutput(self, didOutput: depthData, from: connection)
                }
            } else {
                drop(frame.header, .corruptData, connection, listeners)
            }
        case .dropped(let header, let reason, let connection):
            drop(header, reason, connection, listeners)
        }
    }

    private func drop(
        _ header: FrameHeader, _ reason: DropReason, _ connection: CaptureConnection,
        _ listeners: [any DepthDataOutputDelegate]
    ) {
        for listener in listeners {
            listener.depthDataOutput(self, didDrop: header, reason: reason, from: connection)
        }
    }
}
