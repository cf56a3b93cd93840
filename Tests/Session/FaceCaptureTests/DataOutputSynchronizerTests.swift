// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import SystemSupport
import Testing
import TestSupport

@testable import FaceCapture

/// The synchronizer at the end of a session.
@Suite(.usualTimeLimit) struct DataOutputSynchronizerTests {
    /// Keeps what is handed over.
    private final class Keeper: CaptureDataOutputSynchronizerDelegate {
        private let state = Monitor<[CaptureSynchronizedDataCollection]>([])

        var collections: [CaptureSynchronizedDataCollection] { state.withLock { $0 } }

        func wait(forCollections count: Int) { state.wait { $0.count >= count ? () : nil } }

        func dataOutputSynchronizer(
            _ synchronizer: CaptureDataOutputSynchronizer,
            didOutput collection: CaptureSynchronizedDataCollection
        ) { state.withLock { $0.append(collection) } }
    }

    /// What a synchronizer of several inputs hands over.
    ///
    /// - Parameter count: instants after which the session is stopped; `nil` where it ends by itself.
    private func run(
        _ sources: [ScriptedSource], mediaTypes: Set<MediaType> = [.video, .metadata, .audio],
        until count: Int? = nil
    ) async throws -> (
        collections: [CaptureSynchronizedDataCollection], inputs: [CaptureDeviceInput]
    ) {
        let session = CaptureSession()
        let inputs = sources.map { CaptureDeviceInput(device: Self.device($0)) }
        for input in inputs { try await session.addInput(input) }
        let synchronizer = CaptureDataOutputSynchronizer(
            mediaTypes: mediaTypes, maximumDelay: MediaTime(value: 60, timescale: 1),
            alwaysDiscardsLateData: false)
        let keeper = Keeper()
        synchronizer.setDelegate(keeper)
        try await session.addOutput(synchronizer)
        try await session.addOutput(CaptureMetadataOutput(detector: ScriptedDetector()))
        if let count {
            try await session.startRunning()
            keeper.wait(forCollections: count)
            await session.stopRunning()
        } else {
            _ = try await CaptureSessionTests.run(session)
        }
        return (keeper.collections, inputs)
    }

    private static func device(_ source: ScriptedSource) -> CaptureDevice {
        let mediaTypes: Set<MediaType> =
            source.depthFormat != nil
            ? [.depth] : source.videoFormat == nil ? [.audio] : [.video, .audio]
        return CaptureDevice(
            kind: .camera, uniqueID: "test", localizedName: "test", mediaTypes: mediaTypes
        ) { _ throws(FacecapError) in source }
    }

    @Test func framesFacesAndAudioOfOneInstantComeTogether() async throws {
        let events = (0..<40).flatMap { [ScriptedSource.frame($0), ScriptedSource.audio($0)] }
        let (collections, inputs) = try await run([ScriptedSource(events, hasAudio: true)])
        #expect(collections.count == 40)
        for (number, collection) in collections.enumerated() {
            #expect(collection.presentationTime == MediaTime(value: Int64(number), timescale: 10))
            #expect(collection.discardedCount == 0)
            guard case .frame(let frame, let observation) = collection[.video, of: inputs[0]],
                case .audio(let audio) = collection[.audio, of: inputs[0]]
            else {
                Issue.record("instant \(number) is not whole")
                continue
            }
            #expect(frame.id.number == number && observation?.frame == frame.id)
            #expect(audio.map(\.samples) == [[Float(number)]])
        }
    }

    @Test func distancesAndFramesOfOtherInputsComeWithTheFirst() async throws {
        let sources = [
            ScriptedSource(ScriptedSource.frames(20), ending: .waitForCancel),
            ScriptedSource(
                (0..<20).map { ScriptedSource.depth($0) }, ending: .waitForCancel,
                isDepthCamera: true),
            ScriptedSource(ScriptedSource.frames(20), ending: .waitForCancel),
        ]
        let (collections, inputs) = try await run(
            sources, mediaTypes: [.video, .metadata, .depth], until: 20)
        #expect(collections.count == 20)
        for collection in collections {
            guard case .frame(let left, let observation) = collection[.video, of: inputs[0]],
                case .frame(let right, nil) = collection[.video, of: inputs[2]],
                case .depth(let depthData) = collection[.depth, of: inputs[1]]
            else {
                Issue.record("\(collection.presentationTime) is not whole")
                continue
            }
            #expect(observation?.frame == left.id && right.id == left.id)
            #expect(depthData.presentationTime == collection.presentationTime)
            #expect(depthData.distance(x: 1, y: 0) == 1.001)
        }
    }

    @Test func aFrameThatWasDroppedKeepsItsInstantWithTheReason() async throws {
        let dropped = CaptureEvent.dropped(
            .corruptData, presentationTime: MediaTime(value: 1, timescale: 10))
        let (collections, inputs) = try await run([
            ScriptedSource([ScriptedSource.frame(0), dropped, ScriptedSource.frame(2)])
        ])
        #expect(collections.count == 3)
        guard case .droppedFrame(_, .corruptData) = collections[1][.video, of: inputs[0]] else {
            Issue.record("the drop is not in its place")
            return
        }
    }

    @Test func instantsGoOnWithFacesThatComeLaterAndWithAnotherInput() async throws {
        let session = CaptureSession()
        let sources = [SteppedSource(), SteppedSource()]
        let inputs = sources.map { source in
            CaptureDeviceInput(device: CaptureSessionTests.device { _ in source })
        }
        let synchronizer = CaptureDataOutputSynchronizer(
            mediaTypes: [.video, .metadata], alwaysDiscardsLateData: false)
        let keeper = Keeper()
        synchronizer.setDelegate(keeper)
        try await session.addInput(inputs[0])
        try await session.addOutput(synchronizer)
        try await session.startRunning()
        sources[0].show((0..<3).map(ScriptedSource.frame))
        try await session.addOutput(CaptureMetadataOutput(detector: ScriptedDetector()))
        sources[0].show((3..<5).map(ScriptedSource.frame))
        try await session.configure { session in
            try session.removeInput(inputs[0])
            try session.addInput(inputs[1])
        }
        sources[1].show((5..<8).map(ScriptedSource.frame))
        await session.stopRunning()
        let collections = keeper.collections
        #expect(collections.map(\.presentationTime.value) == Array(0..<8))
        let areObserved = collections.map { collection in
            if case .frame(_, .some) = collection.data.first?.data { true } else { false }
        }
        #expect(areObserved == (0..<8).map { $0 >= 3 })
        #expect(collections.last?.data.first?.connection.input === inputs[1])
    }

    @Test func aSynchronizerGoesOnWithoutAnInputThatHadEndedBeforeItCame() async throws {
        let session = CaptureSession()
        let sources = [SteppedSource(), SteppedSource()]
        let inputs = sources.map { source in
            CaptureDeviceInput(device: CaptureSessionTests.device { _ in source })
        }
        let synchronizer = CaptureDataOutputSynchronizer(
            mediaTypes: [.video], alwaysDiscardsLateData: false)
        let keeper = Keeper()
        synchronizer.setDelegate(keeper)
        for input in inputs { try await session.addInput(input) }
        try await session.startRunning()
        sources[0].end()
        while inputs[0].openSource?.hasEnded == false { await Task.yield() }
        try await session.addOutput(synchronizer)
        sources[1].show((0..<3).map(ScriptedSource.frame))
        await session.stopRunning()
        let data = keeper.collections.map { $0[.video, of: inputs[0]] }
        #expect(data.count == 3)
        for absent in data {
            guard case .missing(.none)? = absent else {
                Issue.record("it is waited for")
                return
            }
        }
    }

    /// Neither another camera nor the one before can be opened: the session goes on with the second one.
    @Test func aSynchronizerIsNotLedByACameraThatWasLost() async throws {
        let session = CaptureSession(goesOnAfterFailure: true)
        let sources = [SteppedSource(), SteppedSource()]
        let openCount = Monitor(0)
        let inputs = [
            CaptureDeviceInput(
                device: CaptureSessionTests.device { _ throws(FacecapError) in
                    let isFirst = openCount.withLock { count in
                        count += 1
                        return count == 1
                    }
                    guard isFirst else { throw FacecapError(.deviceDisconnected, "gone") }
                    return sources[0]
                }),
            CaptureDeviceInput(device: CaptureSessionTests.device { _ in sources[1] }),
        ]
        for input in inputs { try await session.addInput(input) }
        try await session.startRunning()
        let busy = CaptureSessionTests.device { _ throws(FacecapError) in
            throw FacecapError(.deviceBusy, "busy")
        }
        // At first it is opened to no avail, then not at all.
        for code in [FacecapError.Code.deviceBusy, .invalidState] {
            let error = await #expect(throws: FacecapError.self) {
                try await session.switchDevice(of: inputs[0], to: busy)
            }
            #expect(error?.code == code)
        }
        let synchronizer = CaptureDataOutputSynchronizer(
            mediaTypes: [.video], alwaysDiscardsLateData: false)
        let keeper = Keeper()
        synchronizer.setDelegate(keeper)
        try await session.addOutput(synchronizer)
        sources[1].show((0..<3).map(ScriptedSource.frame))
        await session.stopRunning()
        #expect(keeper.collections.map(\.presentationTime.value) == [0, 1, 2])
        #expect(keeper.collections.allSatisfy { $0.data.first?.connection.input === inputs[1] })
    }

    @Test func whatIsNotSynchronisedIsNotThere() async throws {
        let (collections, inputs) = try await run(
            [ScriptedSource([ScriptedSource.frame(0), ScriptedSource.audio(0)])],
            mediaTypes: [.video])
        #expect(collections.count == 1)
        #expect(collections.first?[.audio, of: inputs[0]] == nil)
        guard case .frame(_, nil) = collections.first?[.video, of: inputs[0]] else {
            Issue.record("there are faces, or no frame")
            return
        }
    }

    @Test func whatTheOpenDeviceDoesNotHaveIsNotThere() async throws {
        let (collections, inputs) = try await run([ScriptedSource(ScriptedSource.frames(3))])
        #expect(inputs[0].device.mediaTypes.contains(.audio))
        #expect(collections.map(\.data.count) == [1, 1, 1])
    }

    @Test func withoutFramesNothingCanBeSynchronised() async throws {
        await #expect(throws: FacecapError.self) {
            _ = try await run([ScriptedSource([ScriptedSource.audio(0)], isMicrophone: true)])
        }
    }

    // MARK: Without a session

    /// A frame that was dropped.
    private static func frame(_ number: Int) -> CaptureDelivery {
        let header = CapturedFrame.Header(
            id: FrameID(number),
            presentationTime: MediaTime(value: Int64(number), timescale: 10),
            captureNanoseconds: 0, orientation: .upright)
        return .droppedFrame(header, .lateData)
    }

    /// Connections of as many inputs, which are not open.
    private static func connections(_ mediaTypes: [MediaType]) -> [CaptureConnection] {
        mediaTypes.map { mediaType in
            CaptureConnection(
                input: CaptureDeviceInput(device: CaptureSessionTests.device(ScriptedSource([]))),
                mediaType: mediaType)
        }
    }

    /// Why the last connection has nothing of an instant.
    private func absence(
        in collection: CaptureSynchronizedDataCollection?
    ) -> CaptureSynchronizedData.Absence? {
        if case .missing(let absence)? = collection?.data.last?.data { absence } else { nil }
    }

    @Test(arguments: [MediaType.video, .audio, .depth])
    func anInputThatEndedHasNothing(mediaType: MediaType) {
        let connections = Self.connections([.video, mediaType])
        let queue = SynchronizerQueue(
            connections, depthUnit: 0.001, maximumDelayNanoseconds: nil)
        queue.take(.notice(.ended(.endOfStream)), from: connections[1])
        queue.take(Self.frame(0), from: connections[0])
        queue.follow(connections)
        queue.take(Self.frame(1), from: connections[0])
        queue.finish()
        for _ in 0..<2 {
            #expect(absence(in: queue.next()) == CaptureSynchronizedData.Absence.none)
        }
    }

    @Test func theLastFramesOfAnInputThatEndedAreWaitedFor() {
        let connections = Self.connections([.video, .video])
        let faces = CaptureConnection(input: connections[1].input, mediaType: .metadata)
        let queue = SynchronizerQueue(
            connections + [faces], depthUnit: 0.001, maximumDelayNanoseconds: nil)
        for connection in connections { queue.take(Self.frame(0), from: connection) }
        queue.take(.notice(.ended(.endOfStream)), from: connections[1])
        queue.take(Self.frame(1), from: connections[0])
        queue.finish()
        guard case .droppedFrame? = queue.next()?.data.last?.data else {
            Issue.record("the last frame is not there")
            return
        }
        #expect(absence(in: queue.next()) == CaptureSynchronizedData.Absence.none)
    }

    @Test func disabledDistancesAreDropped() {
        let connections = Self.connections([.video, .depth])
        connections[1].isEnabled = false
        let queue = SynchronizerQueue(
            connections, depthUnit: 0.001, maximumDelayNanoseconds: nil)
        queue.take(Self.frame(0), from: connections[0])
        let image = CapturedFrame(id: FrameID(0), sampleBuffer: ScriptedSource.sample(0))
        queue.take(.depth(image), from: connections[1])
        queue.finish()
        guard case .droppedFrame(_, .connectionDisabled)? = queue.next()?.data.last?.data else {
            Issue.record("the drop is not in its place")
            return
        }
    }

    @Test func disabledAudioIsNotWaitedFor() {
        let connections = Self.connections([.video, .audio])
        connections[1].isEnabled = false
        let queue = SynchronizerQueue(
            connections, depthUnit: 0.001, maximumDelayNanoseconds: nil)
        queue.take(Self.frame(0), from: connections[0])
        queue.finish()
        #expect(absence(in: queue.next()) == CaptureSynchronizedData.Absence.none)
    }

    @Test func instantsForABusyDelegateAreDiscardedAndCounted() {
        let connections = Self.connections([.video, .video])
        let queue = SynchronizerQueue(
            connections, depthUnit: 0.001, maximumDelayNanoseconds: 60_000_000_000)
        for number in 0..<10 {
            for connection in connections { queue.take(Self.frame(number), from: connection) }
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
