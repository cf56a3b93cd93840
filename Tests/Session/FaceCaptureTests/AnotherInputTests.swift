// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceTracking
import FaceValues
import TestSupport
import Testing

@testable import FaceCapture

/// An output that looks for faces, and sees what another input shows, or goes on after a stop.
@Suite(.usualTimeLimit) struct AnotherInputTests {
    private let session = CaptureSession()
    private let recorder = Recorder()
    private let faces = CaptureMetadataOutput(detector: ScriptedDetector())

    init() { faces.setMetadataObjectsDelegate(recorder) }

    private func input(_ source: SteppedSource) -> CaptureDeviceInput {
        CaptureDeviceInput(device: CaptureSessionTests.device { _ in source })
    }

    /// Frames of one input, then of another one that takes its place.
    ///
    /// - Parameter stepCount: in how many configurations it does.
    private func exchange(stepCount: Int) async throws -> [FaceObservation] {
        let (left, right) = (SteppedSource(), SteppedSource())
        let (first, second) = (input(left), input(right))
        try await session.addInput(first)
        try await session.addOutput(faces)
        try await session.startRunning()
        left.show((0..<3).map(ScriptedSource.frame))
        if stepCount == 1 {
            try await session.configure { session in
                try session.removeInput(first)
                try session.addInput(second)
            }
        } else {
            try await session.removeInput(first)
            try await session.addInput(second)
        }
        right.show((3..<6).map(ScriptedSource.frame))
        await session.stopRunning()
        return recorder.content.observations
    }

    /// The face has the place and the looks of the one before: nobody can tell them apart, and nobody is to try.
    @Test(arguments: [1, 2])
    func aFaceOfAnotherInputIsAnotherFace(stepCount: Int) async throws {
        let seen = try await exchange(stepCount: stepCount)
        #expect(seen.map { $0.faces.map(\.faceID) } == [[1], [1], [1], [2], [2], [2]])
        #expect(seen.map(\.lostFaceIDs) == [[], [], [], [1], [], []])
        #expect(seen.map(\.foundFaceIDs) == [[1], [], [], [2], [], []])
        #expect(seen.map(\.isCut) == [false, false, false, true, false, false])
    }

    @Test(arguments: [1, 2])
    func noNumberIsThatOfTwoFrames(stepCount: Int) async throws {
        let seen = try await exchange(stepCount: stepCount)
        #expect(seen.map(\.frame.number) == Array(0..<6))
    }

    @Test func aFaceIsLostAlsoWhereTheFirstFrameOfAnotherInputIsNotLookedAt() async throws {
        faces.analysisInterval = 2
        let seen = try await exchange(stepCount: 1)
        #expect(seen[3].outcome == .skipped(.interval) && seen[3].faces.isEmpty)
        #expect(seen[3].lostFaceIDs == [1] && !seen[3].isCut)
        #expect(seen[4].faces.map(\.faceID) == [2] && seen[4].isCut)
        #expect(seen[4].lostFaceIDs.isEmpty)
    }

    @Test func idsGoOnWhereAnOutputIsAddedAgain() async throws {
        let source = SteppedSource()
        try await session.addInput(input(source))
        try await session.addOutput(faces)
        try await session.startRunning()
        source.show([ScriptedSource.frame(0)])
        try await session.removeOutput(faces)
        try await session.addOutput(faces)
        source.show([ScriptedSource.frame(1)])
        await session.stopRunning()
        let seen = recorder.content.observations
        #expect(seen.map { $0.faces.map(\.faceID) } == [[1], [2]])
    }

    private func connection() -> CaptureConnection {
        CaptureConnection(input: input(SteppedSource()), mediaType: .video)
    }

    /// Inputs count their frames for themselves: what the other one showed may have greater numbers, or the same.
    @Test(arguments: [1, 5, 10_000])
    func codesOfTheInputBeforeAreForgottenWhateverTheirNumbers(number: Int) {
        let (left, right) = (connection(), connection())
        let codes = ["left", "right"].map { text in
            MetadataMachineReadableCodeObject(
                symbology: .qr, content: .text(text),
                corners: [Point](repeating: Point(x: 0, y: 0), count: 4))
        }
        var state = CodeLook.State(waits: true)
        state.pending.append(CodeLook.Pending(frame: FrameID(number), connection: left))
        state.finish(FrameID(number), from: left, .success([codes[0]]))
        let early: FaceObservation.Codes? = state.take(with: FrameID(4), from: right) ?? nil
        #expect(early == nil)
        state.pending.append(CodeLook.Pending(frame: FrameID(5), connection: right))
        state.finish(FrameID(5), from: right, .success([codes[1]]))
        let told: FaceObservation.Codes? = state.take(with: FrameID(6), from: right) ?? nil
        #expect(told == FaceObservation.Codes(age: 1, objects: [codes[1]]))
        #expect(state.pending.isEmpty)
    }

    @Test(arguments: [30, 90])
    func whoIsThereAfterASuspensionOfUpToAMinuteIsRelinked(seconds: Int) throws {
        var tracking = FaceTracker.Configuration()
        tracking.relinkNanoseconds = 60_000_000_000
        let output = CaptureMetadataOutput(detector: ScriptedDetector(), tracking: tracking)
        output.setMetadataObjectsDelegate(recorder)
        let connection = connection()
        try output.start(connections: [connection], isLossless: true)
        for number in 0..<40 {
            if number == 20 {
                let gap = CaptureDelivery.Gap(
                    reason: "suspended", start: .zero, end: .zero,
                    suspended: MediaTime(value: Int64(seconds), timescale: 1))
                output.deliver(.notice(.interruptionEnded(gap)), from: connection)
            }
            let sample = ScriptedSource.sample(number)
            output.deliver(
                .frame(CapturedFrame(id: FrameID(number), sampleBuffer: sample)), from: connection)
        }
        output.finish()
        let seen = recorder.content.observations
        #expect(seen.flatMap(\.foundFaceIDs) == [1, 2])
        let renamed = seconds > 60 ? [] : [FaceRename(from: 2, to: 1)]
        #expect(seen.flatMap(\.renamedFaceIDs) == renamed)
    }

    @Test func idsGoOnAfterAStop() async throws {
        try await session.addInput(
            CaptureDeviceInput(
                device: CaptureSessionTests.device { _ in ScriptedSource(ScriptedSource.frames(2)) }
            ))
        try await session.addOutput(faces)
        for _ in 0..<2 { _ = try await CaptureSessionTests.run(session) }
        let seen = recorder.content.observations
        #expect(seen.map { $0.faces.map(\.faceID) } == [[1], [1], [2], [2]])
        #expect(seen.map(\.foundFaceIDs) == [[1], [], [2], []])
        #expect(seen.map(\.frame.number) == [0, 1, 0, 1])
    }
}
