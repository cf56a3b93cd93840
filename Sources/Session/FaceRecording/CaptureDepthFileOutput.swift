// SPDX-License-Identifier: Apache-2.0
public import CaptureSamples
public import FaceCapture
public import FaceValues
internal import MediaCodecs
internal import Synchronization
internal import SystemSupport

/// Records the distances of a session without loss into a file of their own, from its start to its end.
///
/// All work is done on the thread `fc.depthfile`. The movie beside it comes first: live, distances are
/// dropped while too many wait or another output is behind. Times are the session's.
public final class CaptureDepthFileOutput: CaptureOutput {
    /// How far the file is.
    public struct Status: Sendable, Hashable {
        /// Frames of distances in the file.
        public internal(set) var frameCount = 0
        /// Frames that were left out.
        public internal(set) var droppedCount = 0
        /// What ended the file early.
        public internal(set) var failure: FacecapError?
    }

    private struct Running {
        let queue: DeliveryQueue<CapturedFrame>
        let isLossless: Bool
    }

    /// Frames that may wait.
    private static var capacity: Int { 8 }

    private let path: String
    private let overwritesExistingFile: Bool
    private let rival: (any CaptureOutput)?
    private let isCancelled: @Sendable () -> Bool
    private let running = Mutex<Running?>(nil)
    private let currentStatus = Mutex(Status())

    /// An output that makes the file with the first frame.
    ///
    /// - Parameters:
    ///   - path: where the Matroska file is written.
    ///   - overwritingExistingFile: whether a file that is there is replaced.
    ///   - rival: the output that matters more, such as the movie's.
    ///   - isCancelled: whether the file is to be left out; asked for on `fc.depthfile` once all is written.
    public init(
        path: String, overwritingExistingFile: Bool = false,
        givingWayTo rival: (any CaptureOutput)? = nil,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) {
        self.isCancelled = isCancelled
        self.path = path
        self.overwritesExistingFile = overwritingExistingFile
        self.rival = rival
    }

    /// Always depth.
    public var mediaTypes: Set<MediaType> { [.depth] }

    /// How far the file is.
    public var status: Status { currentStatus.withLock { $0 } }

    /// Loads the encoders' libraries, and starts the thread.
    public func start(
        connections: [CaptureConnection], isLossless: Bool
    ) throws(FacecapError) {
        EncoderLibraries.load()
        currentStatus.withLock { $0 = Status() }
        let queue = try DeliveryQueue<CapturedFrame>(
            threadName: "fc.depthfile", capacity: Self.capacity,
            receive: { [unowned self] next in write(next) })
        running.withLock { $0 = Running(queue: queue, isLossless: isLossless) }
    }

    /// Takes the next depth image.
    public func deliver(_ delivery: CaptureDelivery, from connection: CaptureConnection) {
        guard connection.isEnabled, let running = running.withLock({ $0 }) else { return }
        if case .droppedFrame = delivery {
            currentStatus.withLock { $0.droppedCount += 1 }
        }
        guard case .depth(let frame) = delivery else { return }
        let hasRoom =
            running.queue.wholeCount < Self.capacity && rival?.load ?? .relaxed == .relaxed
        if hasRoom || running.isLossless {
            running.queue.enqueue(frame)
        } else {
            currentStatus.withLock { $0.droppedCount += 1 }
        }
    }

    /// Writes all that was delivered, finishes the file, and waits for both.
    public func finish() {
        let last = running.withLock { $0.take() }
        last?.queue.finish()
    }

    private func write(_ next: () -> CapturedFrame?) {
        var writer: DepthFileWriter?
        var lastTime: MediaTime?
        while let frame = next() {
            let time = frame.sampleBuffer.presentationTime
            guard status.failure == nil, lastTime.map({ $0 < time }) ?? true else {
                currentStatus.withLock { $0.droppedCount += 1 }
                continue
            }
            lastTime = time
            attempt { () throws(FacecapError) in
                if writer == nil { writer = try makeWriter(frame.sampleBuffer.pixelBuffer) }
                try writer?.append(frame.sampleBuffer)
                currentStatus.withLock { $0.frameCount += 1 }
            }
        }
        if isCancelled() {
            writer?.cancel()
            return currentStatus.withLock { $0.frameCount = 0 }
        }
        attempt { () throws(FacecapError) in try writer?.finish() }
    }

    private func makeWriter(_ image: PixelBuffer) throws(FacecapError) -> DepthFileWriter {
        try DepthFileWriter(
            path: path, width: image.width, height: image.height,
            overwriting: overwritesExistingFile)
    }

    private func attempt(_ body: () throws(FacecapError) -> Void) {
        do throws(FacecapError) {
            try body()
        } catch {
            currentStatus.withLock { $0.failure = $0.failure ?? error }
        }
    }
}
