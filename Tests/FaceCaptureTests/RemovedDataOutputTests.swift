import CaptureSamples
import FaceValues
import Synchronization
import Testing

@testable import FaceCapture

/// Outputs for programs that are taken out of a session that goes on: faces go on, and the outputs go.
@Suite(.timeLimit(.minutes(2))) struct RemovedDataOutputTests {
    enum Kind: CaseIterable, Sendable {
        case video, audio, depth, metadata, observedFrames

        fileprivate func makeOutput() -> any CaptureOutput {
            switch self {
            case .video: VideoDataOutput()
            case .audio: AudioDataOutput()
            case .depth: DepthDataOutput()
            case .observedFrames: ObservedFrameOutput()
            case .metadata: MetadataOutput(detector: ScriptedDetector())
            }
        }
    }

    private let session = CaptureSession()
    private let source = SteppedSource()
    private let faces = MetadataOutput(detector: ScriptedDetector())

    private func start(_ outputs: [any CaptureOutput]) async throws {
        try await session.addInput(
            DeviceInput(device: CaptureSessionTests.device { [source] _ in source }))
        for output in outputs { try await session.addOutput(output) }
        try await session.startRunning()
    }

    private func show(_ numbers: Range<Int>) {
        source.show(
            numbers.flatMap { [ScriptedSource.frame($0), ScriptedSource.sound($0)] })
    }

    @Test(arguments: Kind.allCases)
    func facesGoOnAndTheOutputIsReleased(kind: Kind) async throws {
        var output: (any CaptureOutput)? = kind.makeOutput()
        weak var released: (any CaptureOutput)?
        released = output
        try await start([try #require(output), faces])
        show(0..<5)
        try await session.removeOutput(try #require(output))
        output = nil
        #expect(released == nil)
        show(5..<10)
        await session.stopRunning()
        #expect(faces.ledger.analysed == 10)
    }

    /// Counts instants.
    private final class Counter: DataOutputSynchronizerDelegate {
        let count = Mutex(0)

        func dataOutputSynchronizer(
            _ synchronizer: DataOutputSynchronizer,
            didOutput collection: SynchronizedDataCollection
        ) { count.withLock { $0 += 1 } }
    }

    /// Nobody waits for an output that is not there any more, be it the one that leads or another.
    @Test(arguments: [true, false])
    func facesGoOnWhereASynchronizedOutputIsTakenOut(isLeading: Bool) async throws {
        var video: VideoDataOutput? = VideoDataOutput()
        weak var releasedVideo: VideoDataOutput?
        releasedVideo = video
        let observed = ObservedFrameOutput()
        var synchronizer: DataOutputSynchronizer? = try DataOutputSynchronizer(
            dataOutputs: isLeading
                ? [try #require(video), observed] : [observed, try #require(video)],
            alwaysDiscardsLateData: false)
        weak var releasedQueue: SynchronizerQueue?
        releasedQueue = synchronizer?.queue
        let counter = Counter()
        synchronizer?.setDelegate(counter)
        try await start([try #require(video), observed, faces])
        show(0..<5)
        try await session.removeOutput(try #require(video))
        // More than a synchronizer keeps.
        show(5..<405)
        try await session.removeOutput(observed)
        synchronizer?.finish()
        #expect(counter.count.withLock { $0 } == (isLeading ? 5 : 405))
        (synchronizer, video) = (nil, nil)
        observed.setDelegate(nil)
        // With the frames that wait for the output that is gone.
        #expect(releasedQueue == nil && releasedVideo == nil)
        show(405..<410)
        await session.stopRunning()
        #expect(faces.ledger.analysed == 410)
    }
}
