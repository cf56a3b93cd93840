// SPDX-License-Identifier: Apache-2.0
public import CaptureSamples
public import FaceValues
import Synchronization
internal import SystemSupport

/// Hands over together what several inputs have of one instant: frames with their faces, audio, distances.
///
/// It is an output itself, fed by every input that it is added with. The frames of the first camera lead, or distances
/// where there is none: each is an instant, at its session time. Frames of other cameras belong to the nearest instant,
/// audio to all that it overlaps; faces belong to their frame, by its number.
public final class CaptureDataOutputSynchronizer: CaptureOutput {
    private struct Running {
        let queue: SynchronizerQueue
        let thread: WorkerThread
    }

    /// What is synchronized.
    public let mediaTypes: Set<MediaType>
    private let maximumDelay: MediaTime
    private let alwaysDiscardsLateData: Bool
    private let depthUnit: Double
    private let delegate = Mutex<(any CaptureDataOutputSynchronizerDelegate)?>(nil)
    private let running = Mutex<Running?>(nil)

    /// A synchronizer without a delegate.
    ///
    /// - Parameters:
    ///   - mediaTypes: what is synchronized, with frames or distances among it.
    ///   - maximumDelay: how long an instant waits for inputs that are behind; then they are missing
    ///     as `late`. At most 256 instants wait, and 256 samples of each other input for an instant, also where
    ///     inputs do not run at one pace.
    ///   - alwaysDiscardsLateData: whether a delegate that is busy loses the oldest of four waiting
    ///     instants; `false`, for files, makes the inputs wait for the delegate, but not for each other.
    ///   - depthUnit: meters in one unit of images of distances, greater than 0.
    public init(
        mediaTypes: Set<MediaType> = [.video, .metadata, .audio, .depth],
        maximumDelay: MediaTime = MediaTime(value: 1, timescale: 2),
        alwaysDiscardsLateData: Bool = true, depthUnit: Double = 0.001
    ) {
        precondition(depthUnit > 0 && depthUnit.isFinite)
        self.mediaTypes = mediaTypes
        self.maximumDelay = maximumDelay
        self.alwaysDiscardsLateData = alwaysDiscardsLateData
        self.depthUnit = depthUnit
    }

    /// Takes all that its inputs have.
    public var joinsInputs: Bool { true }

    /// Sets who is handed the instants, on the thread `fc.sync`; the synchronizer holds on to the delegate
    /// until another one is set.
    public func setDelegate(_ newDelegate: (any CaptureDataOutputSynchronizerDelegate)?) {
        delegate.withLock { $0 = newDelegate }
    }

    /// Starts the synchronizer's thread.
    ///
    /// Throws `invalidState` where no input has frames that could lead.
    public func start(
        connections: [CaptureConnection], isLossless: Bool
    ) throws(FacecapError) {
        guard connections.contains(where: { [.video, .depth].contains($0.mediaType) }) else {
            throw FacecapError(
                .invalidState,
                "Only what belongs to frames can be synchronized; feed the synchronizer from a camera"
                    + " too.")
        }
        let queue = SynchronizerQueue(
            connections, depthUnit: depthUnit,
            maximumDelayNanoseconds: alwaysDiscardsLateData
                ? max(0, maximumDelay.boundedNanoseconds) : nil)
        let thread = try WorkerThread(name: "fc.sync") { [unowned self] in
            while let collection = queue.next() {
                delegate.withLock { $0 }?.dataOutputSynchronizer(self, didOutput: collection)
            }
        }
        running.withLock { $0 = Running(queue: queue, thread: thread) }
    }

    /// Hands over what waits, with whatever is there, and goes on with the instants of the first input that has frames.
    public func connectionsDidChange(_ connections: [CaptureConnection]) {
        running.withLock { $0 }?.queue.follow(connections)
    }

    /// Takes what a connection has; waits while the delegate is busy where nothing may be lost.
    public func deliver(_ delivery: CaptureDelivery, from connection: CaptureConnection) {
        running.withLock { $0 }?.queue.take(delivery, from: connection)
    }

    /// Hands over what still waits, with whatever is there, then ends the thread.
    public func finish() {
        let last = running.withLock { $0.take() }
        last?.queue.finish()
        last?.thread.join()
    }
}
