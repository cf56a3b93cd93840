// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Testing
import TestSupport

@testable import FaceCapture

/// What a session hands from the output that looks for faces to those that use them.
@Suite(.usualTimeLimit) struct MetadataConnectionTests {
    private let session = CaptureSession()
    private let faces = CaptureMetadataOutput(detector: ScriptedDetector())

    @discardableResult
    private func addInput(_ source: any CaptureSource & Sendable) async throws -> CaptureDeviceInput
    {
        let input = CaptureDeviceInput(device: CaptureSessionTests.device { _ in source })
        try await session.addInput(input)
        return input
    }

    private func run(
        _ outputs: [any CaptureOutput], _ events: [CaptureEvent] = ScriptedSource.frames(3)
    ) async throws {
        try await addInput(ScriptedSource(events))
        for output in outputs { try await session.addOutput(output) }
        _ = try await CaptureSessionTests.run(session)
    }

    @Test(arguments: [false, true])
    func everyObservationComesInWhicheverOrderOutputsAreAdded(isFirst: Bool) async throws {
        let (receiver, delegate) = (ObservationRecorder(), Recorder())
        faces.setMetadataObjectsDelegate(delegate)
        try await run(isFirst ? [receiver, faces] : [faces, receiver])
        #expect(receiver.content.observations.count == 3)
        #expect(receiver.content.observations == delegate.content.observations)
        #expect(receiver.content.connections.map(\.mediaType) == [.metadata])
    }

    @Test func whoLooksFinishesBeforeThoseThatUseWhatItFinds() async throws {
        let receiver = ObservationRecorder([.video, .metadata])
        try await run([receiver, faces])
        #expect(receiver.content.history.suffix(2) == ["ended", "finished"])
        #expect(receiver.content.observations.count == 3)
    }

    /// An output with frames hears of it along their connection.
    @Test(arguments: [false, true])
    func whatHappensBetweenFramesComesOnce(takesFrames: Bool) async throws {
        let receiver = ObservationRecorder(takesFrames ? [.video, .metadata] : [.metadata])
        try await run(
            [faces, receiver], [ScriptedSource.frame(0), .lost(count: 2), ScriptedSource.frame(1)])
        #expect(receiver.content.notices == [.lost(count: 2), .ended(.endOfStream)])
    }

    @Test func facesOfAnotherInputDoNotCome() async throws {
        let (left, right) = (
            try await addInput(ScriptedSource(ScriptedSource.frames(2))),
            try await addInput(ScriptedSource(ScriptedSource.frames(5)))
        )
        let receivers = [left, right].map { _ in ObservationRecorder([.video, .metadata]) }
        try await session.addOutput(faces, from: [right])
        for (receiver, input) in zip(receivers, [left, right]) {
            try await session.addOutput(receiver, from: [input])
        }
        _ = try await CaptureSessionTests.run(session)
        #expect(receivers.map(\.content.frames.count) == [2, 5])
        #expect(receivers.map(\.content.observations.count) == [0, 5])
    }

    @Test func aDisabledConnectionSaysNothingOfFaces() async throws {
        let receiver = ObservationRecorder()
        try await addInput(ScriptedSource(ScriptedSource.frames(3)))
        try await session.addOutput(faces)
        try await session.addOutput(receiver)
        try #require(await session.connection(to: receiver)).isEnabled = false
        _ = try await CaptureSessionTests.run(session)
        #expect(
            receiver.content.observations.map(\.outcome)
                == .init(repeating: .skipped(.detectionOff), count: 3))
        #expect(receiver.content.observations.flatMap(\.faces).isEmpty)
        #expect(faces.ledger.analysed == 3)
    }

    @Test func whoComesAndGoesHasTheFacesOfEachOfItsFrames() async throws {
        let source = SteppedSource()
        try await addInput(source)
        try await session.addOutput(faces)
        try await session.startRunning()
        source.show((0..<4).map(ScriptedSource.frame))
        let receiver = ObservationRecorder([.video, .metadata])
        try await session.addOutput(receiver)
        source.show((4..<9).map(ScriptedSource.frame))
        try await session.removeOutput(receiver)
        #expect(receiver.content.frames == Array(4..<9))
        #expect(receiver.content.observations.map(\.frame.number) == Array(4..<9))
        #expect(receiver.content.history.suffix(2) == ["ended", "finished"])
        source.show((9..<12).map(ScriptedSource.frame))
        await session.stopRunning()
        #expect(receiver.content.observations.count == 5)
        #expect(faces.ledger.analysed == 12)
    }

    /// The frames of the other input are counted on.
    @Test func facesGoOnWithAnotherInput() async throws {
        let sources = [SteppedSource(), SteppedSource()]
        let receiver = ObservationRecorder([.video, .metadata])
        let first = try await addInput(sources[0])
        try await session.addOutput(receiver)
        try await session.addOutput(faces)
        try await session.startRunning()
        sources[0].show((0..<3).map(ScriptedSource.frame))
        await session.beginConfiguration()
        try await session.removeInput(first)
        try await addInput(sources[1])
        try await session.commitConfiguration()
        sources[1].show((3..<8).map(ScriptedSource.frame))
        await session.stopRunning()
        #expect(receiver.content.frames == Array(0..<8))
        #expect(receiver.content.observations.map(\.frame.number) == receiver.content.frames)
        #expect(receiver.content.history.filter { $0 == "ended" }.count == 1)
    }

    @Test func thoseThatStayAreToldThatNobodyLooksAnyMore() async throws {
        let source = SteppedSource()
        let receiver = ObservationRecorder([.video, .metadata])
        try await addInput(source)
        try await session.addOutput(receiver)
        try await session.addOutput(faces)
        try await session.startRunning()
        source.show((0..<4).map(ScriptedSource.frame))
        try await session.removeOutput(faces)
        #expect(receiver.content.history.last == "ended")
        #expect(receiver.content.observations.count == 4)
        source.show([ScriptedSource.frame(4)])
        await session.stopRunning()
        #expect(receiver.content.frames == Array(0..<5))
        #expect(receiver.content.observations.count == 4)
    }
}
