// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceCapture
import FaceValues
import Synchronization
import Testing

/// Outputs that cannot be started, as where the system has no room for another thread.
@Suite struct FailingOutputTests {
    private final class FailingOutput: CaptureOutput {
        static let error = FacecapError(.systemFailed, "no room")

        private let failures: Mutex<Int>

        /// - Parameter failures: how often it cannot be started.
        init(failures: Int = .max) { self.failures = Mutex(failures) }

        var mediaTypes: Set<MediaType> { [.video] }

        func start(connections: [CaptureConnection], isLossless: Bool) throws(FacecapError) {
            let fails = failures.withLock { failures in
                failures -= 1
                return failures >= 0
            }
            if fails { throw Self.error }
        }

        func deliver(_ delivery: CaptureDelivery, from connection: CaptureConnection) {}

        func finish() { Issue.record("It was not started.") }
    }

    private let session = CaptureSession()
    private let recorder = Recorder()
    private let output = CaptureVideoDataOutput()

    init() { output.setSampleBufferDelegate(recorder) }

    @Test func nothingFlowsWhereAnOutputCannotBeStarted() async throws {
        let source = ScriptedSource(ScriptedSource.frames(3))
        try await session.addInput(CaptureDeviceInput(device: CaptureSessionTests.device(source)))
        try await session.addOutput(output)
        let failing = FailingOutput()
        try await session.addOutput(failing)
        await #expect(throws: FailingOutput.error) { try await session.startRunning() }
        #expect(await !session.isRunning)
        #expect(source.remainingEvents == 3)
        try await session.removeOutput(failing)
        let notifications = try await CaptureSessionTests.run(session)
        #expect(notifications == [.didStartRunning, .didStopRunning(.endOfStream)])
        #expect(recorder.content.frames.count == 3)
    }

    @Test func aRunningSessionGoesOnAsItWasWhereAnotherOutputCannotBeStarted() async throws {
        let source = SteppedSource()
        try await session.addInput(
            CaptureDeviceInput(device: CaptureSessionTests.device { _ in source }))
        try await session.addOutput(output)
        try await session.startRunning()
        source.show(ScriptedSource.frames(2))
        let failing = FailingOutput()
        await #expect(throws: FailingOutput.error) { try await session.addOutput(failing) }
        #expect(await session.outputs.count == 1)
        source.show([ScriptedSource.frame(2)])
        source.end()
        for await notification in session.notifications() {
            if case .didStopRunning = notification { break }
        }
        #expect(recorder.content.frames.map(\.number) == [0, 1, 2])
    }
}
