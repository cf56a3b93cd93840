// SPDX-License-Identifier: Apache-2.0
public import CaptureSamples
public import FaceValues
import Synchronization
internal import SystemSupport

/// Hands every depth image of a session to those who asked for it, on a thread of its own.
public final class CaptureDepthDataOutput: CaptureOutput {
    private struct Settings {
        var delegate: (any CaptureDepthDataOutputDelegate)?
        var alwaysDiscardsLateDepthData = true
        var depthUnit = 0.001
    }

    private let settings = Mutex(Settings())
    private enum Item: Sendable {
        case frame(CapturedFrame, CaptureConnection)
        case dropped(CapturedFrame.Header, FrameLedger.DropReason, CaptureConnection)
    }

    private let queue = Mutex<DeliveryQueue<Item>?>(nil)

    /// An output without a delegate.
    public init() {}

    /// Always depth.
    public var mediaTypes: Set<MediaType> { [.depth] }

    /// Sets who is handed the distances; the output holds on to the delegate until another one is set.
    public func setDelegate(_ delegate: (any CaptureDepthDataOutputDelegate)?) {
        settings.withLock { $0.delegate = delegate }
    }

    /// Meters in one unit of the device's frames, at first 0.001, greater than 0.
    public var depthUnit: Double {
        get { settings.withLock { $0.depthUnit } }
        set {
            precondition(newValue > 0 && newValue.isFinite)
            settings.withLock { $0.depthUnit = newValue }
        }
    }

    /// Whether a live source's frames are dropped while the delegate is busy, at first true; `false`
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
        let started = try DeliveryQueue<Item>(
            threadName: "fc.depth", capacity: LoadShedding.capacity(waits: waits),
            isLossless: waits,
            discarded: { item in
                guard case .frame(let frame, let connection) = item else { return item }
                return .dropped(frame.header, .lateData, connection)
            },
            receive: { [unowned self] next in while let item = next() { receive(item) } })
        queue.withLock { $0 = started }
    }

    /// Takes the next depth image.
    public func deliver(_ delivery: CaptureDelivery, from connection: CaptureConnection) {
        guard let queue = queue.withLock({ $0 }) else { return }
        switch delivery {
        case .depth(let frame) where connection.isEnabled:
            queue.enqueue(.frame(frame, connection))
        case .depth(let frame):
            queue.enqueueNote(.dropped(frame.header, .connectionDisabled, connection))
        case .droppedFrame(let header, let reason):
            queue.enqueueNote(.dropped(header, reason, connection))
        case .frame, .skippedFrame, .audio, .encoded, .observation, .notice: break
        }
    }

    /// Hands over what waits, then ends the thread.
    public func finish() { queue.finishQueue() }

    private func receive(_ item: Item) {
        let (delegate, unit) = settings.withLock { ($0.delegate, $0.depthUnit) }
        guard let delegate else { return }
        switch item {
        case .frame(let frame, let connection):
            if let depthData = DepthData(frame, unit: unit) {
                delegate.depthDataOutput(self, didOutput: depthData, from: connection)
            } else {
                delegate.depthDataOutput(
                    self, didDrop: frame.header, reason: .corruptData, from: connection)
            }
        case .dropped(let header, let reason, let connection):
            delegate.depthDataOutput(self, didDrop: header, reason: reason, from: connection)
        }
    }
}
