import CaptureSamples
import FaceValues
import Synchronization
import Testing

@testable import FaceCapture

/// The synchronizer at the end of a session.
struct DataOutputSynchronizerTests {
    /// Keeps what is handed over.
    private final class Keeper: DataOutputSynchronizerDelegate {
        private let state = Mutex<[SynchronizedDataCollection]>([])

        var collections: [SynchronizedDataCollection] { state.withLock { $0 } }

        func dataOutputSynchronizer(
            _ synchronizer: DataOutputSynchronizer,
            didOutput collection: SynchronizedDataCollection
        ) { state.withLock { $0.append(collection) } }
    }

    private func run(
        _ events: [CaptureEvent], _ outputs: [any CaptureOutput], discarding: Bool = false,
        faces: MetadataOutput? = nil
    ) async throws -> [SynchronizedDataCollection] {
        let session = CaptureSession()
        try await session.addInput(
            DeviceInput(device: CaptureSessionTests.device(ScriptedSource(events))))
        let synchronizer = try DataOutputSynchronizer(
            dataOutputs: outputs, maximumDelay: MediaTime(value: 60, timescale: 1),
            alwaysDiscardsLateData: discarding)
        let keeper = Keeper()
        synchronizer.setDelegate(keeper)
        for output in outputs { try await session.addOutput(output) }
        if let faces { try await session.addOutput(faces) }
        _ = try await CaptureSessionTests.run(session)
        synchronizer.finish()
        return keeper.collections
    }

    @Test func pictureFacesAndSoundOfOneInstantComeTogether() async throws {
        let (video, audio) = (ObservedFrameOutput(), AudioDataOutput())
        let events = (0..<40).flatMap { [ScriptedSource.frame($0), ScriptedSource.sound($0)] }
        let collections = try await run(
            events, [video, audio], faces: MetadataOutput(detector: ScriptedDetector()))
        #expect(collections.count == 40)
        for (number, collection) in collections.enumerated() {
            #expect(collection.presentationTime == MediaTime(value: Int64(number), timescale: 10))
            #expect(collection.discardedCount == 0)
            guard case .observedFrame(let frame) = collection[video],
                case .sound(let sound) = collection[audio]
            else {
                Issue.record("instant \(number) is not whole")
                continue
            }
            #expect(frame.header.id.number == number && frame.frame?.id.number == number)
            #expect(frame.observation?.frame.number == number)
            #expect(sound.map(\.samples) == [[Float(number)]])
        }
    }

    @Test func aFrameThatWasDroppedKeepsItsInstantWithTheReason() async throws {
        let (video, observed) = (VideoDataOutput(), ObservedFrameOutput())
        let dropped = CaptureEvent.dropped(
            .corruptData, presentationTime: MediaTime(value: 1, timescale: 10))
        let collections = try await run(
            [ScriptedSource.frame(0), dropped, ScriptedSource.frame(2)], [observed, video],
            faces: MetadataOutput(detector: ScriptedDetector()))
        #expect(collections.count == 3)
        guard case .droppedFrame(_, .corruptData) = collections[1][video],
            case .observedFrame(let frame) = collections[1][observed]
        else {
            Issue.record("the drop is not in its place")
            return
        }
        #expect(frame.frame == nil && frame.observation?.outcome == .dropped(.corruptData))
    }

    @Test func anOutputThatIsNotSynchronisedHasNothing() async throws {
        let (video, observed) = (VideoDataOutput(), ObservedFrameOutput())
        let collections = try await run([ScriptedSource.frame(0)], [video, observed])
        #expect(collections.count == 1)
        #expect(collections.first?[VideoDataOutput()] == nil)
    }

    @Test func theFirstOutputHasToHaveFrames() {
        #expect(throws: FacecapError.self) {
            _ = try DataOutputSynchronizer(dataOutputs: [AudioDataOutput(), VideoDataOutput()])
        }
        #expect(throws: FacecapError.self) {
            _ = try DataOutputSynchronizer(dataOutputs: [VideoDataOutput()])
        }
        #expect(throws: FacecapError.self) {
            _ = try DataOutputSynchronizer(
                dataOutputs: [VideoDataOutput(), DeliveryRecorder(.video)])
        }
    }

    @Test func instantsForABusyDelegateAreDiscardedAndCounted() {
        let queue = SynchronizerQueue(
            InstantMatcher([.frames, .frames], maximumDelayNanoseconds: 60_000_000_000),
            outputs: [], waits: false)
        for number in 0..<10 {
            let header = FrameHeader(
                id: FrameID(number),
                presentationTime: MediaTime(value: Int64(number), timescale: 10),
                captureNanoseconds: 0, orientation: .upright)
            for output in 0..<2 {
                queue.add(
                    .droppedFrame(header, .lateData), at: header.presentationTime, of: output)
            }
        }
        queue.finish()
        var seen: [(time: Double, discarded: Int)] = []
        while let collection = queue.next() {
            seen.append((collection.presentationTime.seconds, collection.discardedCount))
        }
        // The last one was complete, but not yet moved over.
        #expect(seen.count == 5)
        #expect(seen.map(\.discarded) == [5, 0, 0, 0, 0])
        #expect(seen.last?.time == 0.9)
    }
}
