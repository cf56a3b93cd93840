internal import CaptureQueues
public import FaceValues
import Synchronization

/// Hands over together what several outputs have of one instant, on a thread of its own.
///
/// The first output leads: each of its frames is an instant, at its session time. Frames of the others,
/// also of other cameras, belong to the nearest instant, sound to all that it overlaps. The
/// synchronizer becomes the delegate of the outputs, which are added to the session as without it. Frames and
/// faces of one camera need none: an ``ObservedFrameOutput`` has both.
public final class DataOutputSynchronizer: Sendable {
    /// The outputs, the leading one first.
    public let dataOutputs: [any CaptureOutput]
    let queue: SynchronizerQueue
    private let delegate = Mutex<(any DataOutputSynchronizerDelegate)?>(nil)
    private let thread = Mutex<WorkerThread?>(nil)

    /// A synchronizer of `dataOutputs`, which are the first one, with frames, and at least one other.
    ///
    /// - Parameters:
    ///   - maximumDelay: how long an instant waits for outputs that are behind; then they are missing
    ///     as `late`. At most 256 instants wait.
    ///   - alwaysDiscardsLateData: whether a delegate that is busy loses the oldest of four waiting
    ///     instants; `false`, for files, makes the outputs wait for the delegate and each other.
    /// - Throws: `invalidArgument` for an output that is no data output, and where the first one has no
    ///   frames; `systemFailed` when the system has no room for another thread.
    public init(
        dataOutputs: [any CaptureOutput],
        maximumDelay: MediaTime = MediaTime(value: 1, timescale: 2),
        alwaysDiscardsLateData: Bool = true
    ) throws(FacecapError) {
        self.dataOutputs = dataOutputs
        var kinds: [InstantMatcher.Kind] = []
        for output in dataOutputs { kinds.append(try Self.kind(of: output)) }
        guard kinds.count >= 2, kinds[0] == .frames else {
            throw FacecapError(
                .invalidArgument,
                "Synchronise at least two outputs, the first of them one of frames.")
        }
        let delay = alwaysDiscardsLateData ? max(0, maximumDelay.nanoseconds) : nil
        let queue = SynchronizerQueue(
            InstantMatcher(kinds, maximumDelayNanoseconds: delay),
            outputs: dataOutputs.map { ObjectIdentifier($0) }, waits: !alwaysDiscardsLateData)
        self.queue = queue
        for (index, output) in dataOutputs.enumerated() {
            let receiver = SynchronizedReceiver(queue, index: index)
            (output as? VideoDataOutput)?.setSampleBufferDelegate(receiver)
            (output as? ObservedFrameOutput)?.setDelegate(receiver)
            (output as? DepthDataOutput)?.setDelegate(receiver)
            (output as? AudioDataOutput)?.setSampleBufferDelegate(receiver)
        }
        let worker = try WorkerThread(name: "fc.sync") { [weak self] in
            while let collection = queue.next() { self?.output(collection) }
        }
        thread.withLock { $0 = worker }
    }

    deinit { queue.finish() }

    /// Sets who is handed the instants; the synchronizer holds on to the delegate until another one is
    /// set.
    public func setDelegate(_ newDelegate: (any DataOutputSynchronizerDelegate)?) {
        delegate.withLock { $0 = newDelegate }
    }

    /// Hands over what still waits, with whatever is there, and waits for it; call it once the session
    /// has stopped, not from the delegate. Later data are ignored.
    public func finish() {
        queue.finish()
        let last = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        last?.join()
    }

    private func output(_ collection: SynchronizedDataCollection) {
        delegate.withLock { $0 }?.dataOutputSynchronizer(self, didOutput: collection)
    }

    private static func kind(
        of output: any CaptureOutput
    ) throws(FacecapError) -> InstantMatcher.Kind {
        switch output {
        case is VideoDataOutput, is ObservedFrameOutput, is DepthDataOutput: return .frames
        case is AudioDataOutput: return .sound
        default:
            throw FacecapError(
                .invalidArgument, "\(type(of: output)) cannot be synchronised with others.")
        }
    }
}
